import type { OrderEntry, Receipt } from '@webpay/contract/calls';
import { isParked, RETRY_DAYS_MS } from '../../features/checkout/result/delivery-steps.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLang, useText } from '../../i18n/text.tsx';
import { Steps } from '../../ui/Steps/Steps.tsx';
import { type LifeStep, lifeOf } from './life.ts';
import { paymentName } from './use-receipt-texts.ts';

/** Steps of an order with their times: paid, sent, ready to claim, or declined and refunded. */
export function Timeline(props: {
  /** `next_poll_ms` absent: the order is known from the list only. */
  readonly order: OrderEntry & {
    readonly next_poll_ms?: number | null;
    readonly failed_wallet?: string | undefined;
  };
  /** null: not loaded. */
  readonly receipt: Receipt | null;
}) {
  const { order, receipt } = props;
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { next_poll_ms = 0 } = order;
  const steps = lifeOf(order, receipt?.history ?? null, isParked({ ...order, next_poll_ms }));

  function timeOf(at: number) {
    const isThatDay = new Date(at).toDateString() === new Date(order.created_at).toDateString();
    const time = formatDate(at, lang, 'time');
    return (
      <time dateTime={new Date(at).toISOString()}>
        {isThatDay ? time : `${formatDate(at, lang, 'day')} · ${time}`}
      </time>
    );
  }

  /** A wallet's refusal ends the history of its order: earlier ones may be of a card. */
  function titleOf(step: LifeStep): LifeStep['title'] {
    if (order.failed_wallet === undefined || step !== steps.at(-1)) return step.title;
    if (step.title === 'result.declined') return 'result.declined_by';
    return step.title === 'result.insufficient' ? 'result.insufficient_in' : step.title;
  }

  function textOf({ entry, text }: LifeStep): string | undefined {
    if (text) return t(text);
    // Keeps the line of a method that is not known yet.
    if (entry?.what === 'paid' && receipt === null) return '…';
    if (entry?.what === 'paid') return receipt?.paid_with ? paymentName(receipt.paid_with) : '';
    if (entry?.what === 'sent') return `${order.role.name} · ${order.role.server_name}`;
    // Amount, method and reference of a payment that goes back, for the player's bank.
    const paid = entry?.paid_with;
    if (!paid) return undefined;
    const sum = entry.amount && entry.what !== 'paid_late' && money(entry.amount);
    return [sum, paymentName(paid), paid.reference].filter(Boolean).join(' · ');
  }

  return (
    <section aria-label={t('orders.history')}>
      <Steps
        label={t('result.steps')}
        steps={steps.map((step) => ({
          id: step.id,
          state: step.state,
          title: t(titleOf(step), {
            name: order.failed_wallet ?? '',
            price: money(step.entry?.amount ?? order.total),
            day: formatDate(order.created_at + RETRY_DAYS_MS, lang, 'day'),
          }),
          text: textOf(step),
          ...(step.at !== null && { time: timeOf(step.at) }),
          ...(step.id === 'mail' && { icon: 'mail' }),
        }))}
      />
    </section>
  );
}
