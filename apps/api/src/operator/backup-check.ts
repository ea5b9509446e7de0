import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../config/config.ts';
import type { Ctx } from '../context.ts';
import { checkAudit } from '../domain/audit/check-audit.ts';
import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { readNewestOrder } from '../domain/reconciliation/newest-order.ts';
import { reconcileDay } from '../domain/reconciliation/reconcile-day.ts';
import { createClock } from '../platform/clock.ts';
import { databaseUser } from '../platform/db/embedded-user.ts';
import { findPrograms } from '../platform/db/embedded-programs.ts';
import type { Db } from '../platform/db/pool.ts';
import { startScratchServer } from '../platform/db/scratch-server.ts';
import { StartError } from '../platform/start-error.ts';
import { auditReport } from './audit-verbs.ts';
import { readOptions, runCommand } from './command-line.ts';
import { formatTime, printable } from './resolve-output.ts';
import { withRestoredContext, withRestoredDb } from './shop-database.ts';

/**
 * Proves a backup: starts a PostgreSQL of its own on restored files, reads the books of it, and stops it. No other process sees it:
 *
 *     npm run backup-check -- --folder DIR                                     files that were restored or copied there
 *     npm run backup-check -- --folder DIR --restore "pgbackrest --stanza=webpay --pg1-path=DIR restore"
 *
 * --reconcile DAYS also compares the days since the newest order, at most as many, with the gateways' statements: payments from
 * after the backup are named, and nothing but the restored files is changed.
 * --postgres PROGRAM names the `postgres` that reads the files; without it, the embedded one. --database (webpay) and --role
 * (postgres, a superuser) name what the files hold. The recovery changes the folder, so never name the only copy.
 * Checks schema, ledger and audit log. Exits with 1 for a fault. DIR may be removed afterwards.
 */
const run = promisify(execFile);
const RESTORE_MS = 4 * 60 * 60_000;
/** Commands of restores say much. */
const DAY_MS = 86_400_000;
/** Statements of older days change no more. */
const MAX_DAYS = 31;
const MAX_OUTPUT = 16 * 1024 * 1024;

await runCommand(async () => {
  const { folder, program, database, role, restore, days } = await readArguments();
  const since = performance.now();
  if (restore !== null) await restoreInto(folder, restore);
  const server = await startScratchServer({ folder, program, database, role });
  const tookS = ((performance.now() - since) / 1000).toFixed(1);
  try {
    console.log(`Restored and writable after ${tookS} s.`);
    await withRestoredDb(server.url, async (db) => {
      const faults = await checkBooks(db);
      if (faults > 0) throw new StartError(`The backup has faults (${faults}): do not rely on it.`);
    });
    if (days > 0) {
      await withRestoredContext(server.url, (ctx) => reconcileSince(ctx, days));
    }
    console.log('The backup is good.');
  } finally {
    await server.stop();
  }
});

async function readArguments() {
  const given = readOptions(['folder', 'restore', 'postgres', 'database', 'role', 'reconcile']);
  const { database = 'webpay', role = 'postgres', restore = null, postgres } = given;
  const days = given.reconcile === undefined ? 0 : Number(given.reconcile);
  if (given.reconcile !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS)) {
    throw new StartError(
      `--reconcile is "${given.reconcile}", not a number of days up to ${MAX_DAYS}.`,
    );
  }
  if (given.folder === undefined) {
    throw new StartError(
      'Name the folder of the restored files: npm run backup-check -- --folder DIR.',
    );
  }
  const folder = path.resolve(given.folder);
  const { dataDir } = readConfig(process.env);
  if (`${folder}${path.sep}`.startsWith(`${path.resolve(dataDir)}${path.sep}`)) {
    throw new StartError(
      `${folder} is the database of a shop: restore or copy it to another folder.`,
    );
  }
  if (restore === null && !existsSync(folder)) {
    throw new StartError(`There is no folder ${folder}: restore into it, or give --restore.`);
  }
  const program =
    postgres ?? (await findPrograms(path.resolve(dataDir), await databaseUser())).postgres;
  return { folder, program, database, role, restore, days };
}

async function restoreInto(folder: string, command: string): Promise<void> {
  if (existsSync(path.join(folder, 'PG_VERSION'))) {
    throw new StartError(`${folder} holds a database already: --restore needs an empty folder.`);
  }
  console.log(`Restoring into ${folder} …`);
  // pgBackRest does not make it, and its files hold payers' data.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await run('sh', ['-c', command], { timeout: RESTORE_MS, maxBuffer: MAX_OUTPUT });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new StartError(`The restore failed: ${printable(said.split('\n').at(-1) ?? '')}`, {
      cause: error,
    });
  }
}

/** Prints a line for each part of the books. @returns the number of faults */
async function checkBooks(db: Db): Promise<number> {
  console.log('schema      that of this release');
  const newest = await readNewestOrder(db);
  const until = newest.at === null ? '' : `, the newest of ${formatTime(newest.at)}`;
  console.log(`orders      ${newest.orders.toLocaleString('en-US')}${until}`);

  let days = 0;
  const wrong = await checkLedger({ db, clock: createClock() }, { onDay: () => (days += 1) });
  console.log(`ledger      ${days} days read, ${wrong.length} differences`);
  for (const each of wrong) {
    console.log(
      `            ${each.day}: ${each.what}: ${each.subject}, ${each.offMinor} minor units of ${each.currency}`,
    );
  }

  const chain = await checkAudit({ db });
  console.log(`audit log   ${auditReport(chain)}`);
  if (newest.at !== null) {
    const day = newest.at.toISOString().slice(0, 10);
    console.log(
      `After a real restore: npm run reconcile -- --day ${day} --repair, and each later day.`,
    );
  }
  return wrong.length + (chain.broken === null ? 0 : 1);
}

/** Prints what the gateways have since the newest restored order. @throws StartError without a statement */
async function reconcileSince(ctx: Ctx, days: number): Promise<void> {
  const { at } = await readNewestOrder(ctx.db);
  const today = ctx.clock.real().getTime();
  let missing = 0;
  for (let day = 0; at !== null && day < days; day += 1) {
    const moment = at.getTime() + day * DAY_MS;
    if (dayOf(moment) > dayOf(today)) break;
    for (const provider of ['payermax', 'paypal'] as const) {
      const told = await reconcileDay(ctx, { provider, day: dayOf(moment), repairs: false });
      if (told.kind === 'unavailable') {
        missing += 1;
        console.log(`statement   ${dayOf(moment)} ${provider}: none: ${told.why}`);
        continue;
      }
      const counts = `${told.captures} captures, ${told.refunds} refunds, ${told.open.length} not in the backup or different`;
      console.log(`statement   ${dayOf(moment)} ${provider}: ${counts}`);
      for (const each of told.open) console.log(`            ${each.class}: ${each.explanation}`);
    }
  }
  if (missing > 0)
    throw new StartError(`${missing} statements are missing: the backup was not reconciled.`);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
