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

export function useTitle(order: OrderView, view: ResultView): string {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const { title } = view;
  if (title.kind === 'plain') return t(title.id);
  if (title.kind === 'money') return t(title.id, { price: money(movedSum(order)) });

  const bought = boughtOf(order.items, lang);
  if (bought.kind === 'many') {
    return title.isDelivered
      ? t('result.delivered_many', { count: bought.count })
      : t('result.success_many', { count: bought.count });
  }
  if (bought.kind === 'amount' || bought.kind === 'amounts') {
    const amount = formatNumber(bought.amount, lang);
    const name =
      bought.kind === 'amount'
        ? `${amount} ${bought.unit}`
        : t('goods.amount_bonus', {
            amount,
            bonus: formatNumber(bought.bonus, lang),
            name: bought.unit,
          });
    return t(title.isDelivered ? 'result.delivered' : 'result.success', { name });
  }
  const isSingle = bought.count === 1;
  const times = t('goods.times', { count: formatNumber(bought.count, lang) });
  const name = isSingle ? bought.name : `${bought.name} ${times}`;
  if (title.isDelivered) return t('result.delivered', { name });
  return t(isSingle ? 'result.success_one' : 'result.success', { name });
}

export function useStepTexts(order: OrderView, steps: readonly StepView[]): readonly Step[] {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const values = {
    price: money(order.total),
    day: formatDate(order.created_at + RETRY_DAYS_MS, lang, 'day'),
  };
  return steps.map((step) => ({
    id: step.id,
    state: step.state,
    title: t(step.title, values),
    ...(step.text === null ? {} : { text: t(step.text, values) }),
    ...timeOf(step),
    ...(step.id === 'mail' ? { icon: 'mail' as const } : {}),
  }));

  function timeOf(step: StepView): { readonly time?: string } {
    if (step.state === 'now') return { time: t('result.step_now') };
    if (step.id === 'ready' && step.state === 'done' && order.delivery.at !== null) {
      return { time: formatDate(order.delivery.at, lang, 'time') };
    }
    return {};
  }
}
