import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readPicture } from '../domain/projects/draft-picture.ts';
import { liveVersion, textsOf } from '../domain/projects/versions.ts';
import type { Db } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';

/** Paths that a version has: no file is written outside its project's folder. */
const PATH = /^(?:(?:texts\/)?[a-z0-9_-]+\.(?:yaml|svg|json)|art\/[a-z0-9_-]+\.(?:webp|png))$/;

/**
 * Writes the files of a project's live version below `dir`, byte for byte. Pictures that no operator brought are the folder's own.
 * @returns one line for each file that differed, then a sum
 * @throws StartError when no version is kept
 */
export async function exportCatalogue(db: Db, project: string, dir: string): Promise<string[]> {
  const live = await liveVersion(db, project);
  if (live === null) {
    throw new StartError(
      `No version of ${project} is kept: run npm run catalogue -- import once, or correct the project's code.`,
    );
  }
  const texts = await textsOf(db, project, live.number);
  const written: string[] = [];
  for (const [file, content] of texts) {
    if (!PATH.test(file)) throw new StartError(`Version ${live.number} names a file ${file}.`);
    const target = path.join(dir, project, file);
    const bytes = readPicture(content)?.bytes ?? Buffer.from(content);
    if ((await readFile(target).catch(() => null))?.equals(bytes) === true) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
    written.push(`  ${project}/${file}`);
  }
  const same = texts.size - written.length;
  const about = `version ${live.number} of ${project} by ${live.by_name}`;
  return [`catalogue: ${about}: ${written.length} files written, ${same} equal`, ...written];
}
