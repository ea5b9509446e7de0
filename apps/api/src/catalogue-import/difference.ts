import { createHash } from 'node:crypto';
import { placesInWords, timeInWords } from '@webpay/contract/console/event-windows';
import { fromMinor } from '@webpay/contract/money';
import * as v from 'valibot';
import type { Tx } from '../platform/db/pool.ts';
import type { RowOf } from '../platform/db/statement.ts';
import { storedWindows } from '../domain/projects/event-window.ts';
import { productData } from '../domain/projects/project-data.ts';
import { allPrices, catalogueRows } from '../domain/projects/queries.ts';

/** Rows that an import changes, by their subject. */
export type ChangedRows = Readonly<
  Record<'project' | 'region' | 'server' | 'product' | 'price' | 'method' | 'event', number>
>;

export const countOf = (changed: ChangedRows): number =>
  Object.values(changed).reduce((sum, rows) => sum + rows, 0);

/** A price that differs, in minor units; null: not on sale in this currency. */
export type PriceDifference = {
  readonly project: string;
  readonly productId: string;
  readonly currency: string;
  readonly inDatabase: number | null;
  readonly inFolder: number | null;
};

/** Pieces of an item that a good gives, bonus included, where both give it. */
export type ContentDifference = {
  readonly project: string;
  readonly productId: string;
  readonly itemId: string;
  readonly inDatabase: number;
  readonly inFolder: number;
};

/** A row that differs, other than a price. */
export type RowDifference = {
  readonly subject: string;
  readonly project: string;
  readonly id: string;
  /** `new`, `gone`, or the changed fields in words. */
  readonly change: 'new' | 'gone' | readonly string[];
  /** Every leaf that differs, also those of a new row and of translations. */
  readonly leaves: readonly string[];
};

export type CatalogueDifference = {
  /** Counts of the rows that an import changes. */
  readonly rows: ChangedRows;
  readonly prices: readonly PriceDifference[];
  readonly contents: readonly ContentDifference[];
  readonly others: readonly RowDifference[];
  /** The database had no catalogue before. */
  readonly isFirst: boolean;
};

/** Longer leaves are cut and told by their hash, so that the rest of them cannot change unseen. */
const MAX_LEAF = 400;

/** A larger change in per cent, up or down, needs --yes-prices. */
const MAX_PERCENT = 30;

/** The catalogue at one moment of a transaction. */
export async function catalogueSnapshot(tx: Tx) {
  return { prices: await tx.many(allPrices), rows: await tx.many(catalogueRows) };
}
type Snapshot = Awaited<ReturnType<typeof catalogueSnapshot>>;

export function differenceOf(
  before: Snapshot,
  after: Snapshot,
  rows: ChangedRows,
): CatalogueDifference {
  return {
    rows,
    prices: pricesThatDiffer(before.prices, after.prices),
    contents: contentsThatDiffer(before.rows, after.rows),
    others: rowsThatDiffer(before.rows, after.rows),
    isFirst: before.rows.length === 0,
  };
}

type Price = RowOf<typeof allPrices>;

function pricesThatDiffer(
  inDatabase: readonly Price[],
  inFolder: readonly Price[],
): PriceDifference[] {
  const keyOf = ({ project, product_id, currency }: Price) =>
    JSON.stringify([project, product_id, currency]);
  const minorOf = (prices: readonly Price[]) =>
    new Map(prices.map((price) => [keyOf(price), price.amount_minor]));
  const [before, after] = [minorOf(inDatabase), minorOf(inFolder)];
  const every = new Map([...inDatabase, ...inFolder].map((price) => [keyOf(price), price]));
  return [...every].flatMap(([key, { project, product_id: productId, currency }]) => {
    const [one, other] = [before.get(key) ?? null, after.get(key) ?? null];
    if (one === other) return [];
    return [{ project, productId, currency, inDatabase: one, inFolder: other }];
  });
}

/** Whether a price or a content changes by more than 30 %, counted from the database. */
export function isSteep({
  inDatabase,
  inFolder,
}: Pick<PriceDifference, 'inDatabase' | 'inFolder'>): boolean {
  if (inDatabase === null || inFolder === null) return false;
  return Math.abs(inFolder - inDatabase) * 100 > inDatabase * MAX_PERCENT;
}

/** Whether a change needs --yes-prices: ten times the goods for a price cost as much as a tenth of it. */
export function hasSteep({ prices, contents }: CatalogueDifference): boolean {
  return [...prices, ...contents].some(isSteep);
}

type Row = RowOf<typeof catalogueRows>;

function contentsThatDiffer(
  inDatabase: readonly Row[],
  inFolder: readonly Row[],
): ContentDifference[] {
  const goodsOf = (rows: readonly Row[]) => rows.filter(({ subject }) => subject === 'product');
  const before = new Map(
    goodsOf(inDatabase).map(({ project, id, row }) => [`${project}/${id}`, piecesOf(row)]),
  );
  return goodsOf(inFolder).flatMap(({ project, id: productId, row }) => {
    const known = before.get(`${project}/${productId}`);
    return [...piecesOf(row)].flatMap(([itemId, pieces]) => {
      const one = known?.get(itemId) ?? pieces;
      return one === pieces
        ? []
        : [{ project, productId, itemId, inDatabase: one, inFolder: pieces }];
    });
  });
}

const givenByGood = v.pick(productData, ['contents', 'bonus']);

/** The pieces of each item in a good's row. */
function piecesOf(row: Row['row']): ReadonlyMap<string, number> {
  const { contents, bonus } = v.parse(givenByGood, row);
  const pieces = new Map<string, number>();
  for (const { item_id, count } of bonus === null ? contents : [...contents, bonus]) {
    pieces.set(item_id, (pieces.get(item_id) ?? 0) + count);
  }
  return pieces;
}

function rowsThatDiffer(inDatabase: readonly Row[], inFolder: readonly Row[]): RowDifference[] {
  const keyOf = ({ subject, project, id }: Row) => JSON.stringify([subject, project, id]);
  const [before, after] = [inDatabase, inFolder].map(
    (rows) => new Map(rows.map((each) => [keyOf(each), shownRow(each)])),
  );
  const every = new Map([...inDatabase, ...inFolder].map((row) => [keyOf(row), row]));
  return [...every].flatMap(([key, { subject, project, id }]): RowDifference[] => {
    const [one, other] = [before?.get(key), after?.get(key)];
    const at = { subject, project, id, leaves: leavesThatDiffer(one, other, []) };
    if (one === undefined) return [{ ...at, change: 'new' }];
    if (other === undefined) return [{ ...at, change: 'gone' }];
    const fields = fieldsThatDiffer(one, other, []);
    return fields.length === 0 ? [] : [{ ...at, change: fields }];
  });
}

/** An event's row tells its windows by country, each time by the clock of its zone and in UTC. */
function shownRow({ subject, row }: Row): Row['row'] {
  if (subject !== 'event') return row;
  const { starts_at, ends_at, windows, time_zone, is_listed: _, ...shown } = row;
  const found = v.safeParse(eventTimes, { starts_at, ends_at, windows, time_zone });
  if (!found.success) return row;
  const one = { ...found.output, countries: null };
  const all = found.output.windows ?? [{ ...one, time_zone: one.time_zone ?? null }];
  const window = Object.fromEntries(
    all.map((each) => {
      const [from, to] = [each.starts_at, each.ends_at].map((at) =>
        timeInWords(Date.parse(at), each.time_zone ?? 'UTC'),
      );
      return [placesInWords(each.countries, all.length === 1), { from, to }];
    }),
  );
  return { ...shown, window };
}

const eventTimes = v.object({
  starts_at: v.string(),
  ends_at: v.string(),
  windows: storedWindows,
  time_zone: v.optional(v.string()),
});

/** The changed leaves of two JSON values: `rules.packs.0.min 4.49 USD → 3.99 USD`. */
function fieldsThatDiffer(one: unknown, other: unknown, path: readonly string[]): string[] {
  if (isBranch(one) && isBranch(other)) {
    // A new English text loses its translations, which `check` lists.
    const isText = typeof one['en'] === 'string' && one['en'] !== other['en'];
    const keys = isText ? ['en'] : new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...keys].flatMap((key) => fieldsThatDiffer(one[key], other[key], [...path, key]));
  }
  if (one === other) return [];
  const currency = currencyAt(path);
  const words = [one, other].map((value) => leafInWords(value, currency));
  return [`${path.join('.').replace(/_minor$/, '')} ${words.join(' → ')}`];
}

/**
 * As above, but every leaf: a branch that is on one side alone has leaves too. A leaf of a row or branch that is there
 * already says what it was, also nothing: `limit_max nothing → 3`.
 */
function leavesThatDiffer(
  one: unknown,
  other: unknown,
  path: readonly string[],
  isInside = false,
): string[] {
  const [first, second] = [one ?? {}, other ?? {}];
  if ((isBranch(one) || isBranch(other)) && isBranch(first) && isBranch(second)) {
    const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
    return [...keys].flatMap((key) =>
      leavesThatDiffer(first[key], second[key], [...path, key], isBranch(one)),
    );
  }
  if (one === other || (isNothing(one) && isNothing(other))) return [];
  const currency = currencyAt(path);
  const [before, after] = [one, other].map((value) => leafInWords(value, currency, MAX_LEAF));
  const said = isNothing(one) && !isInside ? after : `${before} → ${after}`;
  return [`${path.join('.').replace(/_minor$/, '')} ${said}`];
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The currency of a number of minor units. Rules of events are in US dollars. */
function currencyAt(path: readonly string[]): string | null {
  const [list, name = ''] = path.slice(-2);
  if (list === 'prices') return name;
  return name.endsWith('_minor') ? 'USD' : null;
}

/** The address of a picture: its name and the beginning of its hash tell it from others. */
const PICTURE = /^"\/catalogue\/([\w./-]+)\?v=([0-9a-f]{8})(?:[0-9a-f]{56})?"$/;

function leafInWords(value: unknown, currency: string | null, most = 60): string {
  if (currency !== null && typeof value === 'number') return moneyInWords(value, currency);
  if (value === undefined || value === null) return 'nothing';
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  const [, picture, version] = PICTURE.exec(text) ?? [];
  if (picture !== undefined) return `${picture} (${version})`;
  if (text.length <= most) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, most - 1)}…${most === MAX_LEAF ? ` (${text.length} characters, SHA-256 ${hash})` : ''}`;
}

export function moneyInWords(minor: number, currency: string): string {
  return `${fromMinor(minor, currency).amount} ${currency}`;
}
