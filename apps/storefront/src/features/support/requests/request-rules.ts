import type { CallResult, OrderView, Resolution } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { RESOLUTION_TEXT_MAX, type ResolutionKind } from '@webpay/contract/money-back';
import { CallLost, CallRefused } from '../../../api/failure.ts';

export type RequestList = CallResult<'resolutionList'>;

/** What can be asked about such an order (F17); the server looks again when it is asked. */
export function askable(order: Pick<OrderView, 'state' | 'delivery'>): readonly ResolutionKind[] {
  if (order.state !== 'success') return [];
  switch (order.delivery.state) {
    case 'delivered':
      return ['refund', 'wrong_recharge'];
    case 'none':
    case 'queued':
    case 'retrying':
      return ['refund'];
    // Its money goes back by itself.
    case 'rejected':
    case 'cancelled':
      return [];
    default: {
      const never: never = order.delivery.state;
      throw new Error(`unknown delivery state ${String(never)}`);
    }
  }
}

/** The calendar year a request counts for, its last day and the first of the next one: all UTC. */
export function requestYear(nowMs: number) {
  const year = new Date(nowMs).getUTCFullYear();
  return { year, lastDay: Date.UTC(year, 11, 31), nextYear: Date.UTC(year + 1, 0, 1) } as const;
}

/** The request that used up a year. */
export function usedBy({ requests }: RequestList, year: number): Resolution | null {
  return requests.find((request) => request.year === year) ?? null;
}

/** The latest request on an order. */
export function requestOn(list: RequestList | null, orderId: string): Resolution | null {
  return list?.requests.find((request) => request.order_id === orderId) ?? null;
}

export type Draft = {
  /** Of a wrong recharge: server and ID of the right character, as the player calls them. */
  readonly right: string;
  readonly text: string;
};

export const EMPTY_DRAFT: Draft = { right: '', text: '' };

/** What is sent: as the server will keep it, without what a paste brings along unseen. */
export function requestText(kind: ResolutionKind, draft: Draft, rightLabel: string): string {
  const right = tidy(draft.right);
  const text = tidy(draft.text);
  return kind === 'refund' || right === '' ? text : `${rightLabel}: ${right}\n${text}`;
}

/** Line ends of one kind; nothing unprintable but them and tabs, nothing that turns the reading order, no half characters. */
function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .trim();
}

/** Characters as the server counts them: an emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

export type DraftProblems = {
  readonly right: 'missing' | null;
  readonly text: 'missing' | 'too_long' | null;
};

/** What keeps a draft from being sent. */
export function draftProblems(
  kind: ResolutionKind,
  draft: Draft,
  rightLabel: string,
): DraftProblems {
  const length = lengthOf(requestText(kind, draft, rightLabel));
  return {
    right: kind === 'wrong_recharge' && !hasWords(draft.right) ? 'missing' : null,
    text: length > RESOLUTION_TEXT_MAX ? 'too_long' : hasWords(draft.text) ? null : 'missing',
  };
}

/** 20020 else. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** After such an end nobody knows whether the request was filed: the list tells. */
export function mayBeFiled(failure: unknown): boolean {
  if (failure instanceof CallLost) return true;
  if (!(failure instanceof CallRefused)) return false;
  switch (failure.code) {
    // Somebody was quicker: perhaps this very request, whose answer was lost.
    case CODES.RESOLUTION_USED:
    case CODES.SYSTEM_ERROR:
    case CODES.TRY_AGAIN:
    case CODES.SHOWN_AS_TRY_AGAIN:
    case CODES.SHOWN_AS_TRY_AGAIN_TOO:
    case CODES.MAINTENANCE:
    case CODES.GATEWAY_SILENT:
      return true;
    default:
      return false;
  }
}

/** What was sent, as the server keeps it. */
export type Sent = Pick<Resolution, 'order_id' | 'kind' | 'text'>;

/**
 * What an answered list says of a request that may have been filed. By what was known before, not
 * by the year: the old one may end between the two. Another tab's request on the same order is not
 * the one that was sent.
 */
export function filedOrNot(
  list: RequestList,
  sent: Sent,
  before: RequestList | null,
): Resolution | 'used' | 'not_filed' {
  const known = new Set(before?.requests.map((request) => request.request_id));
  const filed = list.requests.find(
    (request) =>
      request.order_id === sent.order_id &&
      request.kind === sent.kind &&
      request.text === sent.text &&
      !known.has(request.request_id),
  );
  return filed ?? (list.left_this_year > 0 ? 'not_filed' : 'used');
}
