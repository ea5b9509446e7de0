import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PICTURE_PATH } from '@webpay/contract/console/publish-shapes';
import type { Methods } from '../config/methods/read-methods.ts';
import type { Queries, Tx } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { projectFolders, projectTexts } from '../domain/projects/catalogue-files.ts';
import type { Version } from '../domain/projects/version-queries.ts';
import {
  addVersion,
  hashOf,
  hasFiles,
  liveVersion,
  type Texts,
} from '../domain/projects/versions.ts';
import { readCatalogue } from './read-catalogue.ts';

/** A project's files in the folder. */
type FolderVersion = { readonly project: string; readonly texts: Texts };
type Newer = FolderVersion & { readonly live: Version | null };

/**
 * The folder's projects, and the files that a version of each keeps.
 * @throws CatalogueError naming file, line and field
 */
export async function readFolder(db: Queries, dir: string, methods?: Methods) {
  const names = await projectFolders(dir);
  const sources = new Map<string, Texts>();
  for (const name of names) {
    const texts = await projectTexts(dir, name);
    sources.set(name, new Map([...texts, ...(await exportedPictures(db, dir, name))]));
  }
  const projects = await readCatalogue(dir, methods, sources);
  const folders: FolderVersion[] = projects.map(({ code }) => ({
    project: code,
    texts: sources.get(code) ?? new Map<string, string>(),
  }));
  return { projects, folders };
}

/** Pictures of the live version that the folder has byte for byte, as an export writes them: an import keeps them. */
async function exportedPictures(db: Queries, dir: string, project: string) {
  const live = await liveVersion(db, project);
  const found: [path: string, content: string][] = [];
  for (const [file, hash] of Object.entries(live?.files ?? {})) {
    const kind = PICTURE_PATH.exec(file)?.[1];
    if (kind === undefined) continue;
    const bytes = await readFile(path.join(dir, project, file)).catch(() => null);
    const content = bytes && `data:image/${kind};base64,${bytes.toString('base64')}`;
    if (content !== null && hashOf(content) === hash) found.push([file, content]);
  }
  return found;
}

/** Projects whose live version has other files, or that have no version, under the catalogue's lock. */
export async function newerThan(
  tx: Tx,
  folders: readonly FolderVersion[],
): Promise<readonly Newer[]> {
  const newer: Newer[] = [];
  for (const folder of folders) {
    const live = await liveVersion(tx, folder.project);
    if (live === null || !hasFiles(live, folder.texts)) newer.push({ ...folder, live });
  }
  return newer;
}

const nameOfVersion = ({ project, number }: Pick<Version, 'project' | 'number'>): string =>
  `${project}-${number}`;

/** @throws StartError when an import would replace a version of the console that `over` does not name */
export function refusePublished(newer: readonly Newer[], over: readonly string[] | 'all'): void {
  if (over === 'all') return;
  const kept = newer.flatMap(({ live }) =>
    live === null || live.source === 'import' || over.includes(nameOfVersion(live)) ? [] : [live],
  );
  if (kept.length === 0) return;
  throw new StartError(
    [
      'The console published these versions, and the folder has other files. Nothing was changed.',
      ...kept.map((live) => `  ${nameOfVersion(live)} by ${live.by_name}: ${live.because}`),
      `Add ${kept.map((live) => `--over ${nameOfVersion(live)}`).join(' ')} to replace them.`,
    ].join('\n'),
  );
}

/** Keeps what an import brought as versions. */
export async function keepImported(tx: Tx, newer: readonly Newer[]): Promise<void> {
  for (const { live, ...folder } of newer) {
    await addVersion(tx, live, {
      ...folder,
      source: 'import',
      restores: null,
      now: new Date(),
      byId: null,
      byName: 'npm run catalogue',
      because: '',
    });
  }
}
