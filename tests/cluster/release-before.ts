import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS } from '../../apps/api/src/platform/db/migration-files.ts';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { ROOT } from './parts.ts';

/** Code of an older schema, ready to run. */
export type ReleaseBefore = {
  readonly folder: string;
  readonly commit: string;
  /** The numbers of its newest migration, and of this code's. */
  readonly schema: number;
  readonly newest: number;
};

/** Commits that changed migrations, newest first: so many are looked at. */
const MAX_LOOKS = 100;
const WITHIN_MS = 120_000;

/**
 * Takes the newest commit whose migrations are the first of this code, but fewer, and builds its pages.
 * @param folder does not exist yet
 * @throws StartError with one sentence when git does not have it
 */
export function buildReleaseBefore(folder: string, log: (line: string) => void): ReleaseBefore {
  const found = commitBefore();
  if (found === null) {
    throw new StartError(
      'The drill "upgrade" needs the code of an older schema from the history of git: run "git fetch --unshallow", or name other drills.',
    );
  }
  log(`cluster: builds the release before, ${found.commit.slice(0, 8)} of schema ${found.schema}`);
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true, mode: 0o755 });
  const archive = path.join(folder, 'code.tar');
  const wanted = ['.', ':(exclude)tests', ':(exclude)docs'];
  run('git', ['archive', '-o', archive, found.commit, '--', ...wanted], ROOT);
  run('tar', ['-xf', archive, '-C', folder], folder);
  linkPackages(folder);
  run(path.join(folder, 'node_modules/.bin/node'), ['tools/build.ts'], folder);
  return { folder, ...found };
}

/** The packages are those of this clone; `@webpay` leads to the older code. */
function linkPackages(folder: string): void {
  for (const place of ['node_modules', 'apps/api/node_modules']) {
    mkdirSync(path.join(folder, place), { recursive: true });
    for (const name of namesIn(path.join(ROOT, place))) {
      if (name === '@webpay') continue;
      symlinkSync(path.join(ROOT, place, name), path.join(folder, place, name));
    }
  }
  const own = path.join(folder, 'node_modules/@webpay');
  mkdirSync(own);
  for (const place of ['apps', 'packages']) {
    for (const name of readdirSync(path.join(folder, place))) {
      symlinkSync(path.join('../..', place, name), path.join(own, name));
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Every package is in the folder above.
    return [];
  }
}

function commitBefore(): Omit<ReleaseBefore, 'folder'> | null {
  const place = path.relative(ROOT, MIGRATIONS);
  try {
    const names = readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith('.sql'))
      .toSorted();
    const files = names.map((name) => path.join(place, name));
    const ours = lines('git', ['hash-object', '--', ...files]).map(
      (hash, n) => `${hash} ${files[n]}`,
    );
    const changes = lines('git', ['log', `-${MAX_LOOKS}`, '--format=%H', '--', place]);
    for (const commit of ['HEAD', ...changes.map((each) => `${each}^`)]) {
      const format = '--format=%(objectname) %(path)';
      const theirs = lines('git', ['ls-tree', format, commit, `${place}/`]);
      const isFirst = theirs.every((each, n) => each === ours[n]);
      if (!isFirst || theirs.length === 0 || theirs.length >= ours.length) continue;
      const [hash = commit] = lines('git', ['rev-parse', commit]);
      return { commit: hash, schema: theirs.length, newest: ours.length };
    }
  } catch {
    // There is no git, no history, or the commit before is not in a shallow clone.
  }
  return null;
}

const lines = (program: string, words: readonly string[]): readonly string[] =>
  run(program, words, ROOT).trim().split('\n');

const run = (program: string, words: readonly string[], cwd: string): string =>
  execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    timeout: WITHIN_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
