import { createHash } from 'node:crypto';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { OrderRow } from '@webpay/contract/console/shapes';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { textCell } from '../ledger/settlement-csv.ts';
import { refused, type Operator, type Refused } from '../operators/operator.ts';
import { countInMinute } from '../players/limit-calls.ts';
import { listOrders } from './list-orders.ts';
import type { Sees } from './scope.ts';

/** Orders of one part. The page joins at most 50 parts. */
const PART = 2_000;
/** Parts of a person or token in a minute over all processes, at LIMIT_SCALE 1: a whole file, and some more. */
const PARTS_OF_OPERATOR = 60;
const HEADER =
  'order,order_id,created_at,project,server,character_id,character,goods,country,currency,amount,method,last_four,state,note,mail_after_ms';

/**
 * One part of the list of orders as CSV (RFC 4180, lines end with LF), newest first; the first part begins with the header.
 * `next` is the cursor of the following part. @param most orders of a part
 */
export async function ordersCsv(
  ctx: Ctx,
  operator: Sees & Pick<Operator, 'id'>,
  filter: ConsoleInput<'ordersCsv'>,
  most = PART,
): Promise<ConsoleResult<'ordersCsv'> | Refused> {
  const parts = await countInMinute(ctx, `console_orders_csv:${operator.id}`);
  if (parts > PARTS_OF_OPERATOR * ctx.config.limitScale) {
    const detail = 'There were too many parts of files in this minute. Wait, then try again.';
    return refused(429, 'too_many_requests', detail);
  }
  const page = await listOrders(ctx, operator, { ...filter, limit: most });
  if ('refused' in page) return page;
  // Some spreadsheets part cells at semicolons, so that the end of a name could be a formula.
  const lines = page.items.map((row) =>
    cellsOf(row)
      .map((cell) => textCell(cell.replaceAll(';', ',')))
      .join(','),
  );
  const isFirst = filter.after === undefined;
  const text = [...(isFirst ? [HEADER] : []), ...lines].map((line) => `${line}\n`).join('');
  return {
    text,
    lines: lines.length,
    sha256: createHash('sha256').update(text).digest('hex'),
    next: page.next,
  };
}

function cellsOf(row: OrderRow): string[] {
  const { character, total, method, mail_after_ms: mailAfter } = row;
  return [
    row.order_no,
    row.id,
    new Date(row.created_at).toISOString(),
    character.project.code,
    character.server_id,
    character.cid,
    character.name,
    row.goods.map(({ name, count }) => (count === 1 ? name : `${count} × ${name}`)).join('; '),
    row.country,
    total.currency,
    fromMinor(total.minor, total.currency).amount,
    method?.name ?? '',
    method?.last_four ?? '',
    row.badges.map(({ text }) => text).join('; '),
    row.note,
    mailAfter === null ? '' : String(mailAfter),
  ];
}
