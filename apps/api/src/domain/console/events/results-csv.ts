import { createHash } from 'node:crypto';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../../context.ts';
import { textCell } from '../../ledger/settlement-csv.ts';
import type { Sees } from '../scope.ts';
import { readResults } from './read-results.ts';

const HEADER = 'project,event,counted_until,line,task,characters,times,orders,worth_usd';

/** Results of one round as CSV (RFC 4180, lines end with LF); null: the operator sees none of that name. */
export async function resultsCsv(
  ctx: Ctx,
  operator: Sees,
  input: ConsoleInput<'eventResultsCsv'>,
): Promise<ConsoleResult<'eventResultsCsv'> | null> {
  const results = await readResults(ctx, operator, input);
  if (results === null) return null;
  const { players, tasks, sold, topped_up: toppedUp, until } = results;
  const usd = (minor: number): string => fromMinor(minor, 'USD').amount;
  const rows: readonly (readonly string[])[] = [
    ['took part', '', String(players), '', '', ''],
    ...tasks.map((each) => ['task', each.task, String(each.players), String(each.times), '', '']),
    ...(sold === null
      ? []
      : [
          [
            'sold in the event',
            '',
            String(sold.players),
            '',
            String(sold.orders),
            usd(sold.usd_minor),
          ],
        ]),
    ['all paid orders', '', '', '', String(toppedUp.orders), usd(toppedUp.usd_minor)],
  ];
  const about = [input.project, input.id, new Date(until).toISOString()];
  const lines = rows.map((row) => [...about, ...row].map(textCell).join(','));
  const text = `${[HEADER, ...lines].join('\n')}\n`;
  return {
    name: `results_${input.project}_${input.id}.csv`,
    text,
    lines: rows.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
}
