import { setTimeout as pause } from 'node:timers/promises';
import { Logger as QueueLogger, run, type Runner, type TaskList } from 'graphile-worker';
import type { Ctx } from '../context.ts';
import { databaseFailure } from '../platform/db/failure.ts';
import { sqlState } from '../platform/db/pool.ts';
import { StartError } from '../platform/start-error.ts';
import { raiseAlert } from '../platform/monitoring/alert.ts';

/** Concurrent jobs. Calls to games and gateways run in their own queues instead. */
const CONCURRENCY = 16;
const REOPEN_MS = 1_000;
/** A queue that ends waits for its running jobs; a job that never ends must not keep all others waiting. */
const GIVE_UP_MS = 20_000;
const OLD_TABLES =
  'The job queue\'s tables are not the ones of this version: run "npm run migrate" with DATABASE_OWNER_URL.';

export type RunningQueue = {
  /** Whether jobs are taken now. */
  isOpen(): boolean;
  /** Finishes running jobs and hands the others back. */
  stop(): Promise<void>;
};

/**
 * Takes jobs until stopped. If the database is unreachable for longer than the retries, the queue ends
 * and is opened again. Sweeps find the rows of lost jobs meanwhile.
 * @param giveUpMs a queue that ends is left after this time, whatever its jobs do
 * @throws when the queue cannot be opened at the start
 */
export async function runQueue(
  ctx: Ctx,
  taskList: TaskList,
  giveUpMs = GIVE_UP_MS,
): Promise<RunningQueue> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let runner: Runner | null = await open(ctx, taskList).catch((error: unknown) => {
    // The queue would bring its tables up to date, which only their owner may.
    if (sqlState(error) === '42501') throw new StartError(OLD_TABLES, { cause: error });
    throw error;
  });
  const watching = (async () => {
    while (!signal.aborted) {
      const why = await endOf(runner, giveUpMs);
      runner = null;
      if (signal.aborted) return;
      raiseAlert(ctx, 'job_queue_ended', { why });
      runner = await reopen(ctx, taskList, signal);
    }
  })();
  return {
    isOpen: () => runner !== null,
    stop: async () => {
      stopping.abort();
      // A queue that has ended by itself needs no stop; one that opens at this moment does.
      await stopWithin(runner, giveUpMs);
      await watching;
      await stopWithin(runner, giveUpMs);
    },
  };
}

/** @returns why it ended; a job that never ends holds up a queue that stops, until it is given up */
async function endOf(runner: Runner | null, giveUpMs: number): Promise<string> {
  if (runner === null) return 'it was not open';
  const givenUp = new Promise<void>((resolve) => {
    runner.events.once('pool:gracefulShutdown', () => resolve());
  }).then(() => pause(giveUpMs, 'a job did not end', { ref: false }));
  try {
    return (await Promise.race([runner.promise, givenUp])) ?? 'it stopped by itself';
  } catch (error) {
    return databaseFailure(error)?.why ?? String(error);
  }
}

async function stopWithin(runner: Runner | null, ms: number): Promise<void> {
  if (runner === null) return;
  const stopped = runner.stop().catch(() => undefined);
  await Promise.race([stopped, pause(ms, undefined, { ref: false })]);
}

async function reopen(ctx: Ctx, taskList: TaskList, signal: AbortSignal): Promise<Runner | null> {
  while (!signal.aborted) {
    try {
      const runner = await open(ctx, taskList);
      ctx.log.info('the job queue is open again');
      return runner;
    } catch (error) {
      const why = databaseFailure(error)?.why ?? String(error);
      ctx.log.warn({ why }, 'the job queue cannot be opened; it is tried again');
      await pause(REOPEN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

function open(ctx: Ctx, taskList: TaskList): Promise<Runner> {
  return run({
    pgPool: ctx.db.pool,
    taskList,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1_000,
    noPreparedStatements: ctx.config.databasePooler === 'transaction',
    logger: new QueueLogger(() => (level, message, meta) => {
      if (level === 'error' || level === 'warning')
        ctx.log.warn({ queue: level, ...meta }, message);
    }),
    // Without batches, a job that cannot be completed is an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
}
