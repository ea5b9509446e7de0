import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { PICTURE_PATH } from '@webpay/contract/console/publish-shapes';
import type { CatalogueMistake } from '../domain/projects/catalogue-files.ts';
import { whyNoPicture } from '../domain/projects/draft-picture.ts';

/** Far more than catalogues have. Readers of YAML compare all fields of a map with each other. */
const MAX_ENTRIES = 500;
const MAX_DEPTH = 20;
const MAX_ALIASES = 50;
const MAX_ERRORS = 100;
const MAX_LINES = 5_000;
/** No field has such a name, and objects of JavaScript have them all. */
const NO_FIELDS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** Brackets may nest without a line end, and reading them nests calls. */
const DEEP = /[[{](?:\s*[[{]){20}/;

/**
 * Mistakes of a file of YAML, or of translations in JSON, before its fields are looked at: syntax, fields that stand twice, names
 * that are none, and what a hostile file grows by. @param file below the catalogue's folder, for the mistakes
 */
export function mistakesInText(file: string, text: string): readonly CatalogueMistake[] {
  const path = file.slice(file.indexOf('/') + 1);
  if (PICTURE_PATH.test(path)) {
    const why = whyNoPicture(path, text);
    return why === null ? [] : [{ file, why }];
  }
  if (text.split('\n', MAX_LINES + 1).length > MAX_LINES) {
    return [{ file, why: `has more than ${MAX_LINES} lines` }];
  }
  if (DEEP.test(text)) return [{ file, why: 'nests too deep' }];
  try {
    return file.endsWith('.json') ? mistakesInJson(file, text) : mistakesInYaml(file, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ file, why: 'nests too deep' }];
  }
}

function mistakesInYaml(file: string, text: string): readonly CatalogueMistake[] {
  const lines = new LineCounter();
  // Pretty errors quote the text, each by a walk through all of it.
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false };
  const document = parseDocument(text, options);
  const errors = document.errors.slice(0, MAX_ERRORS);
  if (errors.some(({ message }) => message.startsWith('Maximum call stack'))) {
    return [{ file, why: 'nests too deep' }];
  }
  const found: CatalogueMistake[] = errors.map(({ message, pos }) => ({
    file,
    line: lines.linePos(pos[0]).line,
    why: `is not YAML: ${message.slice(0, 200)}`,
  }));
  if (found.length > 0) return found;
  const say = (node: unknown, why: string, field?: string): void => {
    const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : null;
    const line = range ? { line: lines.linePos(range[0]).line } : {};
    found.push({ file, ...line, ...(field === undefined ? {} : { field }), why });
  };
  let aliases = 0;
  visit(document, {
    Node: (_, node, path) => {
      // Each level of the file is two of the path: the map and its pair.
      if (path.length > MAX_DEPTH * 2) {
        say(node, 'nests too deep');
        return visit.BREAK;
      }
      if (isAlias(node)) {
        aliases += 1;
        if (aliases > MAX_ALIASES) {
          say(node, `has more than ${MAX_ALIASES} aliases`);
          return visit.BREAK;
        }
      }
      if ((isMap(node) || isSeq(node)) && node.items.length > MAX_ENTRIES) {
        say(node, `has a list or a map of more than ${MAX_ENTRIES} entries`);
        return visit.SKIP;
      }
      if (isMap(node)) {
        const known = new Set<string>();
        for (const { key } of node.items) {
          const name = isScalar(key) ? String(key.value) : '';
          if (!isScalar(key)) say(key, 'has a field whose name is no text');
          else if (NO_FIELDS.has(name)) say(key, 'is not a known field', name);
          else if (known.has(name)) say(key, 'stands there twice', name);
          known.add(name);
        }
      }
      return undefined;
    },
  });
  return found;
}

/** JSON is YAML with fewer forms; JSON's own reader takes the last of two equal keys without a word. */
function mistakesInJson(file: string, text: string): readonly CatalogueMistake[] {
  const found = mistakesInYaml(file, text);
  if (found.length > 0) return found;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return [{ file, why: `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}` }];
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return [{ file, why: 'does not lead from English texts to translations' }];
  return Object.entries<unknown>({ ...content })
    .filter(([, value]) => typeof value !== 'string' || value.trim() === '')
    .map(([field]) => ({ file, field, at: field, value: field, why: 'has no translation' }));
}
