import { hostname } from 'node:os';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Db } from './platform/db/pool.ts';
import { statement } from './platform/db/statement.ts';

/** Replaces the rows of a process; `since` of a circuit that stays open is kept. Old rows are of processes that ended. */
export const writeCircuits = statement({
  name: 'circuits.write',
  text: `with gone as (
      delete from open_circuits c
      where c.seen_at < :before
        or (c.process = :process and not exists (
          select from unnest(:whats::text[], :places::text[]) as o (what, place) where o.what = c.what and o.place = c.place))
    )
    insert into open_circuits (process, what, place, since, seen_at)
    select :process, what, place, :now, :now from unnest(:whats::text[], :places::text[]) as o (what, place)
    on conflict (process, what, place) do update set seen_at = excluded.seen_at`,
  params: {
    process: 'text',
    whats: 'text[]',
    places: 'text[]',
    now: 'timestamptz',
    before: 'timestamptz',
  },
  row: v.object({}),
});

const EVERY_MS = 1_000;
/** Rows of a process that ended without its last report. */
const OLD_MS = 60_000;
/** Circuits that a process reports: two of each merchant, at most 66, and some tens of games and servers. */
const MOST = 160;

export type NotClosed = readonly (readonly [
  what: 'gateway' | 'game' | 'maintenance',
  places: () => readonly string[],
])[];

/**
 * Reports the circuits of this process that are not closed, for the console. A process whose circuits are closed writes
 * nothing.
 */
export function reportCircuits(
  db: Pick<Db, 'run'>,
  log: Logger,
  name: string,
  circuits: NotClosed,
): { stop(): Promise<void> } {
  const process_ = `${name} on ${hostname()} (${process.pid})`;
  let wasOpen = false;
  let timer = setTimeout(tick, EVERY_MS).unref();
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();

  async function write(open: readonly (readonly [string, string])[]): Promise<void> {
    const now = new Date();
    await db.run(writeCircuits, {
      process: process_,
      whats: open.map(([what]) => what),
      places: open.map(([, place]) => place),
      now,
      before: new Date(now.getTime() - OLD_MS),
    });
    wasOpen = open.length > 0;
  }
  async function look(): Promise<void> {
    const open = circuits
      .flatMap(([what, places]) => places().map((place) => [what, place] as const))
      .slice(0, MOST);
    if (open.length > 0 || wasOpen) await write(open);
  }
  function tick(): void {
    running = look()
      .catch((error: unknown) => log.warn({ err: error }, 'circuits could not be reported'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(tick, EVERY_MS).unref();
      });
  }
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
      if (wasOpen) await write([]).catch(() => undefined);
    },
  };
}
