import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Badge } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import type { Refused } from '../../operators/operator.ts';
import { characterOf } from '../names.ts';
import {
  codeInWords,
  deadlineOf,
  DISPUTE_KINDS,
  gatewayName,
  inOneLine,
  lengthOf,
  timeOf,
} from '../order-words.ts';
import { scopeOf, type Sees } from '../scope.ts';
import { FROM_NEWEST, pageOf, readPlace, STALE, type Place } from './cursor.ts';
import {
  endedDisputes,
  openDisputes,
  type DisputeByNumber,
  type DisputeOfList,
} from './dispute-queries.ts';

const LIMIT = 50;
/** An answer needs documents: below this the deadline is red. */
export const URGENT_MS = 72 * 3_600_000;
const FROM_FIRST: Place = { placeAt: '', placeId: '' };

type Row = ConsoleResult<'disputes'>['items'][number];
type Head = ConsoleResult<'disputeEvidence'>['dispute'];

/** Open disputes by their deadline, or ended ones, the latest first. */
export async function listDisputes(
  ctx: Ctx,
  operator: Sees,
  input: ConsoleInput<'disputes'>,
): Promise<ConsoleResult<'disputes'> | Refused> {
  const { state = 'open', limit = LIMIT, after } = input;
  const list = `disputes_${state}`;
  const first = state === 'open' ? FROM_FIRST : FROM_NEWEST;
  const place = after === undefined ? first : readPlace(ctx, list, after);
  if (place === null) return STALE;
  // One more tells whether a page follows.
  const values = { projects: scopeOf(operator, input.project), ...place, limit: limit + 1 };
  const query = state === 'open' ? openDisputes : endedDisputes;
  const { shown, next } = pageOf(ctx, list, await ctx.db.many(query, values), limit);
  const now = ctx.clock.nowMs();
  return { items: shown.map((row) => disputeRow(ctx, row, now)), next, now };
}

function disputeRow(ctx: Ctx, row: DisputeOfList, now: number): Row {
  return {
    id: row.id,
    ...disputeHead(ctx, row, now),
    order: { id: row.order_id, order_no: row.order_no },
    character: characterOf(ctx, row),
    goods: goodsBadge(row, now),
  };
}

/** The dispute itself, in words. */
export function disputeHead(
  ctx: Pick<Ctx, 'config'>,
  row: DisputeOfList | DisputeByNumber,
  now: number,
): Head {
  const { provider, currency, state } = row;
  return {
    provider,
    number: row.dispute_id,
    gateway: gatewayName(provider),
    kind: DISPUTE_KINDS[row.kind],
    stage: codeInWords(row.stage),
    reason: reasonOf(row.reason_code),
    badge: BADGES[state],
    outcome: row.outcome === null ? null : codeInWords(row.outcome),
    claimed: { minor: row.claimed_minor, currency },
    lost: state === 'lost' ? { minor: row.lost_minor, currency } : null,
    answer_by: row.answer_by === null || state !== 'open' ? null : answerBy(row.answer_by, now),
    answer_url: answerUrl(ctx, row),
    opened_at: row.opened_at.getTime(),
    ended_at: row.ended_at?.getTime() ?? null,
  };
}

/** PayPal has a page for each dispute. PayerMax has none by number, and the sandbox's gateways have no pages. */
function answerUrl(
  { config }: Pick<Ctx, 'config'>,
  { provider, kind, state, dispute_id: id }: DisputeOfList | DisputeByNumber,
): string | null {
  if (config.mode !== 'production' || provider !== 'paypal') return null;
  if (kind === 'reversal' || state !== 'open') return null;
  return `https://www.paypal.com/resolutioncenter/view/${encodeURIComponent(id)}`;
}

const BADGES: Readonly<Record<DisputeOfList['state'], Badge>> = {
  open: { tone: 'red', text: 'Open' },
  won: { tone: 'green', text: 'Won' },
  lost: { tone: 'red', text: 'Lost' },
  cancelled: { tone: 'grey', text: 'Cancelled' },
};

/** Words of PayPal, or a number of a card network. */
function reasonOf(code: string | null): string | null {
  if (code === null || code === '') return null;
  return /[a-z]{2}/i.test(code) ? codeInWords(code) : `reason code ${inOneLine(code, 64)}`;
}

function answerBy(text: string, now: number): NonNullable<Head['answer_by']> {
  const { at, text: shown } = deadlineOf(text, now);
  if (at === null) return { at, tone: 'red', text: shown };
  const left = at - now;
  if (left <= 0) return { at, tone: 'red', text: `${shown}, over` };
  return {
    at,
    tone: left < URGENT_MS ? 'red' : 'yellow',
    text: `${shown}, ${lengthOf(left)}`,
  };
}

function goodsBadge({ mail_state: state, mail_at: at }: DisputeOfList, now: number): Badge {
  switch (state) {
    case null:
      return { tone: 'grey', text: 'No mail' };
    case 'delivered':
      return { tone: 'green', text: at === null ? 'Given' : `Given ${timeOf(at.getTime(), now)}` };
    case 'queued':
    case 'retrying':
      return { tone: 'orange', text: 'Not given yet' };
    case 'rejected':
    case 'cancelled':
      return { tone: 'grey', text: 'Not given' };
  }
}
