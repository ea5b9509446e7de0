import { MAX_IMPORT_BYTES } from '@webpay/contract/console/catalogue-calls';
import type { ConsoleInput } from '@webpay/contract/console/calls';
import { DRAFT_PATH, PICTURE_PATH } from '@webpay/contract/console/publish-shapes';
import { LANGUAGES } from '@webpay/contract/languages';
import type { Queries } from '../../platform/db/pool.ts';
import type { CatalogueMistake } from './catalogue-files.ts';
import { textsOf, type Texts } from './versions.ts';

/** Files that a project has beside its texts and its pictures. */
const NAMES: ReadonlySet<string> = new Set([
  'project.yaml',
  'regions.yaml',
  'channels.yaml',
  'products.yaml',
  'events.yaml',
  'theme.yaml',
]);

/** Pictures of one version: each step about a catalogue reads them. */
const MAX_PICTURES = 60;

/** Puts each file at its place in the project, or says why it has none. */
export function placeFiles(
  project: string,
  files: ConsoleInput<'importCatalogue'>['files'],
  before: Texts,
): { readonly edited: Texts; readonly misplaced: readonly CatalogueMistake[] } {
  const edited = new Map<string, string>();
  const misplaced: CatalogueMistake[] = [];
  let bytes = 0;
  for (const { path: given, text } of files) {
    const path = placeOf(project, given);
    const size = Buffer.byteLength(text);
    bytes += size;
    const why =
      wrongPlace(project, path, before) ??
      (isRemoval(path, text) && !before.has(path)
        ? 'is no picture that a version brought'
        : null) ??
      (edited.has(path) ? 'is given twice' : null) ??
      (size > MAX_IMPORT_BYTES.file ? `has more than ${MAX_IMPORT_BYTES.file} bytes` : null);
    if (why === null) edited.set(path, text);
    else misplaced.push({ file: path.slice(0, 120), why });
  }
  const crowded = tooManyPictures(withFiles(before, edited).keys());
  if (crowded !== null) {
    misplaced.push({ file: project, field: 'the brought pictures', why: crowded });
  }
  if (bytes > MAX_IMPORT_BYTES.all) {
    const why = `have more than ${MAX_IMPORT_BYTES.all} bytes together`;
    misplaced.push({ file: project, field: 'the files', why });
  }
  return { edited, misplaced };
}

/** An empty picture takes away the one that a version brought: the folder's own is shown again. */
export const isRemoval = (path: string, text: string): boolean =>
  text === '' && PICTURE_PATH.test(path);

/** The files of a version after these edits. */
export function withFiles(before: Texts, edited: Texts): Texts {
  const after = new Map([...before, ...edited]);
  return new Map([...after].filter(([path, text]) => !isRemoval(path, text)));
}

/** Why a version cannot have these files; null: it can. */
export function tooManyPictures(paths: Iterable<string>): string | null {
  const pictures = new Set([...paths].filter((path) => PICTURE_PATH.test(path)));
  return pictures.size > MAX_PICTURES ? `of one version are at most ${MAX_PICTURES}` : null;
}

/** Null: the project has, or may have, such a file. */
export function wrongPlace(project: string, path: string, before: Texts): string | null {
  if (!DRAFT_PATH.test(path)) {
    return path.includes('/') && !/^(?:texts|art)\//.test(path)
      ? `is not in the folder ${project}`
      : 'is no YAML file, no texts/LANGUAGE.json and no art/NAME.webp';
  }
  if (before.has(path) || NAMES.has(path) || PICTURE_PATH.test(path)) return null;
  const isTexts = LANGUAGES.some((lang) => lang !== 'en' && path === `texts/${lang}.json`);
  return isTexts ? null : 'is no file that a project has';
}

/** Files that another version has changed since the one from which they were saved. */
export async function staleFiles(
  db: Queries,
  project: string,
  files: ConsoleInput<'importCatalogue'>['files'],
  live: { readonly number: number; readonly texts: Texts },
): Promise<readonly CatalogueMistake[]> {
  const numbers = new Set(files.flatMap(({ version }) => version ?? []));
  numbers.delete(live.number);
  const versions = new Map<number, Texts>();
  for (const number of numbers) versions.set(number, await textsOf(db, project, number));
  return files.flatMap(({ path: given, version }) => {
    if (version === undefined || version === live.number) return [];
    const path = placeOf(project, given);
    const saved = versions.get(version);
    if (saved?.get(path) === live.texts.get(path) && saved?.size !== 0) return [];
    const why = `differs in version ${live.number} from version ${version}, from which it was saved: save it anew and change that`;
    return [{ file: `${project}/${path}`, why }];
  });
}

const placeOf = (project: string, given: string): string =>
  given.startsWith(`${project}/`) ? given.slice(project.length + 1) : given;
