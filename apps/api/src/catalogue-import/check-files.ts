import { setImmediate } from 'node:timers/promises';
import type * as v from 'valibot';
import type { Methods } from '../config/methods/read-methods.ts';
import {
  CatalogueError,
  hasFile,
  readShape,
  UNKNOWN_FIELD,
  type CatalogueMistake,
  type CatalogueSource,
} from '../domain/projects/catalogue-files.ts';
import {
  channelsFile,
  eventsFile,
  productsFile,
  projectFile,
  regionsFile,
  themeFile,
} from '../domain/projects/catalogue-shape.ts';
import { isRemoval, withFiles } from '../domain/projects/draft-files.ts';
import { lockedFields } from '../domain/projects/locked-fields.ts';
import type { CheckFiles, Texts } from '../domain/projects/versions.ts';
import { checkProducts, checkProject, checkRegions } from './check-catalogue.ts';
import { checkContrast } from './contrast.ts';
import { locateAll } from './locate.ts';
import { readChannels } from './read-channels.ts';
import { countriesOf, readProject } from './read-catalogue.ts';
import { checkWindow } from './read-window.ts';
import { mistakesInText } from './text-mistakes.ts';
import { readTranslations } from './translations.ts';

const SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  'project.yaml': projectFile,
  'regions.yaml': regionsFile,
  'channels.yaml': channelsFile,
  'products.yaml': productsFile,
  'events.yaml': eventsFile,
  'theme.yaml': themeFile,
};
const MAX_MISTAKES = 100;
/** Readings of one file that has unknown fields. */
const MAX_ROUNDS = 20;

/**
 * Checks files with the code that publishes them, in three rounds: text, fields, rules between fields. Each round finds all
 * that it can, and the next one needs it whole. @param dir the catalogue's folder, for pictures
 */
export function checkerOfFiles(dir: string, methods: Methods): CheckFiles {
  return async (project, live, edited) => {
    const source = { dir, project, texts: withFiles(live, edited) };
    const wrong = new Map<string, readonly CatalogueMistake[]>();
    let count = 0;
    for (const [path, text] of edited) {
      if (count >= MAX_MISTAKES) break;
      const mistakes = isRemoval(path, text) ? [] : mistakesInText(`${project}/${path}`, text);
      wrong.set(path, mistakes);
      count += mistakes.length;
      // A hostile file takes a second: other requests go between two of them.
      await setImmediate();
    }
    const readable = [...edited.keys()].filter((path) => wrong.get(path)?.length === 0);
    const written = [...wrong.values()].flat();
    const shaped = await mistakesInShapes(source, project, readable, written.length > 0);
    const found = [...written, ...shaped];
    const all =
      found.length > 0
        ? found
        : [
            ...(await mistakesInRules(source, project, methods)),
            ...lockedFields(project, live, edited),
          ];
    const [told, unplaced] = [true, false].map((isTold) =>
      all.slice(0, MAX_MISTAKES).filter((each) => isTold === isOfText(each, written)),
    );
    return [...(told ?? []), ...(await locateAll(source, unplaced ?? []))];
  };
}

/** A text with such a mistake may be hostile, and is not parsed again. Translations are JSON here, and have their place. */
const isOfText = (mistake: CatalogueMistake, written: readonly CatalogueMistake[]): boolean =>
  mistake.at === undefined && written.includes(mistake);

/** @returns mistakes of the work; none when it ends well */
async function mistakesOf(work: () => unknown): Promise<readonly CatalogueMistake[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.mistake === null) throw error;
    return [error.mistake, ...error.others];
  }
}

/** @param isBroken a file cannot be read, so translations may be missing */
async function mistakesInShapes(
  source: CatalogueSource,
  project: string,
  paths: readonly string[],
  isBroken: boolean,
): Promise<CatalogueMistake[]> {
  let translate = (content: unknown): unknown => content;
  const untranslated = isBroken
    ? []
    : await mistakesOf(async () => {
        translate = await readTranslations(source, project);
      });
  const found = await Promise.all(
    paths.map(async (path) => {
      const shape = SHAPES[path];
      if (shape === undefined) return [];
      return mistakesInShape((change) =>
        readShape(source, `${project}/${path}`, shape, (content) => change(translate(content))),
      );
    }),
  );
  return [...untranslated, ...found.flat()];
}

/** A shape names the first unknown field of a map alone: the file is read again without those that are named already. */
async function mistakesInShape(
  read: (change: (content: unknown) => unknown) => Promise<unknown>,
): Promise<readonly CatalogueMistake[]> {
  const known = new Map<string, CatalogueMistake>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = await mistakesOf(() =>
      read((content) => {
        for (const { field = '', why } of known.values()) {
          if (why === UNKNOWN_FIELD) dropField(content, field.split('.'));
        }
        return content;
      }),
    );
    const fresh = found.filter((mistake) => !known.has(JSON.stringify(mistake)));
    for (const mistake of fresh) known.set(JSON.stringify(mistake), mistake);
    if (!fresh.some(({ why }) => why === UNKNOWN_FIELD)) break;
  }
  return [...known.values()];
}

function dropField(content: unknown, path: readonly string[]): void {
  const [name = '', ...rest] = path;
  if (typeof content !== 'object' || content === null || !Object.hasOwn(content, name)) return;
  if (rest.length === 0) Reflect.deleteProperty(content, name);
  else dropField(Reflect.get(content, name), rest);
}

/** Rules need every field, so the shapes hold here; the whole comes last and finds what no rule alone has found. */
async function mistakesInRules(
  source: CatalogueSource & { readonly texts: Texts },
  folder: string,
  methods: Methods,
): Promise<CatalogueMistake[]> {
  const translate = await readTranslations(source, folder);
  const read = <S extends v.GenericSchema>(file: string, shape: S) =>
    readShape(source, `${folder}/${file}`, shape, translate);
  const project = await read('project.yaml', projectFile);
  const regions = await read('regions.yaml', regionsFile);
  const channels = await read('channels.yaml', channelsFile);
  const theme = await read('theme.yaml', themeFile);
  const shelf = await read('products.yaml', productsFile);
  const { events } = (await hasFile(source, `${folder}/events.yaml`))
    ? await read('events.yaml', eventsFile)
    : { events: [] };
  const { checkPattern } = await import('./pattern.ts');
  const rules: readonly (() => unknown)[] = [
    () => checkProject(folder, project),
    () => checkPattern(folder, project.cid_pattern),
    () => checkRegions(folder, regions),
    () => readChannels(folder, channels, project, methods),
    () => checkContrast(folder, theme.tokens),
    ...shelf.products.map(
      (product) => () => checkProducts(folder, { ...shelf, products: [product] }, project),
    ),
    ...events.map((event, index) => () => checkWindow(folder, event, index, countriesOf(project))),
    () => readProject(source, folder, methods),
  ];
  const found = new Map<string, CatalogueMistake>();
  for (const rule of rules) {
    for (const mistake of await mistakesOf(rule)) found.set(JSON.stringify(mistake), mistake);
  }
  return [...found.values()];
}
