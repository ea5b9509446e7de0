import { parseArgs } from 'node:util';
import { buildContext } from '../build-context.ts';
import { readConfig } from '../config/config.ts';
import type { Ctx } from '../context.ts';
import { ledgerDiscrepancies } from '../domain/ledger/queries.ts';
import { reconcileDay } from '../domain/reconciliation/reconcile-day.ts';
import { openDifferences, settleOne } from '../domain/reconciliation/queries.ts';
import { StartError } from '../platform/start-error.ts';
import { joinShop } from './database.ts';
import { readDay, refuseTwice } from './options.ts';
import { moneyStands } from './reconcile-page.ts';
import { exitWithMessage } from './tell.ts';

const DAY_MS = 86_400_000;

/**
 * Queues the gateways' statements of a day (UTC; yesterday unless `--day` says otherwise) against our books:
 *
 *     npm run reconcile                                    # looks, keeps what differs, changes nothing else
 *     npm run reconcile -- --day 2026-11-20 --repair       # asks the gateways again about what we do not know
 *     npm run reconcile -- --settle 17                     # an operator has dealt with difference 17
 *
 * Ends with 1 while anything is open: a difference, a statement that could not be had, money owed that nothing brings
 * back, books that do not add up.
 */
try {
  const options = readOptions();
  const config = readConfig(process.env);
  const database = await joinShop(config);
  try {
    const { ctx, close } = await buildContext(
      { ...config, databaseUrl: database.url },
      { name: 'reconcile', connections: 4, logTo: 'stderr' },
    );
    try {
      if (options.settle !== null) await settle(ctx, options.settle);
      else {
        if (!options.isOver) console.log(`${options.day} has not ended: its statements may grow.`);
        process.exitCode = await reconcile(ctx, options.day, options.repair);
      }
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}

function readOptions() {
  try {
    const { values, tokens } = parseArgs({
      options: {
        day: { type: 'string' },
        repair: { type: 'boolean', default: false },
        settle: { type: 'string' },
      },
      tokens: true,
    });
    refuseTwice(tokens);
    if (values.settle !== undefined && !/^\d{1,15}$/.test(values.settle)) {
      throw new StartError(`--settle is "${values.settle}", not the number of a difference.`);
    }
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const day = readDay('day', values.day ?? yesterday)
      .toISOString()
      .slice(0, 10);
    if (day > today) throw new StartError(`--day ${day} has not ended: it has no statement yet.`);
    const isOver = day < today;
    const number = values.settle === undefined ? null : Number(values.settle);
    return { day, isOver, repair: values.repair, settle: number };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

async function settle(ctx: Ctx, id: number): Promise<void> {
  const touched = await ctx.db.run(settleOne, {
    differenceId: id,
    settledAt: ctx.clock.now(),
    settledHow: 'operator',
  });
  if (touched === 0) throw new StartError(`There is no open difference ${id}.`);
  console.log(`Difference ${id} is settled.`);
}

async function reconcile(ctx: Ctx, day: string, repairs: boolean): Promise<0 | 1> {
  let isSound = true;
  for (const provider of ['payermax', 'paypal'] as const) {
    const result = await reconcileDay(ctx, { provider, day, repairs });
    if (result.kind === 'unavailable') {
      isSound = false;
      console.log(`${provider} ${day}: no statement: ${result.why}.`);
      continue;
    }
    const { captures, refunds, repaired } = result;
    console.log(
      `${provider} ${day}: ${captures} captures and ${refunds} refunds there, ${result.open.length} differences open, ${repaired.length} repaired.`,
    );
    for (const each of repaired) console.log(`  repaired: ${each.explanation}`);
  }
  const open = await ctx.db.many(openDifferences);
  for (const each of open)
    console.log(`  ${each.id} ${each.day} ${each.class}: ${each.explanation}`);
  const { lines, owed } = await moneyStands(ctx);
  for (const line of lines) console.log(line);
  const trouble = await ctx.db.many(ledgerDiscrepancies);
  for (const each of trouble) {
    console.log(`  the books: ${each.what}, ${each.off_minor} minor units of ${each.currency}`);
  }
  return isSound && open.length === 0 && owed === 0 && trouble.length === 0 ? 0 : 1;
}
