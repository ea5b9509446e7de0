import {
  countOf,
  isSteep,
  moneyInWords,
  type CatalogueDifference,
  type ContentDifference,
  type PriceDifference,
  type RowDifference,
} from './difference.ts';

/** Longer lists are counted. */
const MAX_NAMED = 20;
const MAX_FIELDS = 3;

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

/** One sentence that names the prices and contents which need --yes-prices, at most twenty of each. */
export function steepInWords({ prices, contents }: CatalogueDifference): string {
  const times: Times = ['in the database', 'in the folder'];
  const steep = { prices: prices.filter(isSteep), contents: contents.filter(isSteep) };
  return [
    `${steepSubject(steep)} by more than 30 %. Nothing was changed. Add --yes-prices if this is intended:`,
    ...first(
      steep.prices.map((price) => priceInWords(price, times)),
      'price',
    ),
    ...first(
      steep.contents.map((content) => contentInWords(content, times)),
      'content',
    ),
  ].join('\n');
}

function steepSubject({
  prices,
  contents,
}: Pick<CatalogueDifference, 'prices' | 'contents'>): string {
  const said = [
    ...(prices.length === 0 ? [] : [prices.length === 1 ? 'a price' : `${prices.length} prices`]),
    ...(contents.length === 0
      ? []
      : [contents.length === 1 ? 'a content of a good' : `${contents.length} contents of goods`]),
  ].join(' and ');
  const verb = prices.length + contents.length === 1 ? 'changes' : 'change';
  return `${said.charAt(0).toUpperCase()}${said.slice(1)} ${verb}`;
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
  const more = lines.length - MAX_NAMED;
  const counted = more > 0 ? [`  and ${more} more ${what}${more === 1 ? '' : 's'}`] : [];
  return [...lines.slice(0, MAX_NAMED), ...counted];
}

function priceInWords(
  { project, productId, currency, inDatabase, inFolder }: PriceDifference,
  [before, after]: Times,
): string {
  const words = (minor: number | null) =>
    minor === null ? `not sold in ${currency}` : moneyInWords(minor, currency);
  const said = `  ${project} ${productId}: ${words(inDatabase)} ${before}, ${words(inFolder)} ${after}`;
  if (inDatabase === null || inFolder === null || inDatabase === 0) return said;
  return `${said} (${percentInWords(inDatabase, inFolder)})`;
}

function contentInWords(
  { project, productId, itemId, inDatabase, inFolder }: ContentDifference,
  [before, after]: Times,
): string {
  const said = `  ${project} ${productId}: ${inDatabase} ${itemId} ${before}, ${inFolder} ${after}`;
  return `${said} (${percentInWords(inDatabase, inFolder)})`;
}

function percentInWords(before: number, after: number): string {
  const percent = ((after - before) * 100) / before;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(1)} %`;
}

/** Important changes, which get words of their own instead of a column's name. */
const SPOKEN: Readonly<Record<string, string>> = {
  'is_open true → false': 'closes',
  'is_open false → true': 'opens',
  'on_sale true → false': 'is no longer on sale',
  'on_sale false → true': 'is on sale',
};

/** Every change other than prices, one row a line, so that a second person sees what is published. */
export const rowChangesInWords = (others: readonly RowDifference[]): string[] =>
  others.flatMap(({ subject, project, id, change, leaves }) => {
    const named = subject === 'project' ? `project ${project}` : `${project} ${subject} ${id}`;
    if (change === 'gone') return [`${named}: gone`];
    const own = new Set([`project "${project}"`, `code "${project}"`]);
    const fields = leaves
      .filter((field) => !field.startsWith('position ') && !own.has(field))
      .map((field) => SPOKEN[field] ?? field);
    const said = change === 'new' ? ['new', ...fields] : fields;
    return said.length === 0 ? [] : [`${named}: ${said.join('; ')}`];
  });

/** @returns no line for a row that only moved in its list */
function rowInWords({ subject, project, id, change }: RowDifference): string[] {
  const named = subject === 'project' ? `  project ${project}` : `  ${project} ${subject} ${id}`;
  if (typeof change === 'string') return [`${named}: ${change}`];
  const fields = change
    .filter((field) => !field.startsWith('position '))
    .map((field) => SPOKEN[field] ?? field);
  if (fields.length === 0) return [];
  const more = fields.length - MAX_FIELDS;
  const counted = more > 0 ? [`and ${more} more`] : [];
  return [`${named}: ${[...fields.slice(0, MAX_FIELDS), ...counted].join('; ')}`];
}
