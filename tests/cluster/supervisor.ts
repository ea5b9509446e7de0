import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Layout } from './layout.ts';
import { programAt } from './packages.ts';

/** A program of the cluster. */
export type Part = {
  /** Also the name of its log. */
  readonly name: string;
  readonly command: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A stopped part has this long; 12 s by default. */
  readonly stopMs?: number;
};

/** Keeps parts running, as systemd's `Restart=always` does. */
export type Supervisor = {
  start(part: Part): void;
  /** From its next start on, the part of this name is this one. */
  replace(part: Part): void;
  /** The process of a part; 0 while it has none. */
  pid(name: string): number;
  /** From now on the part is not started again. */
  hold(name: string): void;
  /** Ends the hold: a part that has ended starts. */
  release(name: string): void;
  /** Asks parts to end, waits, and then kills them. Held parts stay ended. */
  stop(names: readonly string[], signal?: NodeJS.Signals): Promise<void>;
  names(): readonly string[];
  /** Ends of parts that nothing asked for. */
  readonly ends: readonly string[];
};

/** systemd's RestartSec. */
const RESTART_MS = 1_000;
const STOP_MS = 12_000;

export function superviseParts({ folder, user }: Layout): Supervisor {
  const children = new Map<string, ChildProcess>();
  const parts = new Map<string, Part>();
  const held = new Set<string>();
  const stopped = new Set<string>();
  const ends: string[] = [];

  function launch(part: Part): void {
    const out = openSync(path.join(folder, 'logs', `${part.name}.log`), 'a');
    // Ends the part when this process is gone, also after kill -9.
    const words = ['--pdeathsig', 'TERM', '--', part.command, ...part.words];
    const child = spawn(programAt('setpriv') ?? 'setpriv', words, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', ...part.env },
      stdio: ['ignore', out, out],
      // Ctrl-C reaches this process alone, which ends the parts in their order.
      detached: true,
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
    closeSync(out);
    children.set(part.name, child);
    child.once('error', (error) => ends.push(`${part.name}: ${error.message}`));
    child.once('exit', (code, signal) => void again(part, child, signal ?? `code ${code}`));
  }

  async function again(part: Part, child: ChildProcess, how: string): Promise<void> {
    if (stopped.has(part.name)) return;
    ends.push(`${part.name}: ${how}`);
    await pause(RESTART_MS);
    const isCurrent = children.get(part.name) === child;
    const next = parts.get(part.name) ?? part;
    if (isCurrent && !held.has(part.name) && !stopped.has(part.name)) launch(next);
  }

  const hasEnded = (child: ChildProcess): boolean =>
    child.exitCode !== null || child.signalCode !== null;

  async function end(name: string, signal: NodeJS.Signals): Promise<void> {
    stopped.add(name);
    const child = children.get(name);
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    // A frozen part hears nothing otherwise.
    child.kill('SIGCONT');
    const late = setTimeout(() => child.kill('SIGKILL'), parts.get(name)?.stopMs ?? STOP_MS);
    await ended;
    clearTimeout(late);
  }

  return {
    start: (part) => {
      stopped.delete(part.name);
      parts.set(part.name, part);
      launch(part);
    },
    replace: (part) => void parts.set(part.name, part),
    pid: (name) => {
      const child = children.get(name);
      return child === undefined || hasEnded(child) ? 0 : (child.pid ?? 0);
    },
    hold: (name) => void held.add(name),
    release: (name) => {
      held.delete(name);
      const [child, part] = [children.get(name), parts.get(name)];
      if (child && part && hasEnded(child) && !stopped.has(name)) launch(part);
    },
    stop: async (names, signal = 'SIGTERM') => {
      await Promise.all(names.map((name) => end(name, signal)));
    },
    names: () => [...parts.keys()],
    ends,
  };
}
