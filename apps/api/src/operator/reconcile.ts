import { parseArgs } from 'node:util';
import type { Ctx } from '../context.ts';
import { commandStep } from '../domain/actions/command-step.ts';
import { appendStep } from '../domain/actions/record-step.ts';
import { sentenceOf } from '../domain/actions/refusals.ts';
import { checkLedger } from '../domain/ledger/check-ledger.ts';
import { merchantName } from '../domain/ledger/settlement-report.ts';
import { reconcileDay } from '../domain/reconciliation/reconcile-day.ts';
import { findOpenDifferences, type OpenDifference } from '../domain/reconciliation/difference.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand, readDay, refuseRepeated } from './command-line.ts';
import { byOf } from './command-person.ts';
import { readReason } from './inputs.ts';
import { moneyReport } from './reports.ts';
import { foundMoneyCommands } from './resolve-output.ts';
import { withShopContext } from './shop-database.ts';

const DAY_MS = 86_400_000;
const AGENT = 'npm run reconcile';

/**
 * Compares the gateways' statements of a day (UTC; yesterday by default) with the ledger:
 *
 *     npm run reconcile                                    # records the differences, changes nothing else
 *     npm run reconcile -- --day 2026-11-20 --repair       # queries the gateways again about unresolved payments
 *     npm run reconcile -- --settle 17 --because "…"       # marks difference 17 as settled by an operator
 *     npm run reconcile -- --ledger-from 2026-01-01        # also checks the ledger's days since then again
 *
 * A comparison and a settled difference are entries of the audit log. --by NAME names the person; without it, the machine's user.
 * Each day of the ledger is checked once it has ended. A run that was killed goes on with the next day.
 * Exits with 1 while anything is open: a difference, a missing statement, money owed without a refund in progress, a
 * ledger discrepancy.
 */
await runCommand(async () => {
  const { day, isOver, repair, settle, ledgerFrom, by } = readArguments();
  const service = { name: 'reconcile', connections: 4, logTo: 'stderr' } as const;
  await withShopContext(service, async (ctx) => {
    if (settle !== null) return settleOpen(ctx, by, settle);
    if (!isOver) console.log(`${day} has not ended: its statements may grow.`);
    process.exitCode = await reconcile(ctx, { day, repair, ledgerFrom, by });
  });
});

function readArguments() {
  try {
    const { values, tokens } = parseArgs({
      options: {
        day: { type: 'string' },
        repair: { type: 'boolean', default: false },
        settle: { type: 'string' },
        because: { type: 'string' },
        by: { type: 'string' },
        'ledger-from': { type: 'string' },
      },
      tokens: true,
    });
    refuseRepeated(tokens);
    if (values.settle !== undefined && !/^\d{1,15}$/.test(values.settle)) {
      throw new StartError(`--settle is "${values.settle}", not the number of a difference.`);
    }
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const day = readDay('day', values.day ?? yesterday)
      .toISOString()
      .slice(0, 10);
    if (day > today) throw new StartError(`--day ${day} has not ended: it has no statement yet.`);
    const given = values['ledger-from'];
    const ledgerFrom =
      given === undefined ? undefined : readDay('ledger-from', given).toISOString().slice(0, 10);
    const isOver = day < today;
    const { settle: number, because } = values;
    const settle =
      number === undefined
        ? null
        : {
            id: Number(number),
            because: readReason(because, 'It says why nothing has to be booked.'),
          };
    return { day, isOver, repair: values.repair, settle, ledgerFrom, by: byOf(values.by) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

/** A difference with the commands that settle it. */
function differenceText(each: OpenDifference): string {
  const line = `  ${each.id} ${each.day} ${each.class}: ${each.explanation}`;
  return [line, ...foundMoneyCommands(each).map((command) => `    → ${command}`)].join('\n');
}

/** The same step as in the console, with its audit entry. */
async function settleOpen(
  ctx: Ctx,
  by: string,
  { id, because }: { readonly id: number; readonly because: string },
): Promise<void> {
  const command = { by, breakGlass: null, agent: AGENT };
  const action = { kind: 'settle_difference', difference_id: id, because } as const;
  const ended = await commandStep(ctx, command, action);
  if (ended.kind === 'refused') throw new StartError(sentenceOf(ended));
  console.log(`Difference ${id} is settled.`);
}

async function reconcile(
  ctx: Ctx,
  wanted: {
    readonly day: string;
    readonly repair: boolean;
    readonly ledgerFrom: string | undefined;
    readonly by: string;
  },
): Promise<0 | 1> {
  const { day, repair: repairs, ledgerFrom, by } = wanted;
  await recordComparing(ctx, by, day, repairs);
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
      `${provider} ${day}: ${captures} captures and ${refunds} refunds at the gateway, ${result.open.length} differences open, ${repaired.length} repaired.`,
    );
    for (const each of result.accounts.length > 1 ? result.accounts : []) {
      const of = merchantName(each.merchant ?? '');
      console.log(`  of ${of}: ${each.captures} captures and ${each.refunds} refunds.`);
    }
    for (const each of repaired) console.log(`  repaired: ${each.explanation}`);
  }
  const open = await findOpenDifferences(ctx);
  for (const each of open) console.log(differenceText(each));
  const { lines, owed } = await moneyReport(ctx);
  for (const line of lines) console.log(line);
  const ledger = await checkLedger(ctx, {
    from: ledgerFrom,
    onDay: (each) => console.error(`ledger of ${each} …`),
  });
  for (const each of ledger) {
    console.log(
      `  ledger ${each.day}: ${each.what}: ${each.subject}, ${each.offMinor} minor units of ${each.currency}`,
    );
  }
  return isSound && open.length === 0 && owed === 0 && ledger.length === 0 ? 0 : 1;
}

/** Appends the audit entry before gateways are asked, so that a run that was killed is in the log, too. */
async function recordComparing(ctx: Ctx, by: string, day: string, repairs: boolean): Promise<void> {
  await ctx.db.transaction((tx) =>
    appendStep(ctx, tx, {
      who: { id: null, name: `command line (${by})` },
      from: { address: '', agent: AGENT, requestId: '' },
      verb: 'compare_day',
      permission: 'books.settle',
      subject: { kind: 'day', id: day, project: '', playerId: null },
      because: '',
      detail: { change: { day, repairs } },
    }),
  );
}
