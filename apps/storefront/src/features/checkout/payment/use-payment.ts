import type { CallResult, Channel } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useText } from '../../../i18n/text.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { toastFailure } from '../../support/code-message.ts';
import type { Proof } from '../../character/access/send-form.ts';
import type { Checkout } from '../../../browser/storage.ts';
import type { Dropin } from '../payermax/use-dropin.ts';
import { mayHavePaid, type Problem, problemOf } from './problem.ts';

export type Opened = CallResult<'orderCreate'>;

export type CheckoutFlow = ReturnType<typeof usePayment>;

/** Survives a reload and a bank's page. */
type StoredPayment = Pick<Checkout, 'token' | 'country' | 'pay_id' | 'wallet' | 'action_url'>;

/** The order to pay and the page's reactions. */
type PaymentOf = {
  readonly country: string;
  /** Return address for a bank. */
  readonly returnTo: string;
  /** Whether the page's character is still logged in; checked right before every call. */
  readonly isStillOurs: () => boolean;
  readonly stored: () => Pick<StoredPayment, 'token' | 'wallet'>;
  readonly store: (change: Partial<StoredPayment>) => void;
  /** Creates or finds the order and opens a payment method. @throws CallRefused, CallLost */
  readonly open: (channel: Channel, total: Money, proof: Proof) => Promise<Opened>;
  /** Called before money may move: a reload from now on must show the order. */
  readonly mark: (token: string) => void;
  /** Shows the order's own state. Unresolved: a payment was submitted and its result is unknown. */
  readonly goToOrder: (token: string, isUnresolved: boolean) => void;
};

/** Runs one payment from opening a method until the order's own state decides. */
export function usePayment(order: PaymentOf) {
  const t = useText();
  const configs = useConfigs();
  const lastOpening = useRef(0);
  /** The server keeps the method that is opened last, so no opening overtakes another. */
  const openings = useRef<Promise<unknown>>(Promise.resolve());
  /** The image code of the next opening; each serves one. */
  const proof = useRef<Promise<Proof> | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [isPaying, setIsPaying] = useState(false);

  /** Opens a method (C09). @returns null when `problem` gives the reason or the page has moved on */
  async function open(total: Money, channel: Channel): Promise<Opened | null> {
    if (!order.isStillOurs()) return null;
    lastOpening.current += 1;
    const turn = lastOpening.current;
    const isStale = () => turn !== lastOpening.current;
    setIsOpening(true);
    setProblem(null);
    setOpened(null);
    const given = proof.current;
    proof.current = null;
    try {
      // The browser's work for an image code may take seconds.
      const proven = (await given) ?? {};
      if (isStale() || !order.isStillOurs()) return null;
      const opening = openings.current.then(() =>
        isStale() ? null : order.open(channel, total, proven),
      );
      openings.current = opening.catch(() => null);
      const answer = await opening;
      if (answer === null || isStale()) return null;
      order.store({
        token: answer.token,
        country: order.country,
        pay_id: channel.pay_id,
        action_url: null,
        wallet:
          answer.pay?.kind === 'paypal'
            ? { order_id: answer.pay.order_id, invoice_id: answer.pay.invoice_id }
            : null,
      });
      if (answer.pay === null) {
        order.goToOrder(answer.token, false);
        return null;
      }
      if (answer.pay.kind === 'local') {
        const { url } = answer.pay.show;
        order.store({ action_url: url });
        // First the order's page, which a browser shows again to a player who goes back.
        order.goToOrder(answer.token, false);
        window.location.assign(url);
        return null;
      }
      setOpened(answer);
      return answer;
    } catch (failure) {
      if (!isStale()) setProblem(problemOf(failure));
      return null;
    } finally {
      if (!isStale()) setIsOpening(false);
    }
  }

  // Calls of a hidden or left page must not change it any more.
  useEffect(
    () => () => {
      lastOpening.current += 1;
    },
    [],
  );

  function settle(result: CallResult<'payermaxCard'>): void {
    order.store({ action_url: result.action?.url ?? null });
    order.goToOrder(result.token, false);
  }

  /** A lost answer or server error after a submission proves nothing, so the order is queried. */
  function queryOrder(token: string, failure: unknown): void {
    const isUnresolved = mayHavePaid(failure);
    if (!isUnresolved) toastFailure(t, failure, configs);
    order.goToOrder(token, isUnresolved);
  }

  async function payByCard(form: Pick<Dropin, 'tokenise' | 'setDisabled'>): Promise<void> {
    const pay = opened?.pay;
    if (!opened || !pay || !('session_key' in pay) || isChecking || isPaying) return;
    setIsChecking(true);
    // The form stays enabled: it focuses its first wrong field.
    const typed = await form.tokenise().catch(() => null);
    setIsChecking(false);
    if (typed === null || !order.isStillOurs()) {
      form.setDisabled(false);
      return;
    }
    setIsPaying(true);
    form.setDisabled(true);
    order.mark(opened.token);
    try {
      const { session_key: sessionKey } = pay;
      const { token: paymentToken, isAgreed } = typed;
      const save = isAgreed ? { save: '1' as const } : {};
      const fields = { sessionKey, paymentToken, redirectUrl: order.returnTo, ...save };
      settle(await call('payermaxCard', fields));
    } catch (failure) {
      if (!isHeldBack(failure)) return queryOrder(opened.token, failure);
      setIsPaying(false);
      setOpened(null);
      setProblem(problemOf(failure));
    }
  }

  async function capture(): Promise<void> {
    const { wallet, token } = order.stored();
    if (wallet === null || token === null || isPaying || !order.isStillOurs()) return;
    setIsPaying(true);
    order.mark(token);
    try {
      settle(await call('paypalCapture', wallet));
    } catch (failure) {
      queryOrder(token, failure);
    }
  }

  return {
    opened,
    isOpening,
    problem,
    /** The gateway validates the form after a press on Pay. */
    isChecking,
    /** Money may be moving, so the page is inert. */
    isPaying,
    open,
    clearProblem: () => setProblem(null),
    /** The device cannot pay with the chosen method after all. */
    refuse: () => setProblem({ kind: 'channel' }),
    /** Brings an image code to the next opening. */
    prove(given: Promise<Proof>) {
      proof.current = given;
      setProblem(null);
    },
    /** Stores the chosen method for a reload. */
    remember: (payId: string) => order.store({ pay_id: payId }),
    payByCard,
    capture,
    /** Shows the order's state when the wallet could not answer. */
    showOrder() {
      const { token } = order.stored();
      if (token !== null) order.goToOrder(token, false);
    },
  };
}

/** Declines came between opening and paying: nothing was submitted, and the order stays open. */
function isHeldBack(failure: unknown): boolean {
  const { kind } = problemOf(failure);
  return kind === 'picture' || kind === 'wait';
}
