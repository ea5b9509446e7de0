import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../apps/api/src/platform/start-error.ts';

export const ROOT = path.join(import.meta.dirname, '..');

export type ViteBuild = {
  /** As messages name it. */
  readonly name: string;
  readonly app: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
};

/** Builds an app for production. @throws StartError when Vite fails, or the disk is full */
export async function runVite({ name, app, args = [], env = {} }: ViteBuild): Promise<void> {
  const output: Buffer[] = [];
  const program = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const vite = spawn(process.execPath, [program, 'build', '--logLevel', 'warn', ...args], {
    cwd: app,
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
    throw new StartError(`The disk that holds ${app} is full: free some space and start again.`);
  }
  process.stderr.write(said);
  throw new StartError(`The ${name} could not be built: what Vite says stands above.`);
}

/** Names sources by their content: a fresh clone or a switched branch has new times and old contents. */
export function nameOfSources(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const full = path.join(ROOT, file);
    if (!statSync(full).isFile()) continue;
    hash.update(file).update('\0').update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
