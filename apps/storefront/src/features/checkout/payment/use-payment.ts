import type { CallResult, Channel } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../../api/failure.ts';
import { useText } from '../../../i18n/text.tsx';
import { useConfigs } from '../../../api/page.tsx';
import { toastFailure } from '../../support/code-message.ts';
import type { Checkout } from '../../../browser/storage.ts';
import type { Opened } from './open-order.ts';
import { type Problem, problemOf } from './problem.ts';

export type CheckoutFlow = {
  readonly opened: Opened | null;
  readonly isOpening: boolean;
  readonly problem: Problem | null;
  /** Pay was pressed and the gateway looks at what was typed. */
  readonly isChecking: boolean;
  /** Money may be moving: the page does nothing else. */
  readonly isPaying: boolean;
  /** C09; null where there is nothing to pay with: `problem` says why, or the page has moved on. */
  readonly open: (total: Money, channel: Channel) => Promise<Opened | null>;
  readonly forgetProblem: () => void;
  /** The way that is chosen: a reload opens the page with it. */
  readonly remember: (payId: string) => void;
  readonly payByCard: (form: CardForm) => Promise<void>;
  readonly capture: () => Promise<void>;
  /** A wallet could not be asked: the order itself knows more. */
  readonly lookAtOrder: () => void;
};

/** What the gateway's component offers; see payermax/use-dropin.ts. */
export type CardForm = {
  readonly tokenise: () => Promise<string | null>;
  readonly setDisabled: (disabled: boolean) => void;
};

/** What must outlive a reload or the way through a bank's page. */
export type StoredPayment = Pick<
  Checkout,
  'token' | 'country' | 'pay_id' | 'wallet' | 'action_url'
>;

/** Whose order is paid, and what the page does about it. */
export type PaymentOf = {
  readonly country: string;
  /** Where a bank sends the player back to. */
  readonly returnTo: string;
  /** Whether it is still for who this page says; asked in the moment before every call. */
  readonly isStillOurs: () => boolean;
  readonly kept: () => Pick<StoredPayment, 'token' | 'wallet'>;
  readonly keep: (change: Partial<StoredPayment>) => void;
  /** Makes the order, or finds it, and opens a way to pay. @throws CallRefused, CallLost */
  readonly open: (payId: string, total: Money) => Promise<Opened>;
  /** Money may move from now on: a reload in this very moment must show the order. */
  readonly mark: (token: string) => void;
  /**
   * From here on the order's own state is the truth: the page shows that. In doubt: a payment was
   * handed over and nobody said what became of it.
   */
  readonly goToOrder: (token: string, isInDoubt: boolean) => void;
};

type Submitted = CallResult<'payermaxCard'>;

/** One payment from the way that is opened to the moment only the order's own state counts. */
export function usePayment(order: PaymentOf): CheckoutFlow {
  const t = useText();
  const configs = useConfigs();
  const lastOpening = useRef(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [isPaying, setIsPaying] = useState(false);

  async function open(total: Money, channel: Channel): Promise<Opened | null> {
    if (!order.isStillOurs()) return null;
    lastOpening.current += 1;
    const turn = lastOpening.current;
    const isStale = () => turn !== lastOpening.current;
    setIsOpening(true);
    setProblem(null);
    setOpened(null);
    try {
      const got = await order.open(channel.pay_id, total);
      if (isStale()) return null;
      order.keep({
        token: got.token,
        country: order.country,
        pay_id: channel.pay_id,
        action_url: null,
        wallet:
          got.pay?.kind === 'paypal'
            ? { order_id: got.pay.order_id, invoice_id: got.pay.invoice_id }
            : null,
      });
      if (got.pay === null) {
        order.goToOrder(got.token, false);
        return null;
      }
      setOpened(got);
      return got;
    } catch (failure) {
      if (!isStale()) setProblem(problemOf(failure));
      return null;
    } finally {
      if (!isStale()) setIsOpening(false);
    }
  }

  // What a hidden or left page began must not move it any more.
  useEffect(
    () => () => {
      lastOpening.current += 1;
    },
    [],
  );

  function settle(result: Submitted): void {
    order.keep({ action_url: result.action?.url ?? null });
    order.goToOrder(result.token, false);
  }

  /**
   * Silence after a submission says nothing, and neither does a broken server or a proxy: the order
   * is asked, not the player.
   */
  function unsure(token: string, failure: unknown): void {
    const isInDoubt = !(failure instanceof CallRefused) || failure.code === CODES.SYSTEM_ERROR;
    if (!isInDoubt) toastFailure(t, failure, configs);
    order.goToOrder(token, isInDoubt);
  }

  async function payByCard(form: CardForm): Promise<void> {
    const pay = opened?.pay;
    if (!opened || !pay || pay.kind === 'paypal' || isChecking || isPaying) return;
    setIsChecking(true);
    // The form stays open meanwhile: it puts the focus into its first wrong field.
    const paymentToken = await form.tokenise().catch(() => null);
    setIsChecking(false);
    if (paymentToken === null || !order.isStillOurs()) {
      form.setDisabled(false);
      return;
    }
    setIsPaying(true);
    form.setDisabled(true);
    order.mark(opened.token);
    try {
      const fields = { sessionKey: pay.session_key, paymentToken, redirectUrl: order.returnTo };
      settle(await call('payermaxCard', fields));
    } catch (failure) {
      unsure(opened.token, failure);
    }
  }

  async function capture(): Promise<void> {
    const { wallet, token } = order.kept();
    if (wallet === null || token === null || isPaying || !order.isStillOurs()) return;
    setIsPaying(true);
    order.mark(token);
    try {
      settle(await call('paypalCapture', wallet));
    } catch (failure) {
      unsure(token, failure);
    }
  }

  function lookAtOrder(): void {
    const { token } = order.kept();
    if (token !== null) order.goToOrder(token, false);
  }

  const forgetProblem = useCallback(() => setProblem(null), []);
  return {
    opened,
    isOpening,
    problem,
    isChecking,
    isPaying,
    open,
    forgetProblem,
    remember: (payId) => order.keep({ pay_id: payId }),
    payByCard,
    capture,
    lookAtOrder,
  };
}
