import type { OrderView, Resolution } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import type { ResolutionKind } from '@webpay/contract/money-back';
import { useRef, useState } from 'react';
import { call, serverNow } from '../../../api/call.ts';
import { refusedWith } from '../../../api/failure.ts';
import { useProject } from '../../../api/page.tsx';
import { isOtherCharacter } from '../../account/other-character.ts';
import { storeDraft } from './use-draft.ts';
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
  /** Not filed; may be sent again. */
  | { readonly kind: 'failed'; readonly failure: unknown }
  /** The server found no readable text (20020). */
  | { readonly kind: 'text' }
  /** Neither the request nor the check got an answer. */
  | {
      readonly kind: 'indeterminate';
      readonly failure: unknown;
      readonly sent: Sent;
      readonly isChecking: boolean;
    }
  /** Another request has used this year. */
  | { readonly kind: 'used' }
  | { readonly kind: 'filed'; readonly request: Resolution };

export type FilingFlow = ReturnType<typeof useFiling>;

/**
 * Files a request once: further presses are ignored, and a lost answer is looked up in the list before the request
 * may be sent again.
 */
export function useFiling(order: OrderView, requests: Requests, onStale: () => void) {
  const project = useProject();
  const [filing, setFiling] = useState<Filing>({ kind: 'idle' });
  const isBusy = useRef(false);
  // List at the time of sending; a newer entry is this request.
  const before = useRef<RequestList | null>(null);
  const { order_id: orderId, role } = order;

  async function send(kind: ResolutionKind, text: string): Promise<void> {
    await exclusively(async () => {
      if (isOtherCharacter(project, role)) return;
      setFiling({ kind: 'sending' });
      before.current = requests.list;
      const sent: Sent = { order_id: orderId, kind, text };
      try {
        // A missing network leaves the form open instead of switching to the offline page.
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
        // The order has changed, so the page reloads it.
        if (refusedWith(failure, CODES.WRONG_STATE)) onStale();
      }
    });
  }

  /** Checks whether an `indeterminate` request was filed. */
  async function check(): Promise<void> {
    await exclusively(async () => {
      if (filing.kind !== 'indeterminate') return;
      setFiling({ ...filing, isChecking: true });
      await find(filing.failure, filing.sent);
    });
  }

  async function find(failure: unknown, sent: Sent): Promise<void> {
    const list = await requests.look();
    if (list === null) {
      setFiling({ kind: 'indeterminate', failure, sent, isChecking: false });
      return;
    }
    const found = filedOrNot(list, sent, before.current);
    if (found === 'used') setFiling({ kind: 'used' });
    else if (found === 'not_filed') setFiling({ kind: 'failed', failure });
    else setFiled(found);
  }

  function setFiled(request: Resolution): void {
    storeDraft(project, orderId, EMPTY_DRAFT);
    setFiling({ kind: 'filed', request });
  }

  async function exclusively(work: () => Promise<void>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  }

  const reset = () => setFiling({ kind: 'idle' });
  return { filing, send, check, reset };
}
