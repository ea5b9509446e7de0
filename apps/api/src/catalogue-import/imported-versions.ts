import type { Tx } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { projectTexts } from '../domain/projects/catalogue-files.ts';
import type { Version } from '../domain/projects/version-queries.ts';
import { addVersion, hasFiles, liveVersion, type Texts } from '../domain/projects/versions.ts';

/** A project's files in the folder. */
type FolderVersion = { readonly project: string; readonly texts: Texts };
type Newer = FolderVersion & { readonly live: Version | null };

export async function folderVersions(
  dir: string,
  projects: readonly { readonly code: string }[],
): Promise<readonly FolderVersion[]> {
  return Promise.all(
    projects.map(async ({ code }) => ({ project: code, texts: await projectTexts(dir, code) })),
  );
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
