import path from 'node:path';
import { LANGUAGES } from '@webpay/contract/languages';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Node } from 'yaml';
import {
  CatalogueError,
  readText,
  type CatalogueMistake,
  type CatalogueSource,
  type CataloguePlace,
} from '../domain/projects/catalogue-files.ts';

/** Fields that name the entries of lists. */
const IDS = ['product_id', 'item_id', 'pr_id', 'server_id', 'pay_id', 'task_id', 'card_id', 'id'];

/**
 * Adds folder and line to a mistake. Files are read again, because only mistakes need their lines.
 * @param dir the catalogue's folder
 * @returns other errors unchanged
 */
export async function located(dir: string, error: unknown): Promise<unknown> {
  if (!(error instanceof CatalogueError) || error.mistake === null) return error;
  const { or, ...mistake } = error.mistake;
  const found = await locate(dir, mistake);
  const other = or === undefined ? {} : { or: await locate(dir, or) };
  return new CatalogueError({ ...found, ...other }, shown(dir));
}

/** The folder's path from the working folder; absolute if it is outside. */
function shown(dir: string): string {
  const near = path.relative(process.cwd(), dir);
  return near === '' || near.startsWith('..') ? dir : near;
}

/** Adds the line to a place, where its file has it. */
export async function locate<Place extends CataloguePlace | CatalogueMistake>(
  dir: CatalogueSource,
  place: Place,
): Promise<Place> {
  if (place.line !== undefined || !/\.(?:yaml|json)$/.test(place.file)) return place;
  const text = await readText(dir, place.file).catch(() => null);
  if (text === null) return place;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const root = document.contents;
  if (root === null) return place;
  const found = walk(root, pathOf(place));
  const translation = translated(found);
  if (translation !== null) {
    const [project = ''] = place.file.split('/', 1);
    const file = `${project}/texts/${translation.lang}.json`;
    return locate(dir, { ...place, file, at: translation.english, value: translation.english });
  }
  const offset = lastOf(found.node, place.value) ?? lastOf(root, place.value) ?? found.offset;
  return offset === null ? place : { ...place, line: lines.linePos(offset).line };
}

function pathOf({ at, field = '' }: CataloguePlace): readonly string[] {
  const written = at ?? field;
  return written === '' ? [] : written.split('.');
}

type Found = {
  readonly node: Node;
  /** Start of the deepest key or entry that the file has; null when it lacks the first one. */
  readonly offset: number | null;
  /** Parts of the path that the file does not have. */
  readonly rest: readonly string[];
};

function walk(root: Node, parts: readonly string[]): Found {
  let found: Found = { node: root, offset: null, rest: parts };
  for (const [index, part] of parts.entries()) {
    const next = step(found.node, part);
    if (next === null) break;
    found = { ...next, rest: parts.slice(index + 1) };
  }
  return found;
}

function step(node: Node, part: string): Omit<Found, 'rest'> | null {
  if (isSeq<Node>(node)) {
    const entry = /^\d+$/.test(part) ? node.items[Number(part)] : entryOf(node.items, part);
    return entry === undefined ? null : { node: entry, offset: startOf(entry) };
  }
  if (!isMap<Node, Node | null>(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
  if (pair !== undefined) {
    return { node: pair.value ?? pair.key, offset: startOf(pair.key) };
  }
  // Messages name an entry by its id alone, without its list.
  const lists = node.items.flatMap(({ value }) => (isSeq<Node>(value) ? value.items : []));
  const entry = entryOf(lists, part);
  return entry === undefined ? null : { node: entry, offset: startOf(entry) };
}

function entryOf(entries: readonly Node[], id: string): Node | undefined {
  return entries.find((entry) => isMap(entry) && IDS.some((name) => entry.get(name) === id));
}

/** Translated texts are in the file of their language, not in the YAML. */
function translated({ node, rest }: Found): { lang: string; english: string } | null {
  const lang = LANGUAGES.find((code) => code === rest[0]);
  const english = isMap(node) ? node.get('en') : undefined;
  return lang === undefined || typeof english !== 'string' ? null : { lang, english };
}

function lastOf(node: Node, value: string | undefined): number | null {
  let offset: number | null = null;
  visit(node, {
    Scalar: (_, scalar) => {
      if (value !== undefined && String(scalar.value) === value) offset = startOf(scalar);
    },
  });
  return offset;
}

function startOf(node: Node): number | null {
  return node.range?.[0] ?? null;
}
