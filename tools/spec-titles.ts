/** Ids of docs/requirements.md: the first cell of each row. */
export function requirementsIn(markdown: string): string[] {
  return [...markdown.matchAll(/^\| ([A-Z]\d{2}) \|/gm)].flatMap(([, id]) => id ?? []);
}

export type Title = { readonly ids: readonly string[]; readonly title: string };

const STRING = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const IDS = /\[([A-Z]\d{2}(?:[ ,]+[A-Z]\d{2})*)\]/g;

/**
 * Test titles with requirement ids anywhere in a file, table rows included. Reads `[C01] …`,
 * `[C01][C02] …` and `[C01, C02] …`.
 */
export function titlesIn(source: string): Title[] {
  return [...source.matchAll(STRING)].flatMap(([, single, double, template]) => {
    const title = single ?? double ?? template ?? '';
    const ids = [...title.matchAll(IDS)].flatMap(([, list]) => (list ?? '').split(/[ ,]+/));
    return ids.length === 0 ? [] : [{ ids, title }];
  });
}
