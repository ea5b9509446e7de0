import { exponentOf } from '@webpay/contract/money';
import { type CatalogueFile, cellKey, liveText } from './changed-prices.ts';

/** More cells than any project has. */
const MAX_LENGTH = 200_000;
const IN_ENGLISH = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,2})?$/;
const IN_GERMAN = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/;

/**
 * Cells of a spreadsheet, laid over the prices from one good and currency on, downwards and to the right. Empty cells change
 * nothing. @returns the texts by cell, and the number of cells outside of the table or not sold in their currency
 */
export function pastedPrices(
  { goods, currencies }: CatalogueFile,
  from: { readonly product_id: string; readonly currency: string },
  text: string,
): { readonly texts: ReadonlyMap<string, string>; readonly outside: number } {
  const top = goods.findIndex(({ product_id: id }) => id === from.product_id);
  const left = currencies.indexOf(from.currency);
  const texts = new Map<string, string>();
  let outside = 0;
  for (const [down, line] of text.slice(0, MAX_LENGTH).split(/\r?\n/).entries()) {
    for (const [right, cell] of line.split('\t').entries()) {
      if (cell.trim() === '') continue;
      const good = goods[top + down];
      const currency = currencies[left + right];
      if (good === undefined || currency === undefined || liveText(good, currency) === '') {
        outside += 1;
      } else {
        texts.set(cellKey(good.product_id, currency), priceIn(cell, currency));
      }
    }
  }
  return { texts, outside };
}

/**
 * A price as a person types it: without currency and separators of thousands. `1,200` may be 1.2 in a currency with
 * decimals, so it stays, and the table says that it is no price.
 */
function priceIn(cell: string, currency: string): string {
  const text = cell.trim().replaceAll(/^(?:[A-Z]{3}|\p{Sc})\s?|\s?(?:[A-Z]{3}|\p{Sc})$/gu, '');
  const isClear = exponentOf(currency) === 0 || text.split(/[.,]/).length > 2;
  if (isClear && IN_ENGLISH.test(text)) return text.replaceAll(',', '');
  if (isClear && IN_GERMAN.test(text)) return text.replaceAll('.', '');
  return text.slice(0, 16);
}
