import { createHash } from 'node:crypto';
import type { SoldItem } from './columns.ts';

type Texts = SoldItem['name'];

/** A line's goods: what its row keeps, and all of it under the key of its content. */
type SoldLines = {
  readonly soldItems: readonly SoldItem[];
  readonly soldIds: readonly string[];
  readonly soldGoods: readonly SoldItem[];
};

/**
 * Goods of an order's lines as they are written. Texts in twenty languages were a tenth of a purchase's log, so each
 * line keeps those of `langs`, which mails and operators read; pages read the whole by its key.
 */
export function soldLines(sold: readonly SoldItem[], langs: readonly string[]): SoldLines {
  const kept = new Set([...langs, 'en']);
  return {
    soldItems: sold.map((each) => inLanguages(each, kept)),
    soldIds: sold.map(idOf),
    soldGoods: sold,
  };
}

function inLanguages(sold: SoldItem, kept: ReadonlySet<string>): SoldItem {
  const named = <Named extends { readonly name: Texts }>(item: Named): Named => {
    const texts = Object.entries(item.name).filter(([lang]) => kept.has(lang));
    return texts.length === 0 ? item : { ...item, name: Object.fromEntries(texts) };
  };
  return {
    ...named(sold),
    contents: sold.contents.map(named),
    bonus: sold.bonus === null ? null : named(sold.bonus),
  };
}

const idOf = (sold: SoldItem): string =>
  createHash('sha256').update(JSON.stringify(sold)).digest().subarray(0, 16).toString('base64url');
