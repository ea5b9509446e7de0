import type { Channel } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { useProject } from '../../../api/page.tsx';
import { supportsApplePay } from '../../../browser/device.ts';
import { useMoney } from '../../goods/use-money.ts';
import { useDropin } from '../payermax/use-dropin.ts';
import { useGooglePay } from './use-google-pay.ts';
import { savedOf, type SavedCards } from '../saved/saved-cards.ts';
import type { PayState } from './pay-block.ts';
import { usePayer } from './payer.ts';
import { closingText } from './problem.ts';
import {
  supportedChannels,
  firstChannel,
  isDeviceWallet,
  limitBroken,
  opensAtOnce,
  usualFirst,
} from './queries.ts';
import type { CheckoutFlow } from './use-payment.ts';
import { storage } from '../../../browser/storage.ts';
import { type MessageId, useText } from '../../../i18n/text.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';

/** Renews gateway sessions early, because their lifetimes are not published. */
const RENEW_AFTER_MS = 20 * 60_000;

export type WaysToPay = ReturnType<typeof useWays>;

/** Why the server closed a method. */
type Closing = { readonly id: MessageId; readonly max: number };

/** Payment methods of a country; opens the chosen one if it has a form (F04). */
export function useWays(input: {
  readonly flow: CheckoutFlow;
  readonly country: string;
  readonly total: Money | null;
  readonly payId: string | null;
  /** null while the methods load. */
  readonly offered: readonly Channel[] | null;
  readonly isFailed: boolean;
  /** Limited goods, or an event's offer: no code is offered for it. */
  readonly isScarce: boolean;
  readonly onReload: () => void;
  /** The saved cards of the character; absent: none can be used here. */
  readonly saved?: SavedCards | null;
}) {
  const { saved = null } = input;
  const { flow, country, total } = input;
  const hasGooglePay = useGooglePay(input.offered);
  // The list is shown once, with what the device has.
  const offered = hasGooglePay === null ? null : input.offered;
  const t = useText();
  const money = useMoney();
  const project = useProject();
  const [wish, setWish] = useState(input.payId);
  const [usual] = useState(() => [
    storage.read('checkout', project)?.pay_id,
    storage.read('lastPurchase', project)?.pay_id,
  ]);
  /** Methods that the server has closed, by country and method. */
  const [closings, setClosings] = useState<Readonly<Record<string, Closing>>>({});
  const [round, setRound] = useState(0);

  const here = supportedChannels(offered ?? [], {
    hasApplePay: supportsApplePay(),
    hasGooglePay: hasGooglePay === true,
  });
  const isSaved = ({ pay_id }: Channel) => savedOf(pay_id) !== null;
  const first = here.filter(isSaved);
  const channels = [
    ...first,
    ...usualFirst(
      here.filter((each) => !isSaved(each)),
      usual,
    ),
  ];
  const closed = new Map<string, string>();
  for (const each of channels) {
    const limit = limitBroken(each, total);
    const closing = closings[`${country}/${each.pay_id}`];
    const reason =
      input.isScarce && each.voucher
        ? t('voucher.limited')
        : limit
          ? t(limit.kind === 'min' ? 'payment.from_sum' : 'payment.up_to_sum', {
              price: money(limit.sum),
            })
          : closing && t(closing.id, closing);
    if (reason) closed.set(each.pay_id, reason);
  }
  const plain = channels.find((each) => !isDeviceWallet(each) && !closed.has(each.pay_id));
  const wishes = [wish, first[0]?.pay_id, ...usual, plain?.pay_id];
  const chosen = firstChannel(channels, wishes, closed);

  // A method with a form opens as soon as it is chosen, and again when the price changes (C09).
  const opening =
    chosen && total && opensAtOnce(chosen)
      ? [chosen.pay_id, country, total.amount, total.currency].join(' ')
      : null;
  const openNow = useEffectEvent(() => {
    // A question about price or contents waits for its answer.
    if (chosen && total && flow.problem?.kind !== 'price') void flow.open(total, chosen);
  });
  useEffect(() => {
    if (opening === null) return;
    openNow();
    const timer = setInterval(() => openNow(), RENEW_AFTER_MS);
    return () => clearInterval(timer);
  }, [opening, round]);

  const closeChosen = useEffectEvent(() => {
    if (!chosen || flow.problem?.kind !== 'channel') return;
    const { why, max = 0 } = flow.problem;
    const isCard = savedOf(chosen.pay_id) !== null;
    const id = closingText(why, isCard);
    setClosings({ ...closings, [`${country}/${chosen.pay_id}`]: { id, max } });
    flow.clearProblem();
    if (isCard) saved?.reload();
    toast(t(id, { max }));
  });
  useEffect(() => closeChosen(), [flow.problem?.kind]);

  const pay = flow.opened?.pay;
  const card = useDropin(
    'card',
    chosen?.method === 'card' && pay?.kind === 'payermax_card' ? pay : null,
  );

  const payer = usePayer(chosen);
  const state: PayState['ways'] = offered ? 'ready' : input.isFailed ? 'failed' : 'loading';
  return {
    flow,
    saved,
    channels,
    state,
    chosen,
    choose(payId: string) {
      flow.clearProblem();
      flow.remember(payId);
      setWish(payId);
    },
    /** Reasons of the methods that cannot be chosen, in their rows: a toast ends before it is read. */
    closed,
    card,
    payer,
    /** Reopens the chosen method, or reloads the methods. */
    retry() {
      if (input.offered) setRound(round + 1);
      else input.onReload();
    },
  };
}
