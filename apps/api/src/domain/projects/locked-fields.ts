import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { CatalogueMistake } from './catalogue-files.ts';
import type { Texts } from './versions.ts';

const FILE = 'project.yaml';

/**
 * Texts and pictures of project.yaml. Its other fields name scripts and frames of the shop's shared origin, limits, taxes and the
 * game: only the command changes them.
 */
const FREE: ReadonlySet<string> = new Set([
  'name',
  'tagline',
  'currency_name',
  'icon',
  'logo',
  'copyright_logo',
  'role_id_image',
  'popup',
  'popup_text',
  'banners',
]);

/** Fields of project.yaml that only the command may change. @throws YAMLParseError for a file that is no YAML */
export function lockedFields(
  project: string,
  before: Texts,
  edited: Texts,
): readonly CatalogueMistake[] {
  const text = edited.get(FILE);
  if (text === undefined || text === before.get(FILE)) return [];
  const [one, other] = [before.get(FILE) ?? '', text].map(fieldsOf);
  const names = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...names]
    .filter((name) => !FREE.has(name) && !isDeepStrictEqual(one?.get(name), other?.get(name)))
    .map((field) => ({
      file: `${project}/${FILE}`,
      field,
      why: 'is not changed by the console, but by npm run catalogue -- import',
    }));
}

function fieldsOf(text: string): ReadonlyMap<string, unknown> {
  const content: unknown = parse(text);
  return new Map(typeof content === 'object' && content !== null ? Object.entries(content) : []);
}
