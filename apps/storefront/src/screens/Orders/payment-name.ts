import type { Receipt } from '@webpay/contract/calls';

/** Names a payment: "Visa •••• 1111", or the channel. */
export function paymentName({ name, card }: NonNullable<Receipt['paid_with']>): string {
  if (card === null) return name;
  const brand = card.brand.charAt(0) + card.brand.slice(1).toLowerCase();
  return `${brand} •••• ${card.last4}`;
}
