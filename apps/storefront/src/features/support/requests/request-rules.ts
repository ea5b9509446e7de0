import type { CallResult, OrderView, Resolution } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { RESOLUTION_TEXT_MAX, type ResolutionKind } from '@webpay/contract/money-back';
import { CallLost, CallRefused } from '../../../api/failure.ts';

export type RequestList = CallResult<'resolutionList'>;

const ASKABLE: Readonly<Record<OrderView['delivery']['state'], readonly ResolutionKind[]>> = {
  delivered: ['refund', 'wrong_recharge'],
  none: ['refund'],
  queued: ['refund'],
  retrying: ['refund'],
  // The money goes back without a request.
  rejected: [],
  cancelled: [],
};

/** Kinds of request for such an order (F17); the server checks again. */
export function askable(order: Pick<OrderView, 'state' | 'delivery'>): readonly ResolutionKind[] {
  return order.state === 'success' ? ASKABLE[order.delivery.state] : [];
}

/** Calendar year of a request, its last day and the next year's first day, all in UTC. */
export function requestYear(nowMs: number) {
  const year = new Date(nowMs).getUTCFullYear();
  return { year, lastDay: Date.UTC(year, 11, 31), nextYear: Date.UTC(year + 1, 0, 1) } as const;
}

export function usedBy({ requests }: RequestList, year: number): Resolution | null {
  return requests.find((request) => request.year === year) ?? null;
}

export function requestOn(list: RequestList | null, orderId: string): Resolution | null {
  return list?.requests.find((request) => request.order_id === orderId) ?? null;
}

export type Draft = {
  /** Server and ID of the right character, as the player names them (wrong recharge only). */
  readonly right: string;
  readonly text: string;
};

export const EMPTY_DRAFT: Draft = { right: '', text: '' };

/** Text to send, cleaned as the server stores it. */
export function requestText(kind: ResolutionKind, draft: Draft, rightLabel: string): string {
  const right = tidy(draft.right);
  const text = tidy(draft.text);
  return kind === 'refund' || right === '' ? text : `${rightLabel}: ${right}\n${text}`;
}

/** Unifies line ends; removes control characters except tabs, text-direction controls and half surrogates. */
function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .trim();
}

/** Counts characters as the server does: an emoji is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Problems that keep a draft from being sent. */
export function draftProblems(kind: ResolutionKind, draft: Draft, rightLabel: string) {
  const length = lengthOf(requestText(kind, draft, rightLabel));
  return {
    right: kind === 'wrong_recharge' && !hasWords(draft.right) ? 'missing' : null,
    text: length > RESOLUTION_TEXT_MAX ? 'too_long' : hasWords(draft.text) ? null : 'missing',
  } as const;
}

/** The server refuses other texts with 20020. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const MAY_BE_FILED: readonly number[] = [
  // Another request was faster, perhaps this very one with a lost answer.
  CODES.RESOLUTION_USED,
  CODES.SYSTEM_ERROR,
  CODES.TRY_AGAIN,
  CODES.SHOWN_AS_TRY_AGAIN,
  CODES.SHOWN_AS_TRY_AGAIN_TOO,
  CODES.MAINTENANCE,
  CODES.GATEWAY_SILENT,
];

/** Whether the request may have been filed despite this failure; the list decides. */
export function mayBeFiled(failure: unknown): boolean {
  if (failure instanceof CallRefused) return MAY_BE_FILED.includes(failure.code);
  return failure instanceof CallLost;
}

/** The request as sent and stored. */
export type Sent = Pick<Resolution, 'order_id' | 'kind' | 'text'>;

/**
 * Looks in a fresh list for a request that may have been filed. Compares with the list before, because the year may
 * have changed, and with the text, because another tab may have filed another request on the same order.
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
