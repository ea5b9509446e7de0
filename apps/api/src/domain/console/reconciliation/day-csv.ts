import { createHash } from 'node:crypto';
import { fromMinor } from '@webpay/contract/money';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Sum } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import { textCell } from '../../ledger/settlement-csv.ts';
import { refused, type Operator, type Refused } from '../../operators/operator.ts';
import type { Sees } from '../scope.ts';
import { readReconciliationDay } from './read-day.ts';

type File = ConsoleResult<'reconciliationCsv'>;
type Day = ConsoleResult<'reconciliationDay'>;
type Cell = string | number;

/** Differences of a file. */
const MOST = 20_000;
const HEADER: readonly string[] =
  'day,gateway,line,agree,of,currency,amount,difference,number,order,project,theirs,their_state,ours,our_state,explanation,settled'.split(
    ',',
  );

/**
 * A day of the statements as CSV (RFC 4180, lines end with LF): for each gateway its counts and sums, then each difference of
 * the operator's projects. An empty `agree` is not compared yet.
 */
export async function reconciliationCsv(
  ctx: Ctx,
  operator: Sees & Pick<Operator, 'roles'>,
  input: ConsoleInput<'reconciliationCsv'>,
): Promise<File | Refused> {
  const day = await readReconciliationDay(ctx, operator, input, MOST);
  if ('refused' in day) return day;
  if (day.count > MOST) {
    return refused(422, 'too_wide', `The file would have over ${MOST} differences.`);
  }
  const rows = [...day.gateways.flatMap(linesOfGateway), ...day.differences.map(lineOfDifference)];
  const text = [HEADER, ...rows.map((row) => [day.day, ...row])]
    .map((cells) => `${cells.map(cellOf).join(',')}\n`)
    .join('');
  const parts = ['reconciliation', input.day, input.project];
  return {
    name: `${parts.filter((part) => part !== undefined).join('_')}.csv`,
    text,
    lines: rows.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
}

/** A number is written as it is: a minus sign is no formula there. */
const cellOf = (cell: Cell): Cell => (typeof cell === 'number' ? cell : textCell(cell));

function linesOfGateway(each: Day['gateways'][number]): Cell[][] {
  const { gateway, captures, refunds } = each;
  const counted = (line: string, of: typeof captures): Cell[] =>
    filled([gateway, line, of?.agree ?? '', of?.all ?? '']);
  const summed = (line: string, sum: Sum): Cell[] =>
    filled([gateway, line, '', '', sum.currency, amountOf(sum)]);
  return [
    counted('captures', captures),
    counted('refunds', refunds),
    ...each.captured.map((sum) => summed('captured here', sum)),
    ...each.refunded.map((sum) => summed('paid back here', sum)),
  ];
}

function lineOfDifference(row: Day['differences'][number]): Cell[] {
  const { gateway, differs, number, order, theirs, ours, explanation, settled } = row;
  const when = settled === null ? '' : `${new Date(settled.at).toISOString()} ${settled.text}`;
  const about: Cell[] = [order?.order_no ?? '', order?.project.code ?? ''];
  const sides: Cell[] = [sideOf(theirs), theirs?.state ?? '', sideOf(ours), ours?.state ?? ''];
  const head: Cell[] = [gateway, 'difference', '', '', '', '', differs, number];
  return [...head, ...about, ...sides, explanation, when];
}

const filled = (cells: readonly Cell[]): Cell[] => [
  ...cells,
  ...Array.from({ length: HEADER.length - 1 - cells.length }, () => ''),
];

const amountOf = ({ minor, currency }: Sum): string => fromMinor(minor, currency).amount;
const sideOf = (side: Day['differences'][number]['ours']): string =>
  side === null || side.sum === null ? '' : `${amountOf(side.sum)} ${side.sum.currency}`;
