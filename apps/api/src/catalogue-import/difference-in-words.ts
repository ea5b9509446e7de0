import {
  countOf,
  isSteep,
  moneyInWords,
  type CatalogueDifference,
  type PriceDifference,
  type RowDifference,
} from './difference.ts';

/** Longer lists are counted. */
const MOST_NAMED = 20;
const MOST_FIELDS = 3;

/** Lines about an import that was only tried; one when nothing differs. */
export function differenceInWords(
  difference: CatalogueDifference,
  folder: string,
): readonly string[] {
  const { rows } = difference;
  if (countOf(rows) === 0) return [`catalogue: the database matches ${folder}`];
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const subjects = Object.entries(rows).filter(([, n]) => n > 0);
  const all = new Intl.ListFormat('en-GB').format(subjects.map(([what, n]) => count(n, what)));
  return [
    `catalogue: ${folder} differs from the database in ${all}. Nothing was changed.`,
    ...namedChanges(difference, ['in the database', 'in the folder']),
  ];
}

/** Lines about an import that was done; none when it changed nothing or was the first. */
export function changesInWords(difference: CatalogueDifference): readonly string[] {
  if (difference.isFirst || countOf(difference.rows) === 0) return [];
  return namedChanges(difference, ['before', 'now']);
}

/** One sentence that names the prices which need --yes-prices, at most twenty of them. */
export function steepInWords(prices: readonly PriceDifference[]): string {
  const steep = prices.filter(isSteep);
  const named = first(
    steep.map((price) => priceInWords(price, ['in the database', 'in the folder'])),
    'price',
  );
  const what = steep.length === 1 ? 'A price changes' : `${steep.length} prices change`;
  return [
    `${what} by more than 30 %. Nothing was changed. Add --yes-prices if this is intended:`,
    ...named,
  ].join('\n');
}

type Times = readonly [before: string, after: string];

/** Closed projects first, then large changes of prices, then other prices, then the rest. */
function namedChanges({ prices, others }: CatalogueDifference, times: Times): string[] {
  const bySize = prices.toSorted((a, b) => Number(isSteep(b)) - Number(isSteep(a)));
  const [projects, rest] = [true, false].map((isProject) =>
    others.filter(({ subject }) => (subject === 'project') === isProject).flatMap(rowInWords),
  );
  return [
    ...first(projects ?? [], 'project'),
    ...first(
      bySize.map((price) => priceInWords(price, times)),
      'price',
    ),
    ...first(rest ?? [], 'other change'),
  ];
}

function first(lines: readonly string[], what: string): string[] {
  const more = lines.length - MOST_NAMED;
  const counted = more > 0 ? [`  and ${more} more ${what}${more === 1 ? '' : 's'}`] : [];
  return [...lines.slice(0, MOST_NAMED), ...counted];
}

function priceInWords(
  { project, productId, currency, inDatabase, inFolder }: PriceDifference,
  [before, after]: Times,
): string {
  const words = (minor: number | null) =>
    minor === null ? `not sold in ${currency}` : moneyInWords(minor, currency);
  const said = `  ${project} ${productId}: ${words(inDatabase)} ${before}, ${words(inFolder)} ${after}`;
  if (inDatabase === null || inFolder === null || inDatabase === 0) return said;
  const percent = ((inFolder - inDatabase) * 100) / inDatabase;
  const size = Math.abs(percent).toFixed(1);
  return `${said} (${percent > 0 ? '+' : '−'}${size} %)`;
}

/** Important changes, which get words of their own instead of a column's name. */
const SPOKEN: Readonly<Record<string, string>> = {
  'is_open true → false': 'closes',
  'is_open false → true': 'opens',
  'on_sale true → false': 'is no longer on sale',
  'on_sale false → true': 'is on sale',
};

/** @returns no line for a row that only moved in its list */
function rowInWords({ subject, project, id, change }: RowDifference): string[] {
  const named = subject === 'project' ? `  project ${project}` : `  ${project} ${subject} ${id}`;
  if (typeof change === 'string') return [`${named}: ${change}`];
  const fields = change
    .filter((field) => !field.startsWith('position '))
    .map((field) => SPOKEN[field] ?? field);
  if (fields.length === 0) return [];
  const more = fields.length - MOST_FIELDS;
  const counted = more > 0 ? [`and ${more} more`] : [];
  return [`${named}: ${[...fields.slice(0, MOST_FIELDS), ...counted].join('; ')}`];
}
