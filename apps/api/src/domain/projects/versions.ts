import { createHash } from 'node:crypto';
import type { Queries, Tx } from '../../platform/db/pool.ts';
import type { CatalogueMistake } from './catalogue-files.ts';
import { readPicture, type Picture } from './draft-picture.ts';
import {
  filesByHash,
  filesOfVersion,
  insertVersion,
  newestVersions,
  saveFiles,
  type Version,
} from './version-queries.ts';

/** Text files of a project, by path below its folder. */
export type Texts = ReadonlyMap<string, string>;

/** A price that a new version changes, in minor units; null: not sold in this currency. */
export type PriceChange = {
  readonly productId: string;
  readonly currency: string;
  readonly before: number | null;
  readonly after: number | null;
};

/** Changes of a new version. */
export type CatalogueChange = {
  readonly prices: readonly PriceChange[];
  /** Other changes in words, one per line. */
  readonly others: readonly string[];
  /** Changed rows. */
  readonly count: number;
};

/**
 * Reads and checks a project's files, before any transaction.
 * @returns brings the project's rows to the files, in a transaction under the catalogue's lock
 * @throws CatalogueError naming file and field
 */
export type ReadForPublish = (
  project: string,
  texts: Texts,
) => Promise<(tx: Tx) => Promise<CatalogueChange>>;

/**
 * Finds the mistakes of files that an operator would put over those of a version: each with its line, not the first alone.
 * @param edited by path below the project's folder
 */
export type CheckFiles = (
  project: string,
  live: Texts,
  edited: Texts,
) => Promise<readonly CatalogueMistake[]>;

/** The live version of a project; null: it has none yet. */
export async function liveVersion(db: Queries, project: string): Promise<Version | null> {
  return db.maybe(newestVersions, { project, most: 1 });
}

export async function textsOf(db: Queries, project: string, number: number): Promise<Texts> {
  const rows = await db.many(filesOfVersion, { project, number });
  return new Map(rows.map(({ path, content }) => [path, content]));
}

/** The picture that a version or a draft keeps by this hash; null: it keeps none. */
export async function pictureByHash(db: Queries, hash: string): Promise<Picture | null> {
  const [row] = await db.many(filesByHash, { hashes: [hash] });
  return row === undefined ? null : readPicture(row.content);
}

export const hashOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex');

/** Hash of each file, as a version names its files. */
function hashesOf(texts: Texts): Readonly<Record<string, string>> {
  return Object.fromEntries([...texts].map(([path, content]) => [path, hashOf(content)]));
}

/** Whether a version has exactly these files. */
export function hasFiles({ files }: Pick<Version, 'files'>, texts: Texts): boolean {
  const wanted = hashesOf(texts);
  const paths = new Set([...Object.keys(files), ...Object.keys(wanted)]);
  return [...paths].every((path) => files[path] === wanted[path]);
}

/** Adds the version after `live`, under the catalogue's lock. @returns its number */
export async function addVersion(
  tx: Tx,
  live: Pick<Version, 'number'> | null,
  version: {
    readonly project: string;
    readonly texts: Texts;
    readonly source: Version['source'];
    readonly restores: number | null;
    readonly now: Date;
    readonly byId: string | null;
    readonly byName: string;
    readonly because: string;
  },
): Promise<number> {
  const { texts, ...row } = version;
  const contents = new Map([...texts.values()].map((content) => [hashOf(content), content]));
  await tx.one(saveFiles, {
    rows: [...contents].map(([sha256, content]) => ({ sha256, content })),
  });
  const number = live === null ? 0 : live.number + 1;
  await tx.run(insertVersion, { ...row, number, files: hashesOf(texts) });
  return number;
}
