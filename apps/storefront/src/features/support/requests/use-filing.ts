import type { OrderView, Resolution } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import type { ResolutionKind } from '@webpay/contract/money-back';
import { useRef, useState } from 'react';
import { call, serverNow } from '../../../api/call.ts';
import { refusedWith } from '../../../api/failure.ts';
import { useProject } from '../../../api/page.tsx';
import { isSomebodyElse } from '../../account/other-character.ts';
import { keepDraft } from './stored-draft.ts';
import {
  EMPTY_DRAFT,
  filedOrNot,
  mayBeFiled,
  type RequestList,
  type Sent,
} from './request-rules.ts';
import type { Requests } from './use-requests.ts';

export type Filing =
  | { readonly kind: 'idle' | 'sending' }
  /** It was not filed, and why; it may be sent again. */
  | { readonly kind: 'failed'; readonly failure: unknown }
  /** 20020: the server finds no text in it that it could read. */
  | { readonly kind: 'text' }
  /** No answer, and none to the question whether it was filed either. */
  | {
      readonly kind: 'unsure';
      readonly failure: unknown;
      readonly sent: Sent;
      readonly isChecking: boolean;
    }
  /** This year's request is another one than what was sent. */
  | { readonly kind: 'used' }
  | { readonly kind: 'filed'; readonly request: Resolution };

export type FilingFlow = {
  readonly filing: Filing;
  readonly send: (kind: ResolutionKind, text: string) => Promise<void>;
  /** Of `unsure`: whether it was filed. */
  readonly check: () => Promise<void>;
  readonly reset: () => void;
};

/**
 * Files a request, once: presses beside the first do nothing, and an answer that was lost is looked
 * for in the list before the request may be sent again.
 */
export function useFiling(order: OrderView, requests: Requests, onStale: () => void): FilingFlow {
  const project = useProject();
  const [filing, setFiling] = useState<Filing>({ kind: 'idle' });
  const isBusy = useRef(false);
  // What was known when it was sent: what is new since then is this request.
  const before = useRef<RequestList | null>(null);
  const { order_id: orderId, role } = order;

  async function send(kind: ResolutionKind, text: string): Promise<void> {
    await alone(async () => {
      if (isSomebodyElse(project, role)) return;
      setFiling({ kind: 'sending' });
      before.current = requests.list;
      const sent: Sent = { order_id: orderId, kind, text };
      try {
        // Without a network the form stays, with what was typed in it; no other page takes its place.
        const made = await call('resolutionCreate', sent, { background: true });
        const request: Resolution = {
          ...made,
          ...sent,
          created_at: serverNow(),
          decided_at: null,
          answer: null,
          refund: null,
          second_mail: null,
        };
        requests.note(request);
        setFiled(request);
      } catch (failure) {
        if (refusedWith(failure, CODES.NOT_ACCEPTED)) setFiling({ kind: 'text' });
        else if (mayBeFiled(failure)) await find(failure, sent);
        else setFiling({ kind: 'failed', failure });
        // The order has moved on: the page shows where to.
        if (refusedWith(failure, CODES.WRONG_STATE)) onStale();
      }
    });
  }

  async function check(): Promise<void> {
    await alone(async () => {
      if (filing.kind !== 'unsure') return;
      setFiling({ ...filing, isChecking: true });
      await find(filing.failure, filing.sent);
    });
  }

  async function find(failure: unknown, sent: Sent): Promise<void> {
    const list = await requests.look();
    if (list === null) {
      setFiling({ kind: 'unsure', failure, sent, isChecking: false });
      return;
    }
    const found = filedOrNot(list, sent, before.current);
    if (found === 'used') setFiling({ kind: 'used' });
    else if (found === 'not_filed') setFiling({ kind: 'failed', failure });
    else setFiled(found);
  }

  function setFiled(request: Resolution): void {
    keepDraft(project, orderId, EMPTY_DRAFT);
    setFiling({ kind: 'filed', request });
  }

  async function alone(work: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  }

  return { filing, send, check, reset: () => setFiling({ kind: 'idle' }) };
}
