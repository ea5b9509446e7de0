import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { currencyOfCountry } from './channels.ts';

/** C07. @throws Refusal NO_PRICE for the country or a good, NO_SUCH_ITEM */
export function listPrices(
  project: Project,
  productIds: readonly string[],
  country: string,
): CallResult<'productPrices'> {
  const currency = currencyOfCountry(project, country);
  const prices = productIds.map((id) => {
    const product = project.products.get(id);
    if (product === undefined) throw new Refusal('NO_SUCH_ITEM', { product_id: id });
    const minor = product.prices.get(currency);
    if (minor === undefined) throw new Refusal('NO_PRICE', { product_id: id });
    return { product_id: id, price: fromMinor(minor, currency) };
  });
  return { country, currency, prices };
}
