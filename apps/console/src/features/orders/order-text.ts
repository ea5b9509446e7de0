import type { OrderRow } from '@webpay/contract/console/shapes';

/** `980 Gems ×1, Weekly Card ×2` */
export const goodsText = (goods: OrderRow['goods']): string =>
  goods.map(({ name, count }) => `${name} ×${count}`).join(', ');

/** `Visa ••1111`; "not tried" before the first payment. */
export function methodText(method: OrderRow['method']): string {
  if (method === null) return 'not tried';
  return method.last_four === null ? method.name : `${method.name} ••${method.last_four}`;
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** `Germany`; an unknown code stays as it is. */
export function countryText(code: string): string {
  try {
    return REGIONS.of(code) ?? code;
  } catch {
    return code;
  }
}
