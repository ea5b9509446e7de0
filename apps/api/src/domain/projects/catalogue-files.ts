import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parse, YAMLParseError } from 'yaml';
import { StartError } from '../../platform/start-error.ts';

/** The catalogue's folder; or the folder with one project's text files from elsewhere, such as a version. */
export type CatalogueSource =
  | string
  | {
      readonly dir: string;
      readonly project: string;
      /** By path below the project's folder. */
      readonly texts: ReadonlyMap<string, string>;
    };

/** A place in the catalogue, below its folder. */
export type CataloguePlace = {
  /** `star_depot/products.yaml` */
  readonly file: string;
  /** `cells-50.prices.EUR`: keys, places in lists, and ids of their entries. */
  readonly field?: string;
  /** The field's path in the file, if `field` names something else. */
  readonly at?: string;
  /** Narrows the place to the last equal value below the path, or in the file. */
  readonly value?: string;
  readonly line?: number;
};

/** A mistake in a file. */
export type CatalogueMistake = CataloguePlace & {
  readonly why: string;
  /** The other place that may hold the mistake, for a rule between two. */
  readonly or?: CataloguePlace;
};

/** The catalogue is unusable; the message names the file and the field, and the line once `located` (catalogue-import). */
export class CatalogueError extends StartError {
  readonly mistake: CatalogueMistake | null;
  /** Further wrong fields of the same file, at most 100. */
  readonly others: readonly CatalogueMistake[];
  constructor(
    mistake: CatalogueMistake | string,
    folder = 'catalogue',
    others: readonly CatalogueMistake[] = [],
  ) {
    super(typeof mistake === 'string' ? mistake : mistakeInWords(mistake, folder));
    this.others = others;
    this.mistake = typeof mistake === 'string' ? null : mistake;
  }
}

function mistakeInWords({ field, why, or, ...place }: CatalogueMistake, folder: string): string {
  const at = ({ file, line }: CataloguePlace) =>
    `${folder}/${file}${line === undefined ? '' : `:${line}`}`;
  const subject = field === undefined ? '' : ` ${field}:`;
  return `${at(place)}:${subject} ${why}${or === undefined ? '' : `; or correct ${at(or)}`}.`;
}

export async function projectFolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => {
    throw new CatalogueError(`There is no catalogue folder ${dir}.`);
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const found = await Promise.all(
    folders.map(async (folder) => (await readdir(path.join(dir, folder))).includes('project.yaml')),
  );
  const projects = folders.filter((_, index) => found[index]).toSorted();
  if (projects.length === 0) {
    throw new CatalogueError(`The catalogue folder ${dir} holds no folder with a project.yaml.`);
  }
  return projects;
}

/**
 * Reads one YAML file and validates its shape. @throws CatalogueError with the first wrong field
 * @param change transforms the content before validation
 */
export async function readShape<S extends v.GenericSchema>(
  dir: CatalogueSource,
  file: string,
  shape: S,
  change: (content: unknown) => unknown = (content) => content,
): Promise<v.InferOutput<S>> {
  const parsed = v.safeParse(shape, change(await readYaml(dir, file)));
  if (parsed.success) return parsed.output;
  const mistakeOf = (issue: v.BaseIssue<unknown>): CatalogueMistake => {
    return { file, field: v.getDotPath(issue) ?? 'the file', why: describeIssue(issue) };
  };
  const [first, ...others] = parsed.issues;
  throw new CatalogueError(mistakeOf(first), undefined, others.slice(0, 100).map(mistakeOf));
}

/** @throws CatalogueError for a missing or invalid file */
export async function readYaml(dir: CatalogueSource, file: string): Promise<unknown> {
  const text = await readText(dir, file);
  try {
    return parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const [from] = error instanceof YAMLParseError ? (error.linePos ?? []) : [];
    const at = from === undefined ? {} : { line: from.line };
    throw new CatalogueError({ file, ...at, why: `is not YAML: ${reason.replace(/:$/, '')}` });
  }
}

export async function hasFile(source: CatalogueSource, file: string): Promise<boolean> {
  return (await namesIn(source, path.dirname(file))).includes(path.basename(file));
}

/** Names of a folder's files; none without the folder. */
export async function namesIn(source: CatalogueSource, folder: string): Promise<readonly string[]> {
  if (typeof source === 'string' || !isInside(source, `${folder}/`)) {
    return readdir(path.join(dirOf(source), folder)).catch(() => []);
  }
  const files = [...source.texts.keys()].map((file) => `${source.project}/${file}`);
  return files.filter((file) => path.dirname(file) === folder).map((file) => path.basename(file));
}

export async function readText(source: CatalogueSource, file: string): Promise<string> {
  const missing = () => new CatalogueError({ file, why: 'is missing' });
  if (typeof source !== 'string' && isInside(source, file)) {
    const text = source.texts.get(file.slice(source.project.length + 1));
    if (text === undefined) throw missing();
    return text;
  }
  return readFile(path.join(dirOf(source), file), 'utf8').catch(() => {
    throw missing();
  });
}

const dirOf = (source: CatalogueSource): string =>
  typeof source === 'string' ? source : source.dir;

const isInside = ({ project }: { readonly project: string }, file: string): boolean =>
  file.startsWith(`${project}/`);

/** The text files of a project, by path below its folder: those that a version keeps. */
export async function projectTexts(
  dir: string,
  project: string,
): Promise<ReadonlyMap<string, string>> {
  const own = (await namesIn(dir, project)).filter((name) => /\.(?:yaml|svg)$/.test(name));
  const texts = (await namesIn(dir, `${project}/texts`)).filter((name) => name.endsWith('.json'));
  const files = [...own, ...texts.map((name) => `texts/${name}`)].toSorted();
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readText(dir, `${project}/${file}`)] as const),
    ),
  );
}

/** Immutable addresses by content hash: `gem.webp` → `/catalogue/dr2/art/gem.webp?v=1a2b3c4d`; a picture of a version has all of it. */
export function fileAddresses(source: CatalogueSource, project: string) {
  const known = new Map<string, Promise<string>>();
  const hashed = async (file: string, name: string, by: string) => {
    const brought =
      typeof source === 'string' || !isInside(source, file)
        ? undefined
        : source.texts.get(file.slice(source.project.length + 1));
    // A picture of a version is served from the database, by the whole hash.
    if (brought !== undefined) {
      return `/catalogue/${file}?v=${createHash('sha256').update(brought).digest('hex')}`;
    }
    const content = await readFile(path.join(dirOf(source), file)).catch(() => {
      const why = `there is no file catalogue/${file}`;
      throw new CatalogueError({ file: `${project}/${by}`, value: name, why });
    });
    const version = createHash('sha256').update(content).digest('hex').slice(0, 8);
    return `/catalogue/${file}?v=${version}`;
  };
  /** @param by the file that names the picture, for the error message */
  return (name: string, by: string): Promise<string> => {
    const file = name.startsWith('shared/') ? name : `${project}/art/${name}`;
    const address = known.get(file) ?? hashed(file, name, by);
    known.set(file, address);
    return address;
  };
}

/** Encodes a drawing small enough to be inlined in the style sheet. */
export function asCssUrl(svg: string): string {
  const packed = svg
    .replaceAll(/>\s+</g, '><')
    .trim()
    .replaceAll('"', "'")
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E');
  return `url("data:image/svg+xml,${packed}")`;
}

export const UNKNOWN_FIELD = 'is not a known field';

/** Describes a field's error as the end of a sentence that began with its name. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const value = typeof issue.input === 'string' ? `"${issue.input}"` : issue.received;
  if (issue.received === 'undefined') return 'is missing';
  if (issue.expected === 'never') return UNKNOWN_FIELD;
  if (issue.message.startsWith('Invalid '))
    return `${value} where ${issue.expected ?? 'another value'} belongs`;
  return `${value} ${issue.message}`;
}
