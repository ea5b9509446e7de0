import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
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

/** Files that are parsed already, by their place; null: there is none, or it is empty. */
type Parsed = Map<string, { readonly root: Node; readonly lines: LineCounter } | null>;

/** As `locate`, each file parsed once. Other requests go between two mistakes. */
export async function locateAll(
  dir: CatalogueSource,
  mistakes: readonly CatalogueMistake[],
): Promise<readonly CatalogueMistake[]> {
  const parsed: Parsed = new Map();
  const found: CatalogueMistake[] = [];
  for (const mistake of mistakes) {
    found.push(await locate(dir, mistake, parsed));
    await setImmediate();
  }
  return found;
}

/** Adds the line to a place, where its file has it. */
async function locate<Place extends CataloguePlace | CatalogueMistake>(
  dir: CatalogueSource,
  place: Place,
  parsed: Parsed = new Map(),
): Promise<Place> {
  if (place.line !== undefined || !/\.(?:yaml|json)$/.test(place.file)) return place;
  const known = parsed.get(place.file);
  const file = known === undefined ? await parseFile(dir, place.file) : known;
  parsed.set(place.file, file);
  if (file === null) return place;
  const { root, lines } = file;
  const found = walk(root, pathOf(place));
  const translation = translated(found);
  if (translation !== null) {
    const [project = ''] = place.file.split('/', 1);
    const json = `${project}/texts/${translation.lang}.json`;
    const at = { file: json, at: translation.english, value: translation.english };
    return locate(dir, { ...place, ...at }, parsed);
  }
  const offset = lastOf(found.node, place.value) ?? lastOf(root, place.value) ?? found.offset;
  return offset === null ? place : { ...place, line: lines.linePos(offset).line };
}

async function parseFile(dir: CatalogueSource, file: string) {
  const text = await readText(dir, file).catch(() => null);
  if (text === null) return null;
  const lines = new LineCounter();
  // Errors are not used: pretty ones walk through the whole text each, and unique keys are compared with each other.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
  const root = parseDocument(text, options).contents;
  return root === null ? null : { root, lines };
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
  if (value === undefined) return null;
  let offset: number | null = null;
  visit(node, {
    Scalar: (_, scalar) => {
      if (String(scalar.value) === value) offset = startOf(scalar);
    },
  });
  return offset;
}

function startOf(node: Node): number | null {
  return node.range?.[0] ?? null;
}
