import type { CallResult } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { call } from '../../../api/call.ts';
import { returnPath } from '../../../router/paths.ts';
import type { Checkout } from '../../../browser/storage.ts';

export type Opened = CallResult<'orderCreate'>;

/**
 * Creates the order, or finds the one of the same key, and opens the chosen payment method (C09).
 * `userToken` fixes the character; `total` is the price shown, and the server refuses another with 20017.
 */
export function openOrder(
  project: string,
  checkout: Checkout,
  userToken: string,
  payId: string,
  country: string,
  total: Money,
): Promise<Opened> {
  const fields = {
    products: JSON.stringify(checkout.products),
    country,
    pay_id: payId,
    redirect_url: returnAddress(project, checkout.source),
    source: checkout.source,
    order_key: checkout.order_key,
    total: JSON.stringify(total),
  };
  return call('orderCreate', fields, { userToken });
}

/** Return address for a bank or wallet; the server adds the order's token. */
export function returnAddress(project: string, source: Checkout['source']): string {
  return window.location.origin + returnPath(project, source);
}
