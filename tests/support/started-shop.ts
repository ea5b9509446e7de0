import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePorts } from '../../tools/ports.ts';

export type Env = Readonly<Record<string, string>>;
export const PORTS = [
  'PORT',
  'MIRROR_PORTS',
  'CONSOLE_PORT',
  'PREVIEW_PORT',
  'METRICS_PORT',
  'SANDBOX_PORT',
];

/** Free ports for one shop. */
export async function ownPorts(): Promise<Env> {
  const [port, mirror, consolePort, preview, metrics, sandbox] = await freePorts(6);
  return {
    PORT: String(port),
    MIRROR_PORTS: String(mirror),
    CONSOLE_PORT: String(consolePort),
    PREVIEW_PORT: String(preview),
    METRICS_PORT: String(metrics),
    SANDBOX_PORT: String(sandbox),
  };
}

export type Run = { readonly child: ChildProcess; said: string };

/** `npm start` with these settings alone. */
export function start(env: Env): Run {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../tools/start.ts')], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      // No load balancer has to see that it ends.
      DRAIN_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: Run = { child, said: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (run.said += chunk.toString()));
  }
  return run;
}

export const runs = ({ child }: Run): boolean =>
  child.exitCode === null && child.signalCode === null;

export async function end(run: Run): Promise<void> {
  if (!runs(run)) return;
  run.child.kill('SIGTERM');
  await once(run.child, 'exit');
}
