import type { CallResult } from '@webpay/contract/calls';
import type { Money } from '@webpay/contract/money';
import { call } from '../../../api/call.ts';
import { returnPath } from '../../../router/paths.ts';
import type { Checkout } from '../../../browser/storage.ts';

export type Opened = CallResult<'orderCreate'>;

/**
 * C09: makes the order, or finds the one of the same key, and opens the chosen way to pay.
 * For the character of `userToken`, whoever another tab logs in while the call is on its way.
 * `total` is what the player sees; the server refuses with 20017 where it is not the price.
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

/** Where a bank or a wallet sends the player back to; the server adds the order's token. */
export function returnAddress(project: string, source: Checkout['source']): string {
  return window.location.origin + returnPath(project, source);
}
