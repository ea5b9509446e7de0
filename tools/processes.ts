import path from 'node:path';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundLog, openLogFile } from '../apps/api/src/platform/logging/log-file.ts';
import { StartError } from '../apps/api/src/platform/start-error.ts';

export type ProcessOptions = {
  /** `server`, `worker`, `sandbox`; also the name of its log. */
  readonly name: string;
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
  /** Exists. */
  readonly logFolder: string;
  /** A stopped process has this long; 12 s by default. */
  readonly stopMs?: number;
  /** Readiness check; absent: the process sends `ready`. */
  readonly isReady?: () => Promise<boolean>;
  readonly log: (line: string) => void;
};

export type Supervised = {
  readonly pid: () => number;
  /** Resolves when the process is ready; throws StartError when it ends before. */
  readonly ready: () => Promise<void>;
  /** Sends SIGTERM, then SIGKILL when it does not drain in time; no restart. */
  readonly stop: () => Promise<void>;
  /** Ends it within `drainMs` and restarts it. @throws StartError when it does not start */
  readonly restart: (drainMs: number) => Promise<void>;
  /** For crash tests: kill -9, then a restart. */
  readonly killHard: () => Promise<void>;
};

const DRAIN_MS = 12_000;
const READY_MS = 120_000;
/** Bounds the space for young objects: under a flood of pages V8 takes 134 MB, and keeps them (decision 0031). */
const YOUNG_SPACE = '--max-semi-space-size=16';
const FOLLOW_PARENT = path.join(import.meta.dirname, 'follow-parent.ts');

/**
 * Supervises a program: restarts it with growing pauses, in its own process group, so that Ctrl-C
 * reaches only the supervisor.
 */
export function supervise(options: ProcessOptions): Supervised {
  let stopping = false;
  let wasReady = false;
  let child = launch(options);
  let quickEnds = 0;
  const endLogBound = boundLog(logFileOf(options));
  watch();

  function watch(): void {
    const startedAt = Date.now();
    const watched = child;
    watched.once('exit', (code, signal) => {
      if (stopping || !wasReady) return;
      quickEnds = Date.now() - startedAt < 10_000 ? quickEnds + 1 : 0;
      const waitMs = Math.min(quickEnds * 500, 10_000);
      options.log(`${options.name}: ended ${howItEnded(code, signal)}, starting it again`);
      setTimeout(() => {
        if (stopping) return;
        child = launch(options);
        watch();
      }, waitMs);
    });
  }

  return {
    pid: () => child.pid ?? 0,
    ready: async () => {
      await waitUntilReady(options, child);
      wasReady = true;
    },
    stop: async () => {
      stopping = true;
      await end(child, options.stopMs ?? DRAIN_MS);
      endLogBound();
    },
    restart: async (drainMs) => {
      wasReady = false;
      await end(child, drainMs);
      if (stopping) return;
      child = launch(options);
      watch();
      await waitUntilReady(options, child);
      wasReady = true;
    },
    killHard: async () => {
      const victim = child;
      if (hasEnded(victim)) return;
      victim.kill('SIGKILL');
      await once(victim, 'exit');
    },
  };
}

function logFileOf({ logFolder, name }: ProcessOptions): string {
  return path.join(logFolder, `${name}.log`);
}

function launch(options: ProcessOptions): ChildProcess {
  const { handle: out } = openLogFile(logFileOf(options), null);
  try {
    return fork(options.script, {
      env: options.env,
      execArgv: ['--enable-source-maps', YOUNG_SPACE, '--import', FOLLOW_PARENT],
      stdio: ['ignore', out, 'inherit', 'ipc'],
      detached: true,
    });
  } finally {
    closeSync(out);
  }
}

async function waitUntilReady(options: ProcessOptions, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS;
  let saidReady = false;
  child.on('message', (message) => {
    saidReady ||= message === 'ready';
  });
  while (Date.now() < deadline) {
    if (hasEnded(child)) {
      throw new StartError(
        `The ${options.name} did not start (it ended ${howItEnded(child.exitCode, child.signalCode)}): what it says stands above or in ${logFileOf(options)}.`,
      );
    }
    if (options.isReady ? await options.isReady().catch(() => false) : saidReady) return;
    await sleep(25);
  }
  throw new StartError(
    `The ${options.name} is not ready after ${READY_MS / 1_000} seconds: see ${logFileOf(options)}.`,
  );
}

async function end(child: ChildProcess, drainMs: number): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), drainMs);
  await ended;
  clearTimeout(killTimer);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `with code ${code}` : `by ${signal}`;
}
