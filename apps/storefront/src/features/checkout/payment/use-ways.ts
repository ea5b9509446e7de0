import type { Channel } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import type { Money } from '@webpay/contract/money';
import { useEffect, useEffectEvent, useState } from 'react';
import { useConfigs, useProject } from '../../../api/page.tsx';
import { supportsApplePay } from '../../../browser/device.ts';
import { codeMessage } from '../../support/code-message.ts';
import { useDropin } from '../payermax/use-dropin.ts';
import { useGooglePay } from './use-google-pay.ts';
import { savedOf, type SavedCards } from '../saved/saved-cards.ts';
import type { PayState } from './pay-block.ts';
import { usePayer } from './payer.ts';
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
import { useText } from '../../../i18n/text.tsx';
import { toast } from '../../../ui/Toaster/toast.ts';

/** Renews gateway sessions early, because their lifetimes are not published. */
const RENEW_AFTER_MS = 20 * 60_000;

export type WaysToPay = ReturnType<typeof useWays>;

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
  const configs = useConfigs();
  const project = useProject();
  const [wish, setWish] = useState(input.payId);
  const [usual] = useState(() => [
    storage.read('checkout', project)?.pay_id,
    storage.read('lastPurchase', project)?.pay_id,
  ]);
  const [closings, setClosings] = useState<readonly string[]>([]);
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
  const closed = new Set(
    channels
      .filter(
        (each) =>
          closings.includes(`${country}/${each.pay_id}`) ||
          limitBroken(each, total) !== null ||
          (input.isScarce && each.voucher !== undefined),
      )
      .map(({ pay_id }) => pay_id),
  );
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
    if (!chosen) return;
    setClosings([...closings, `${country}/${chosen.pay_id}`]);
    const isFull = flow.problem?.kind === 'channel' && flow.problem.why === 'waiting';
    flow.clearProblem();
    const isCard = savedOf(chosen.pay_id) !== null;
    if (isCard) saved?.reload();
    toast(
      isFull
        ? t('voucher.most')
        : isCard
          ? t('card.unusable')
          : codeMessage(t, CODES.CHANNEL_UNAVAILABLE, configs),
    );
  });
  const isRefused = flow.problem?.kind === 'channel';
  useEffect(() => {
    if (isRefused) closeChosen();
  }, [isRefused]);

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
    total,
    channels,
    state,
    chosen,
    choose(payId: string) {
      flow.clearProblem();
      flow.remember(payId);
      setWish(payId);
    },
    closed,
    isScarce: input.isScarce,
    card,
    payer,
    /** Reopens the chosen method, or reloads the methods. */
    retry() {
      if (input.offered) setRound(round + 1);
      else input.onReload();
    },
  };
}
