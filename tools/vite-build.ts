import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../apps/api/src/platform/start-error.ts';
import { withLock } from './lock.ts';

export const ROOT = path.join(import.meta.dirname, '..');

type App = 'storefront' | 'console';
type Log = (line: string) => void;

/** Builds an app unless `isCurrent` finds a build of its sources. One process at a time. */
export async function buildWhenChanged(
  app: App,
  log: Log,
  isCurrent: (sources: string) => boolean,
  build: (sources: string) => Promise<void>,
): Promise<void> {
  const sources = nameOfSources(app);
  if (isCurrent(sources)) return;
  const lock = path.join(ROOT, `.stamps/${app}.lock`);
  const sayWait = (): void => log(`${app}: another command builds it; waiting for its end`);
  await withLock(lock, sayWait, async () => {
    // Built while this process waited.
    if (isCurrent(sources)) return;
    log(`${app}: building (some ten seconds, only when it has changed)`);
    await build(sources);
  });
}

/** Builds an app for production. @throws StartError when Vite fails, or the disk is full */
export async function runVite(
  app: App,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv },
): Promise<void> {
  const output: Buffer[] = [];
  const folder = path.join(ROOT, 'apps', app);
  const program = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const vite = spawn(process.execPath, [program, 'build', '--logLevel', 'warn', ...args], {
    cwd: folder,
    // Tests and development need the production build, too.
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  vite.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  vite.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code: unknown = (await once(vite, 'close'))[0];
  if (code === 0) return;
  const said = Buffer.concat(output).toString();
  if (/ENOSPC/.test(said)) {
    throw new StartError(`The disk that holds ${folder} is full: free some space and start again.`);
  }
  process.stderr.write(said);
  throw new StartError(`The ${app} could not be built: what Vite says stands above.`);
}

/** Names an app's sources by their content: a fresh clone or a switched branch has new times and old contents. */
function nameOfSources(app: App): string {
  const sources = [
    `apps/${app}/*.{ts,json,html}`,
    `apps/${app}/{src,build,public}/**/*`,
    'packages/contract/src/**/*',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const full = path.join(ROOT, file);
    if (!statSync(full).isFile()) continue;
    hash.update(file).update('\0').update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
