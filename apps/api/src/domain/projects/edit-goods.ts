import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { arrangeEntries, NotWritable, replaceValues, type YamlEdit } from './edit-yaml.ts';

/** New fields of a good; absent ones stay. */
export type GoodEdit = {
  readonly product_id: string;
  readonly on_sale?: boolean | undefined;
  readonly limit?: { readonly max: number; readonly period: string } | null | undefined;
  /** English texts, which translations are looked up by. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
};

/** A method of the project, where it is offered; null: no more. */
export type WayEdit = {
  readonly pay_id: string;
  readonly countries: '*' | readonly string[] | null;
};

type Entry = Readonly<Record<string, unknown>>;
const entriesOf = (text: string, list: string): readonly Entry[] =>
  // Verified edge: the file was checked when its version was published.
  (parse(text) as Readonly<Record<string, readonly Entry[]>>)[list] ?? [];

/**
 * Writes goods into the text of products.yaml.
 * @param order every good, in its new place
 * @throws NotWritable for a field that is not there
 */
export function writeGoods(
  text: string,
  goods: readonly GoodEdit[],
  order: readonly string[] | undefined,
): string {
  const edits = goods.flatMap((good): readonly YamlEdit[] => {
    const at = (...path: readonly string[]) =>
      ['products', { field: 'product_id', is: good.product_id }, ...path] as const;
    const { on_sale: isSold, limit, name, description } = good;
    return [
      ...(isSold === undefined ? [] : [{ path: at('on_sale'), written: String(isSold) }]),
      ...(limit === undefined ? [] : [{ path: at('limit'), written: limitText(limit) }]),
      ...(name === undefined ? [] : [{ path: at('name', 'en'), written: quoted(name) }]),
      ...(description === undefined
        ? []
        : [{ path: at('description', 'en'), written: quoted(description) }]),
    ];
  });
  const edited = replaceValues(text, edits);
  const list = { list: 'products', field: 'product_id' };
  const written = order === undefined ? edited : arrangeEntries(edited, list, order);
  const byId = new Map(goods.map((good) => [good.product_id, good]));
  const wanted = entriesOf(text, 'products').map((product) =>
    edit(product, byId.get(String(product['product_id']))),
  );
  const places = new Map(order?.map((id, place) => [id, place]));
  const placeOf = (entry: Entry) => places.get(String(entry['product_id'])) ?? 0;
  checkWritten(
    entriesOf(written, 'products'),
    wanted.toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
  return written;
}

/** Writes methods into the text of channels.yaml. @throws NotWritable */
export function writeWays(text: string, ways: readonly WayEdit[]): string {
  const before = entriesOf(text, 'channels');
  const idOf = (entry: Entry) => String(entry['pay_id']);
  const byId = new Map(ways.map((way) => [way.pay_id, way]));
  const kept = before.filter((entry) => byId.get(idOf(entry))?.countries !== null);
  const isNamed = (entry: Entry) => 'countries' in entry;
  const known = before.filter((entry) => isNamed(entry)).map(idOf);
  const edits = ways.flatMap(({ pay_id: id, countries }): readonly YamlEdit[] =>
    countries === null || !known.includes(id)
      ? []
      : [
          {
            path: ['channels', { field: 'pay_id', is: id }, 'countries'],
            written: listText(countries),
          },
        ],
  );
  // An entry without countries has those of its method: it is written anew with them.
  const fresh = ways.filter(
    ({ pay_id: id, countries }) => countries !== null && !known.includes(id),
  );
  const orders = before.map((entry) => Number(entry['order']));
  let order = Math.max(0, ...orders);
  const added = fresh.map(({ pay_id: id, countries }) => {
    const old = before.find((entry) => idOf(entry) === id);
    if (old !== undefined && Object.keys(old).length > 2) {
      throw new NotWritable(`The countries of ${id} are not in channels.yaml: correct the folder.`);
    }
    order += 1;
    const place = old === undefined ? order : Number(old['order']);
    return `{ pay_id: ${id}, order: ${place}, countries: ${listText(countries ?? '*')} }`;
  });
  const isFresh = (id: string) => fresh.some(({ pay_id }) => pay_id === id);
  const ids = kept.map(idOf).filter((id) => !isFresh(id));
  const list = { list: 'channels', field: 'pay_id' };
  const edited = replaceValues(text, edits);
  if (ids.length === before.length && added.length === 0) return edited;
  return arrangeEntries(edited, list, ids, added);
}

/** Translations of one file by the English text. @throws NotWritable */
export function writeTranslations(text: string, translations: ReadonlyMap<string, string>): string {
  let written = text;
  for (const [english, translated] of translations) {
    const key = `${JSON.stringify(english)}:`;
    const at = written.indexOf(`\n  ${key}`);
    const value = JSON.stringify(translated);
    if (at >= 0) {
      const from = at + 3 + key.length;
      const line = written.slice(from, written.indexOf('\n', from));
      const end = line.endsWith(',') ? ',' : '';
      written = `${written.slice(0, from)} ${value}${end}${written.slice(from + line.length)}`;
    } else {
      const close = written.lastIndexOf('\n}');
      const comma = /^\s*\{\s*$/.test(written.slice(0, close)) ? '' : ',';
      written = `${written.slice(0, close)}${comma}\n  ${key} ${value}${written.slice(close)}`;
    }
  }
  const wanted = { ...objectOf(JSON.parse(text)), ...Object.fromEntries(translations) };
  checkWritten(readJson(written), wanted);
  return written;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function edit(product: Entry, good: GoodEdit | undefined): Entry {
  if (good === undefined) return product;
  const { on_sale: isSold, limit, name, description } = good;
  const text = (field: string, en: string) => ({ ...objectOf(product[field]), en });
  return {
    ...product,
    ...(isSold === undefined ? {} : { on_sale: isSold }),
    ...(limit === undefined ? {} : { limit }),
    ...(name === undefined ? {} : { name: text('name', name) }),
    ...(description === undefined ? {} : { description: text('description', description) }),
  };
}

function checkWritten(written: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(written, wanted)) return;
  throw new NotWritable('The change cannot be written in place: correct the catalogue folder.');
}

// Verified edge: the file was checked when its version was published.
const objectOf = (value: unknown): Entry => Object(value) as Entry;
const limitText = (limit: GoodEdit['limit']): string =>
  limit ? `{ max: ${limit.max}, period: ${limit.period} }` : 'null';
const listText = (countries: '*' | readonly string[]): string =>
  countries === '*' ? "'*'" : `[${countries.map((code) => `'${code}'`).join(', ')}]`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Kind and English texts of each good of a products.yaml, in its order. */
export function goodsIn(
  text: string,
): ReadonlyMap<
  string,
  { readonly kind: string; readonly name: string; readonly description: string }
> {
  const english = (value: unknown) => String(objectOf(value)['en']);
  return new Map(
    entriesOf(text, 'products').map(({ product_id: id, kind, name, description }) => [
      String(id),
      { kind: String(kind), name: english(name), description: english(description) },
    ]),
  );
}

/** Countries of each channel of a channels.yaml; undefined: those of its method. */
export function waysIn(
  text: string,
): ReadonlyMap<string, { readonly countries: '*' | readonly string[] | undefined }> {
  return new Map(
    entriesOf(text, 'channels').map(({ pay_id: id, countries }) => [
      String(id),
      // Verified edge: the file was checked when its version was published.
      { countries: countries as '*' | readonly string[] | undefined },
    ]),
  );
}
