import type { OrderView, Receipt } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { limitsOf } from '../../api/limits.ts';
import { useConfigs } from '../../api/page.tsx';
import { paidNet } from '../../features/goods/paid-net.ts';
import { piecesGiven } from '../../features/goods/pieces.ts';
import { useMoney } from '../../features/goods/use-money.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { langTag } from '../../i18n/languages.ts';
import { useLang, useText } from '../../i18n/text.tsx';

type ReceiptLine = {
  readonly key: string;
  readonly name: string;
  /** null: given for nothing. */
  readonly unit: string | null;
  readonly sum: string | null;
};
type ReceiptFact = { readonly key: string; readonly value: string };

export type ReceiptTexts = ReturnType<typeof useReceiptTexts>;

/** Formats a receipt for the reader: one source for paper and copy. */
export function useReceiptTexts(order: OrderView, receipt: Receipt) {
  const t = useText();
  const lang = useLang();
  const money = useMoney();
  const configs = useConfigs();
  const { paid_with: paid, seller } = receipt;

  const facts: readonly ReceiptFact[] = [
    { key: t('result.order'), value: order.order_no },
    { key: t('result.date'), value: withZone(receipt.paid_at ?? order.created_at) },
    ...(paid ? [{ key: t('orders.paid_with'), value: paymentName(paid) }] : []),
    { key: t('result.recipient'), value: `${order.role.name} · ${order.role.server_name}` },
    ...(paid?.reference ? [{ key: t('orders.reference'), value: paid.reference }] : []),
  ];
  const lines = order.items.flatMap((item): ReceiptLine[] => {
    const times = t('goods.times', { count: formatNumber(item.count, lang) });
    const line = {
      key: item.product_id,
      name: item.count === 1 ? item.name : `${item.name} ${times}`,
      unit: money(item.price),
      sum: money(item.subtotal),
    };
    const free: ReceiptLine[] = [];
    const give = (what: string, name: string) =>
      free.push({ key: `${item.product_id} ${what}`, name, unit: null, sum: null });
    if (item.doubled === true) give('doubled', `${item.name} · ${t('goods.first_doubled')}`);
    if (item.bonus) {
      const count = formatNumber(item.bonus.count * piecesGiven(item), lang);
      give('bonus', `${item.bonus.name} · ${t('goods.bonus', { count })}`);
    }
    return [line, ...free];
  });
  const { tax, refunded } = receipt;
  const percent = (value: number) =>
    new Intl.NumberFormat(langTag(lang), { style: 'percent', maximumFractionDigits: 3 }).format(
      value / 100,
    );
  const total: ReceiptFact = {
    key: t(tax === null ? 'payment.total_tax' : 'goods.order_total'),
    value: money(order.total),
  };
  /** Contained in the net amount paid. */
  const taxLine = tax && {
    key: t('orders.tax', { tax: `${percent(tax.percent)} ${tax.name}` }),
    // An old order did not keep its rate.
    value: `${tax.by_current_rate === true ? '≈ ' : ''}${money(tax.amount)}`,
  };
  /** The refund, and the amount that remains paid. */
  const refund = refunded === null ? [] : refundLines(refunded);

  return {
    facts,
    lines,
    total,
    tax: taxLine,
    refund,
    /** The whole receipt as plain text, for copying. */
    asText: () =>
      [
        `${configs.name} · ${t('orders.receipt')}`,
        [seller.name, seller.address].filter(Boolean).join(', '),
        '',
        ...facts.map(asLine),
        '',
        ...lines.map(({ name, sum }) => (sum === null ? name : asLine({ key: name, value: sum }))),
        ...[total, ...refund, ...(taxLine ? [taxLine] : [])].map(asLine),
        '',
        limitsOf(configs).email,
      ].join('\n'),
  };

  function refundLines(back: Money): ReceiptFact[] {
    const last = receipt.history.findLast(({ what }) => what === 'refunded')?.at;
    const day = formatDate(order.refunded_at ?? last ?? order.created_at, lang);
    return [
      { key: t('result.refunded_on', { day }), value: `−${money(back)}` },
      { key: t('orders.paid_net'), value: money(paidNet(order.total, back)) },
    ];
  }

  function withZone(ms: number): string {
    return new Intl.DateTimeFormat(langTag(lang), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }).format(ms);
  }
}

const asLine = ({ key, value }: ReceiptFact) => `${key}: ${value}`;

/** Names a payment: "Visa •••• 1111", or the channel. */
export function paymentName({ name, card }: NonNullable<Receipt['paid_with']>): string {
  if (card === null) return name;
  const brand = card.brand.charAt(0) + card.brand.slice(1).toLowerCase();
  return `${brand} •••• ${card.last4}`;
}
