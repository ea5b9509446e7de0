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
 * @throws when the queue cannot be opened at the start
 */
export async function runQueue(ctx: Ctx, taskList: TaskList): Promise<RunningQueue> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let runner: Runner | null = await open(ctx, taskList).catch((error: unknown) => {
    // The queue would bring its tables up to date, which only their owner may.
    if (sqlState(error) === '42501') throw new StartError(OLD_TABLES, { cause: error });
    throw error;
  });
  const watching = (async () => {
    while (!signal.aborted) {
      const why = await endOf(runner);
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
      await runner?.stop().catch(() => undefined);
      await watching;
      await runner?.stop().catch(() => undefined);
    },
  };
}

async function endOf(runner: Runner | null): Promise<string> {
  try {
    await runner?.promise;
    return 'it stopped by itself';
  } catch (error) {
    return databaseFailure(error)?.why ?? String(error);
  }
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
