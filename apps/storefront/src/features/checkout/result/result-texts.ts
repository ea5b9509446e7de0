import type { OrderView } from '@webpay/contract/calls';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useLang, useText } from '../../../i18n/text.tsx';
import type { Step } from '../../../ui/Steps/Steps.tsx';
import { useMoney } from '../../goods/use-money.ts';
import { boughtOf } from './bought.ts';
import { RETRY_DAYS_MS, type StepView } from './delivery-steps.ts';
import { latePayment, type ResultView } from './result-view.ts';

/** Amount in the headline: the order's total, or its late payment. */
export function movedSum(order: OrderView): OrderView['total'] {
  return latePayment(order)?.amount ?? order.total;
}

export function useTitle(order: OrderView, { title }: ResultView): string {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  if (title !== null) {
    const name = order.action?.name ?? order.failed_wallet ?? '';
    return t(title, { price: money(movedSum(order)), name });
  }

  const isDelivered = order.delivery.state === 'delivered';
  const named = (name: string) => t(isDelivered ? 'result.delivered' : 'result.success', { name });
  const bought = boughtOf(order.items, lang);
  const count = formatNumber(bought.count, lang);
  switch (bought.kind) {
    case 'many':
      return t(isDelivered ? 'result.delivered_many' : 'result.success_many', {
        count: bought.count,
      });
    case 'amount':
      return named(`${count} ${bought.name}`);
    case 'amounts': {
      const bonus = formatNumber(bought.bonus, lang);
      return named(t('goods.amount_bonus', { amount: count, bonus, name: bought.name }));
    }
    case 'one':
      if (bought.count > 1) return named(`${bought.name} ${t('goods.times', { count })}`);
      return t(isDelivered ? 'result.delivered' : 'result.success_one', { name: bought.name });
  }
}

export function useStepTexts(order: OrderView, steps: readonly StepView[]): readonly Step[] {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { at } = order.delivery;
  const values = {
    price: money(order.total),
    day: formatDate(order.created_at + RETRY_DAYS_MS, lang, 'day'),
  };
  return steps.map(({ id, state, title, text }) => ({
    id,
    state,
    title: t(title, values),
    ...(text && { text: t(text, values) }),
    ...(state === 'now' && { time: t('result.step_now') }),
    ...(id === 'ready' &&
      state === 'done' &&
      at !== null && { time: formatDate(at, lang, 'time') }),
    ...(id === 'mail' && { icon: 'mail' }),
  }));
}
