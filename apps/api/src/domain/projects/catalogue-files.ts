import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parse, YAMLParseError } from 'yaml';
import { StartError } from '../../platform/start-error.ts';

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
  constructor(mistake: CatalogueMistake | string, folder = 'catalogue') {
    super(typeof mistake === 'string' ? mistake : mistakeInWords(mistake, folder));
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
  dir: string,
  file: string,
  shape: S,
  change: (content: unknown) => unknown = (content) => content,
): Promise<v.InferOutput<S>> {
  const parsed = v.safeParse(shape, change(await readYaml(dir, file)));
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const field = v.getDotPath(issue) ?? 'the file';
  throw new CatalogueError({ file, field, why: describeIssue(issue) });
}

/** @throws CatalogueError for a missing or invalid file */
export async function readYaml(dir: string, file: string): Promise<unknown> {
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

export async function hasFile(dir: string, file: string): Promise<boolean> {
  return (await readdir(path.join(dir, path.dirname(file)))).includes(path.basename(file));
}

export async function readText(dir: string, file: string): Promise<string> {
  return readFile(path.join(dir, file), 'utf8').catch(() => {
    throw new CatalogueError({ file, why: 'is missing' });
  });
}

/** Immutable addresses by content hash: `gem.webp` → `/catalogue/dr2/art/gem.webp?v=1a2b3c4d`. */
export function fileAddresses(dir: string, project: string) {
  const known = new Map<string, Promise<string>>();
  const hashed = async (file: string, name: string, by: string) => {
    const content = await readFile(path.join(dir, file)).catch(() => {
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

/** Describes a field's error as the end of a sentence that began with its name. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  const value = typeof issue.input === 'string' ? `"${issue.input}"` : issue.received;
  if (issue.received === 'undefined') return 'is missing';
  if (issue.expected === 'never') return 'is not a known field';
  if (issue.message.startsWith('Invalid '))
    return `${value} where ${issue.expected ?? 'another value'} belongs`;
  return `${value} ${issue.message}`;
}
