import type { Change, Store, Table } from './store.ts';
import { randomId } from './ids.ts';
import { fieldsOf, textOf } from './shape.ts';

/** Work at a later time. It stays in the log until it is done, so a kill only delays it. */
export type Job = {
  readonly id: string;
  readonly kind: string;
  readonly dueAt: number;
  readonly tries: number;
  readonly payload: unknown;
};

type Run = (job: Job) => void | Promise<void>;

export type Jobs = ReturnType<typeof createJobs>;

/** Longer timers overflow in Node. */
const LONGEST_TIMER_MS = 2_000_000_000;
/** Limits concurrent notifications: a shop that hangs must not use up the sockets. */
const MAX_AT_ONCE = 64;

export function createJobs(store: Store, report: (error: unknown) => void) {
  const handlers = new Map<string, Run>();
  const timers = new Map<string, NodeJS.Timeout>();
  const waiting: string[] = [];
  const running = new Set<Promise<void>>();
  let started = false;

  const table = store.table<Job>('job', (id, now) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (now && started) arm(now);
  });

  const arm = (job: Job): void => {
    const delay = Math.min(Math.max(0, job.dueAt - Date.now()), LONGEST_TIMER_MS);
    timers.set(
      job.id,
      setTimeout(() => {
        timers.delete(job.id);
        if (job.dueAt > Date.now()) return arm(job);
        waiting.push(job.id);
        runWaiting();
      }, delay),
    );
  };

  const runWaiting = (): void => {
    while (started && running.size < MAX_AT_ONCE) {
      const id = waiting.shift();
      if (id === undefined) return;
      const job = table.get(id);
      const run = job && handlers.get(job.kind);
      if (!job || !run) continue;
      const done: Promise<void> = Promise.resolve()
        .then(() => run(job))
        .catch(report)
        .finally(() => {
          running.delete(done);
          runWaiting();
        });
      running.add(done);
    }
  };

  return {
    /**
     * A handler ends with a commit that removes or moves its job; after an error the job waits for
     * the next start.
     */
    handle: (kind: string, run: Run): void => void handlers.set(kind, run),
    /** A job whose payload names a row; `work` returns the changes to that row. */
    handleRow: <Row>(kind: string, rows: Table<Row>, work: (row: Row) => Change[]): void => {
      handlers.set(kind, (job) => {
        const row = rows.get(textOf(fieldsOf(job.payload)['id']) ?? '');
        store.commit([table.remove(job.id), ...(row ? work(row) : [])]);
      });
    },
    add: (kind: string, dueAt: number, payload: unknown, id = randomId(16)) =>
      table.put(id, { id, kind, dueAt, tries: 0, payload }),
    again: (job: Job, dueAt: number) => table.put(job.id, { ...job, dueAt, tries: job.tries + 1 }),
    remove: table.remove,
    start: () => {
      started = true;
      for (const job of table.rows.values()) arm(job);
    },
    /** Starts no new job and waits for running ones. */
    stop: async () => {
      started = false;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await Promise.allSettled(running);
    },
  };
}
