import type { ConsoleResult } from '@webpay/contract/console/calls';
import { leftOf, type OrderFacts, type Payment } from './order-facts.ts';
import { codeInWords, gatewayName } from './order-words.ts';

type Line = ConsoleResult<'order'>['money'][number];
type NamedNumber = ConsoleResult<'order'>['numbers'][number];

/** Tax in the paid price; null: none, or an older release kept none. */
export type KeptTax = { readonly name: string; readonly percent: number; readonly minor: number };

/** Money of the order, payment by payment; sums of different currencies are never added. */
export function moneyOf(facts: OrderFacts, tax: KeptTax | null): Line[] {
  const { order, payments } = facts;
  if (payments.length === 0) {
    return [line('Price', order.total, order.currency)];
  }
  const shown = payments.filter(({ captured }) => captured > 0);
  const last = payments.at(-1);
  const lines = (shown.length > 0 || last === undefined ? shown : [last]).flatMap((payment) =>
    linesOf(facts, payment, payment.isOverpayment ? null : tax),
  );
  const claimed = facts.disputes
    .filter(({ state }) => state === 'open')
    .map(({ provider, claimed: minor, currency }) =>
      line(`Claimed at ${gatewayName(provider)}`, minor, currency),
    );
  return [...lines, ...claimed];
}

/** States in which the gateway may have taken money that the shop does not know of. */
const MAY_BE_CAPTURED: ReadonlySet<string> = new Set(['SUBMITTING', 'PROCESSING', 'UNKNOWN']);

function linesOf(facts: OrderFacts, payment: Payment, tax: KeptTax | null): Line[] {
  const { method, currency, captured, refunded, reserved, lost } = payment;
  if (captured === 0) {
    return [
      line(`Asked for, ${method}`, payment.amount, currency),
      line(
        MAY_BE_CAPTURED.has(payment.state) ? 'Known to be captured' : 'Captured',
        0,
        currency,
        true,
      ),
    ];
  }
  const name = payment.isOverpayment ? `Overpayment captured, ${method}` : `Captured, ${method}`;
  const owed = facts.owed.find(({ attemptId }) => attemptId === payment.id);
  return [
    line(name, captured, currency),
    ...(tax === null ? [] : [line(`of it ${tax.name} ${tax.percent} %`, tax.minor, currency)]),
    line('Went back', -refunded, currency),
    line('On its way back', -reserved, currency),
    line('Lost', -lost, currency),
    line('Left', leftOf(payment), currency, true),
    ...(owed === undefined ? [] : [line('Owed to the player', owed.minor, owed.currency)]),
  ];
}

function line(label: string, minor: number, currency: string, isTotal = false): Line {
  // JSON writes a negative zero as 0, but a page that subtracts would not.
  return { label, sum: { minor: minor === 0 ? 0 : minor, currency }, is_total: isTotal };
}

/** Every number that a player, a gateway or a game may name. */
export function numbersOf(
  facts: OrderFacts,
  order: { readonly orderNo: string; readonly mallRef: string | null },
): NamedNumber[] {
  const { payments, refunds, disputes, mails, requests } = facts;
  const some = (label: string, value: string | null): NamedNumber[] =>
    value === null || value === '' ? [] : [{ label, value }];
  const hasNo = order.orderNo !== facts.order.id;
  return [
    ...some('Order number', hasNo ? order.orderNo : null),
    ...some('Order id', facts.order.id),
    ...some('Mall order', order.mallRef),
    ...payments.flatMap(({ id, provider, gatewayRef, captureRef }) => [
      ...some('Payment', id),
      ...some(gatewayName(provider), gatewayRef),
      ...some(`${gatewayName(provider)} capture`, captureRef === gatewayRef ? null : captureRef),
    ]),
    ...refunds.flatMap(({ id, provider, gatewayRef, bankNumber }) => [
      ...some('Refund', id),
      ...some(`${gatewayName(provider)} refund`, gatewayRef),
      ...some('Bank transfer', bankNumber),
    ]),
    ...disputes.flatMap(({ id, kind }) => some(`${capital(codeInWords(kind))} number`, id)),
    ...requests.flatMap(({ id }) => some('Request', id)),
    ...mails.flatMap(({ id, kind, mailId }) => [
      ...some(kind === 'resend' ? 'Resend' : 'Delivery', id),
      ...some(kind === 'resend' ? 'Mail of the resend' : 'Mail', mailId),
    ]),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
