import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import { DISPUTE_STATES } from '@webpay/contract/money-back';
import { LIVE_ATTEMPT_STATES, type AttemptState } from '@webpay/contract/order-states';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { sqlState, type Tx } from '../../platform/db/pool.ts';
import type { ValuesFor } from '../../platform/db/statement.ts';
import { isMacOf, macOf } from '../../platform/keys.ts';
import { FOREVER } from '../support/find.ts';
import { boundCount, boundPage, COUNTS, PAGES, SIZES, type Source } from './list-queries.ts';
import { orderRows } from './order-rows.ts';
import { scopeOf, type Sees } from './scope.ts';

const LIMIT = 50;
/** Beyond it a list only says that there are more. */
const MAX_COUNTED = 10_000;
/** Above it, a list walks by time instead of reading each order of a set. */
const FEW = 2_000;
const QUERY_CANCELED = '57014';

type Filter = ConsoleInput<'orders'>;
type Refused = {
  readonly refused: { readonly status: number; readonly code: string; readonly detail: string };
};
type Values = Omit<ValuesFor<(typeof COUNTS)[Source]>, 'most'>;

const TOO_WIDE: Refused = {
  refused: {
    status: 503,
    code: 'too_wide',
    detail: 'Narrow the time: these orders take too long to find.',
  },
};
const STALE: Refused = {
  refused: {
    status: 400,
    code: 'bad_cursor',
    detail: 'Open the list again: this page of it is unknown.',
  },
};

/** The place after a page's last row; its count goes along, so that later pages do not count again. */
const cursorShape = v.object({
  at: v.string(),
  id: v.string(),
  count: v.number(),
  isExact: v.boolean(),
});
type Cursor = v.InferOutput<typeof cursorShape>;

/** Orders by filters, newest first, of the operator's projects. A count that takes too long is given as a lower bound. */
export async function listOrders(
  ctx: Ctx,
  operator: Sees,
  filter: Filter,
): Promise<ConsoleResult<'orders'> | Refused> {
  const cursor = filter.after === undefined ? null : readCursor(ctx, filter.after);
  if (cursor === undefined) return STALE;
  const { source, values } = listPlanOf(filter, scopeOf(operator, filter.project));
  const limit = filter.limit ?? LIMIT;
  const place = { beforeAt: cursor?.at ?? 'infinity', beforeId: cursor?.id ?? '' };
  const pages = PAGES[await wayIn(ctx, source)];
  const [found, counted] = await Promise.all([
    // One more tells whether a page follows.
    bounded(ctx, boundPage, (tx) => tx.many(pages, { ...values, ...place, limit: limit + 1 })),
    cursor ?? count(ctx, source, values),
  ]);
  if (found === null) return TOO_WIDE;
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = found.length > limit;
  const isWhole = cursor === null && !hasMore;
  const total = isWhole ? shown.length : Math.max(counted.count, shown.length);
  const isExact = isWhole || counted.isExact;
  const ids = shown.map(({ id }) => id);
  return {
    items: await orderRows(ctx, ids),
    next:
      hasMore && last !== undefined ? writeCursor(ctx, { ...last, count: total, isExact }) : null,
    count: total,
    count_is_exact: isExact,
    now: ctx.clock.nowMs(),
  };
}

/** The statement and the values of a filter. */
export function listPlanOf(filter: Filter, projects: readonly string[] | null) {
  return { source: sourceOf(filter), values: valuesOf(filter, projects) };
}

/** Many orders of a set are met soon on a walk by time, where its parameter tells them. */
async function wayIn({ db }: Ctx, source: Source): Promise<Source> {
  if (source !== 'money_back' && source !== 'disputed') return source;
  const { count: size } = await db.one(SIZES[source], { most: FEW + 1 });
  return size > FEW ? 'time' : source;
}

async function count(
  ctx: Ctx,
  source: Source,
  values: Values,
): Promise<Pick<Cursor, 'count' | 'isExact'>> {
  const most = MAX_COUNTED + 1;
  const row = await bounded(ctx, boundCount, (tx) => tx.one(COUNTS[source], { ...values, most }));
  if (row === null) return { count: 0, isExact: false };
  return { count: Math.min(row.count, MAX_COUNTED), isExact: row.count <= MAX_COUNTED };
}

/** Null: a statement took too long. */
async function bounded<T>(
  { db }: Ctx,
  bound: typeof boundPage,
  read: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  try {
    return await db.transaction(
      async (tx) => {
        await tx.one(bound);
        return read(tx);
      },
      { readOnly: true },
    );
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELED) return null;
    throw error;
  }
}

const VIEW_SOURCES: Readonly<Record<Exclude<Filter['view'], undefined>, Source | null>> = {
  all: null,
  unresolved: 'unresolved',
  undelivered: 'undelivered',
  declined: 'declined',
  money_back: 'money_back',
  disputed: 'disputed',
};

/** The view's own source, else the one of the rarest filter. */
function sourceOf({ view = 'all', ...filter }: Filter): Source {
  const isLive = (state: AttemptState) => LIVE_ATTEMPT_STATES.some((live) => live === state);
  const ofView = VIEW_SOURCES[view];
  if (ofView !== null) return ofView;
  if (filter.dispute !== undefined) return 'disputed';
  if (filter.payment?.every(isLive) === true) return 'live';
  if (filter.mail?.every((state) => state !== 'delivered') === true) return 'not_given';
  if (filter.money_back?.every((state) => state !== 'none') === true) return 'money_back';
  if (filter.state?.every((state) => state === 'open' || state === 'waiting') === true)
    return 'unpaid';
  if (filter.state?.every((state) => state === 'refunded') === true) return 'refunded';
  return 'time';
}

function valuesOf(filter: Filter, projects: readonly string[] | null): Values {
  return {
    fromAt: new Date(filter.from ?? 0),
    untilAt: new Date(Math.min(filter.until ?? Infinity, FOREVER.getTime())),
    projects,
    states: filter.state ?? null,
    country: filter.country ?? null,
    currency: filter.currency ?? null,
    minMinor: filter.min ?? null,
    maxMinor: filter.max ?? null,
    serverId: filter.server ?? null,
    payments: filter.payment ?? null,
    payId: filter.method ?? null,
    mails: filter.mail ?? null,
    disputes: disputesOf(filter),
    productId: filter.product ?? null,
    moneyBack: moneyBackOf(filter),
  };
}

function disputesOf({ view, dispute: wanted }: Filter): Values['disputes'] {
  return wanted ?? (view === 'disputed' ? DISPUTE_STATES : null);
}

/** Refunds that were replaced are in the view's source, but no money of theirs is on its way. */
function moneyBackOf({ view, money_back: wanted }: Filter): Values['moneyBack'] {
  if (view !== 'money_back') return wanted ?? null;
  return (wanted ?? ['pending', 'refused', 'done']).filter((each) => each !== 'none');
}

const signed = (text: string) => `console:orders:${text}`;

function writeCursor({ orderTokenKey }: Ctx, cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return `${text}.${macOf(orderTokenKey, signed(text)).toString('base64url')}`;
}

/** Undefined: not written here. */
function readCursor({ orderTokenKey }: Ctx, given: string): Cursor | undefined {
  const [text = '', mac = ''] = given.split('.');
  if (!isMacOf(orderTokenKey, signed(text), Buffer.from(mac, 'base64url'))) return undefined;
  return v.parse(cursorShape, JSON.parse(Buffer.from(text, 'base64url').toString()));
}
