import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { archiveMonth } from '../../apps/api/src/domain/retention/archive-month.ts';
import {
  ARCHIVE_LOCK,
  takeArchiveLock,
} from '../../apps/api/src/domain/retention/archive-queries.ts';
import { listMonths } from '../../apps/api/src/domain/retention/archive-months.ts';
import { oldBefore } from '../../apps/api/src/domain/retention/archive-rules.ts';
import { createClock } from '../../apps/api/src/platform/clock.ts';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { startTestEnvironment } from '../support/environment.ts';
import type { Part, Scale } from './figures.ts';
import { addOrders } from './more-orders.ts';
import { enter } from './player.ts';
import { shopRound } from './purchases.ts';

const ORDERS = { full: 1_000_000, quick: 200 } as const;
/** A month has about a million events then. */
const EVERY_S = 13;
/** Months back: the copies of the full size cover five months. */
const MONTHS_BACK = { full: 2, quick: 0 } as const;
const MEGABYTE = 1_000_000;

/** One month of the history leaves a shop of a million orders, while one client buys. */
export async function benchArchive(scale: Scale): Promise<Part> {
  const environment = await startTestEnvironment({ fsync: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'webpay-bench-archive-'));
  const db = openDb(environment.databaseUrl, { max: 2, name: 'bench', timeoutMs: 600_000 });
  const owner = openDb(environment.databaseOwnerUrl, { max: 1, timeoutMs: 600_000 });
  try {
    const players = [await enter(environment.url)];
    const alone = { clients: 1, count: 1, askEveryMs: 5, everyMs: 0 };
    const [first] = (await shopRound(environment, db, players, alone)).orderIds;
    if (first === undefined) throw new Error('nothing was bought');
    const day = new Date(Date.now() - 86_400_000);
    const month = oldBefore(day, MONTHS_BACK[scale]);
    await owner.pool.query(
      `create table if not exists order_events_${month.slice(0, 7).replace('-', '_')} partition of order_events
        for values from ('${month} 00:00+00') to ('${oldBefore(day, MONTHS_BACK[scale] - 1)} 00:00+00')`,
    );
    await addOrders(owner.pool, first, ORDERS[scale], EVERY_S);
    const ctx = { db: owner, clock: createClock() };

    let since = performance.now();
    await listMonths(ctx, { months: 1, before: null });
    const listedS = (performance.now() - since) / 1000;

    let isOver = false;
    const durationsMs: number[] = [];
    const purchases = (async () => {
      while (!isOver) {
        durationsMs.push(...(await shopRound(environment, db, players, alone)).durationsMs);
      }
    })();
    // Its one connection keeps the lock until it is closed.
    await owner.one(takeArchiveLock, { key: ARCHIVE_LOCK });
    since = performance.now();
    const result = await archiveMonth(ctx, { month, folder, by: 'bench' }).finally(() => {
      isOver = true;
    });
    const archivedS = (performance.now() - since) / 1000;
    await purchases;
    if (result.kind !== 'archived') throw new Error(`the month is ${result.kind}`);
    return {
      title: 'The archive of a month',
      how: `A shop of ${ORDERS[scale].toLocaleString('en')} orders, copies of one real purchase, one every ${EVERY_S} seconds. One whole month of its history goes into a file, while one client buys.`,
      figures: [
        { name: 'events of the month', value: result.rows, unit: '' },
        { name: 'looking for open business', value: listedS, unit: 's' },
        { name: 'archiving', value: archivedS, unit: 's', aim: { of: 'value', atMost: 120 } },
        { name: 'the file', value: result.file.bytes / MEGABYTE, unit: 'MB' },
        {
          name: 'the step holds the tables',
          value: result.lockedMs,
          unit: 'ms',
          aim: { of: 'value', atMost: 500 },
        },
        { name: 'the longest purchase meanwhile', value: Math.max(...durationsMs), unit: 'ms' },
      ],
    };
  } finally {
    await owner.close();
    await db.close();
    await environment.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
