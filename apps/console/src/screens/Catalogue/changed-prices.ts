import type { CatalogueGood } from '@webpay/contract/console/catalogue-calls';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { fromMinor } from '@webpay/contract/money';
import { minorOf } from '../../features/step/draft.ts';

export type CatalogueFile = ConsoleResult<'catalogue'>;
/** Texts as typed, by good and currency. */
export type Typed = ReadonlyMap<string, string>;

export const cellKey = (good: string, currency: string): string => `${good} ${currency}`;

/** The live price as a field shows it; empty: not sold in this currency. */
export function liveText({ prices }: CatalogueGood, currency: string): string {
  const minor = prices[currency];
  return minor === undefined ? '' : fromMinor(minor, currency).amount;
}

/** Cells that differ from the live prices, and the number of those that are no price. */
export function changesOf({ goods, currencies }: CatalogueFile, typed: Typed) {
  let wrong = 0;
  const cells = goods.flatMap((good) =>
    currencies.flatMap((currency) => {
      const text = typed.get(cellKey(good.product_id, currency));
      if (text === undefined) return [];
      const minor = minorOf(text, currency);
      if (minor === null) wrong += 1;
      if (minor === null || minor === good.prices[currency]) return [];
      return [{ product_id: good.product_id, currency, minor }];
    }),
  );
  return { cells, wrong };
}

/** The typed texts that a new version has not made live: a published price must not come back as a change later. */
export function stillTyped({ goods }: CatalogueFile, typed: Typed): Typed {
  const live = new Set(
    goods.flatMap((good) =>
      Object.keys(good.prices).map(
        (currency) => `${cellKey(good.product_id, currency)} ${liveText(good, currency)}`,
      ),
    ),
  );
  return new Map([...typed].filter(([key, text]) => !live.has(`${key} ${text}`)));
}
