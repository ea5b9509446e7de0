import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { GoodEdits, WayEdits } from '@webpay/contract/console/publish-shapes';

export type GoodsFile = ConsoleResult<'goods'>;
export type Good = GoodsFile['goods'][number];
export type Limit = Good['limit'];

/** Fields of a good as typed; absent ones are live. */
export type TypedGood = {
  readonly isSold?: boolean;
  /** Empty: no limit. */
  readonly max?: string;
  readonly period?: NonNullable<Limit>['period'];
  readonly names?: Readonly<Record<string, string>>;
  readonly descriptions?: Readonly<Record<string, string>>;
};

/** Everything typed on the page, until it is published. */
export type TypedGoods = {
  readonly goods: ReadonlyMap<string, TypedGood>;
  /** Null: unchanged. */
  readonly order: readonly string[] | null;
  /** Countries of methods as typed: `*`, codes, or null for no more. */
  readonly ways: ReadonlyMap<string, string | null>;
};
export const NOTHING: TypedGoods = { goods: new Map(), order: null, ways: new Map() };

/** The limit as typed; undefined: it is none. */
export function limitOf({ limit }: Good, { max, period }: TypedGood): Limit | undefined {
  const text = (max ?? String(limit?.max ?? '')).trim();
  if (text === '') return null;
  if (!/^[1-9]\d{0,5}$/.test(text)) return undefined;
  return { max: Number(text), period: period ?? limit?.period ?? 'once' };
}

/** Codes of countries as typed, `*` for all; undefined: they are none. */
export function countriesOf(text: string): '*' | string[] | undefined {
  if (text.trim() === '*') return '*';
  const codes = [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter((code) => code !== ''),
    ),
  ];
  return codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code)) ? codes : undefined;
}

export const waysText = (countries: '*' | readonly string[]): string =>
  countries === '*' ? '*' : countries.join(', ');

/** The change as a step has it, and a sentence for each field that is wrong. */
export function changedGoods(file: GoodsFile, typed: TypedGoods) {
  const wrong: string[] = [];
  const goods: GoodEdits = file.goods.flatMap((good) => {
    const given = typed.goods.get(good.product_id);
    if (given === undefined) return [];
    const name = good.names['en'] ?? good.product_id;
    const limit = limitOf(good, given);
    if (limit === undefined) wrong.push(`The limit of ${name} is no whole number.`);
    const isLimit = limit !== undefined && JSON.stringify(limit) !== JSON.stringify(good.limit);
    const isSold = given.isSold !== undefined && given.isSold !== good.on_sale;
    const names = textsOf(file, good.names, given.names, `name of ${name}`, wrong);
    const descriptions = textsOf(
      file,
      good.descriptions,
      given.descriptions,
      `description of ${name}`,
      wrong,
    );
    if (!isLimit && !isSold && names.length + descriptions.length === 0) return [];
    return [
      {
        product_id: good.product_id,
        ...(isSold ? { on_sale: given.isSold } : {}),
        ...(isLimit ? { limit } : {}),
        ...(names.length > 0 ? { names } : {}),
        ...(descriptions.length > 0 ? { descriptions } : {}),
      },
    ];
  });
  const live = new Map(file.ways.map((way) => [way.pay_id, way.countries]));
  const ways: WayEdits = [...typed.ways].flatMap(([pay_id, text]): WayEdits => {
    const before = live.get(pay_id);
    if (text === null) return before === undefined ? [] : [{ pay_id, countries: null }];
    const countries = countriesOf(text);
    if (countries === undefined) {
      wrong.push(`The countries of ${pay_id} are neither * nor codes such as DE, FR.`);
      return [];
    }
    const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(countries);
    return isSame ? [] : [{ pay_id, countries }];
  });
  const ids = file.goods.map(({ product_id: id }) => id);
  const isMoved = typed.order !== null && typed.order.join() !== ids.join();
  return { goods, ways, ...(isMoved ? { order: [...(typed.order ?? [])] } : {}), wrong };
}

function textsOf(
  { langs }: GoodsFile,
  live: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>> | undefined,
  what: string,
  wrong: string[],
): NonNullable<GoodEdits[number]['names']> {
  return Object.entries(typed ?? {}).flatMap(([lang, given]) => {
    const text = given.trim();
    if (text === (live[lang] ?? '')) return [];
    if (text === '') wrong.push(`The ${what} in ${lang} is empty.`);
    // Verified edge: the page offers the languages of the answer alone.
    return langs.includes(lang) ? [{ lang: lang as 'en', text }] : [];
  });
}
