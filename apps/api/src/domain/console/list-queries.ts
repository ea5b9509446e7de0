import { LIVE_ATTEMPT_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { IS_REFUSED } from '../refunds/queries.ts';

/**
 * Settings of a list's transaction. Its statements are planned for the very filter, because one plan cannot serve all; a rare
 * filter would make PostgreSQL read a whole table, where a walk by time can stop early.
 */
const settings = (longestMs: number) =>
  `select set_config('statement_timeout', '${longestMs}', true) as statement_timeout,
      set_config('plan_cache_mode', 'force_custom_plan', true) as plan_cache_mode,
      set_config('enable_seqscan', 'off', true) as enable_seqscan, set_config('jit', 'off', true) as jit`;
const set = v.object(
  v.entriesFromList(['statement_timeout', 'plan_cache_mode', 'enable_seqscan', 'jit'], v.string()),
);

export const boundPage = statement({ name: 'console.bound_page', text: settings(2_000), row: set });
export const boundCount = statement({
  name: 'console.bound_count',
  text: settings(400),
  row: set,
});

/** How the money of refund `r` stands; null: released unsent, or replaced by a later refund. */
const MONEY_BACK = `case when r.state = 'SUCCEEDED' then 'done' when r.state <> 'FAILED' then 'pending'
        when ${IS_REFUSED} then 'refused' end`;
const LIVE = LIVE_ATTEMPT_STATES.map((state) => `'${state}'`).join(', ');
const MAIL_WAITS = `select m.order_id from outbox_mails m where m.ended_at is null and m.order_id is not null`;
const NOT_GIVEN = `select d.order_id from deliveries d where d.is_not_given`;

/** Orders that may be few or many: the code asks how many before it starts from them. */
const SETS = {
  money_back: `select r.order_id from refunds r where r.state = 'SUCCEEDED'
        union all select r.order_id from refunds r where r.state = 'FAILED'
        union all select r.order_id from refunds r where r.state not in ('SUCCEEDED', 'FAILED')`,
  disputed: `select c.order_id from disputes c where c.state = 'open'
        union all select c.order_id from disputes c where c.state <> 'open'`,
} as const;
export type CountedSource = keyof typeof SETS;

/** Conditions with an index of their own: a list starts from the rarest one that it needs. */
const SOURCES = {
  time: 'true',
  /** The bank refused. */
  declined: `o.state = 'failed' and o.reason in ('declined', 'insufficient_balance')`,
  refunded: `o.state = 'refunded'`,
  unpaid: `o.state in ('open', 'waiting')`,
  live: `o.id in (select a.order_id from payment_attempts a where a.state in (${LIVE}))`,
  unresolved: `o.id in (
        select a.order_id from payment_attempts a where a.state in ('SUBMITTING', 'PROCESSING', 'UNKNOWN'))`,
  not_given: `o.id in (${MAIL_WAITS} union all ${NOT_GIVEN})`,
  /** Paid, and a mail with goods waits, or was not taken while its money is not back yet. */
  undelivered: `o.state = 'success' and o.id in (${MAIL_WAITS} union all
        ${NOT_GIVEN} and d.order_id in (
          select a.order_id from payment_attempts a
            where a.is_unearned and a.captured_minor > a.reserved_minor + a.refunded_minor + a.lost_minor
          union all select r.order_id from refunds r where r.state not in ('SUCCEEDED', 'FAILED')))`,
  money_back: `o.id in (${SETS.money_back})`,
  disputed: `o.id in (${SETS.disputed})`,
} as const;
export type Source = keyof typeof SOURCES;

/** One look-up for each order. Without the offset, PostgreSQL may read the whole table first. */
const has = (rows: string) => `exists (select from ${rows} offset 0)`;

const FILTER = `o.created_at >= :fromAt and o.created_at < :untilAt
      and (:projects::text[] is null or o.project = any(:projects))
      and (:states::text[] is null or o.state = any(:states))
      and (:country::text is null or o.country = :country)
      and (:currency::text is null or o.currency = :currency)
      and (:minMinor::int8 is null or o.total_minor >= :minMinor)
      and (:maxMinor::int8 is null or o.total_minor <= :maxMinor)
      and (:serverId::text is null or o.recipient ->> 'server_id' = :serverId)
      and (:payments::text[] is null
        or ${has('payment_attempts a where a.order_id = o.id and a.state = any(:payments)')})
      and (:payId::text is null or ${has('payment_attempts a where a.order_id = o.id and a.pay_id = :payId')})
      and (:mails::text[] is null or ${has('deliveries d where d.order_id = o.id and d.state = any(:mails)')})
      and (:disputes::text[] is null or ${has('disputes c where c.order_id = o.id and c.state = any(:disputes)')})
      and (:productId::text is null or ${has('order_items i where i.order_id = o.id and i.product_id = :productId')})
      and (:moneyBack::text[] is null
        or ${has(`refunds r where r.order_id = o.id and ${MONEY_BACK} = any(:moneyBack)`)}
        or 'none' = any(:moneyBack) and not ${has(`refunds r where r.order_id = o.id and ${MONEY_BACK} is not null`)})`;

const filterParams = {
  fromAt: 'timestamptz',
  untilAt: 'timestamptz',
  projects: 'text[]?',
  states: 'text[]?',
  country: 'text?',
  currency: 'text?',
  minMinor: 'int8?',
  maxMinor: 'int8?',
  serverId: 'text?',
  payments: 'text[]?',
  payId: 'text?',
  mails: 'text[]?',
  disputes: 'text[]?',
  productId: 'text?',
  moneyBack: 'text[]?',
} as const;

/** Ids of orders before a place in the list, newest first. The time is a text, which keeps microseconds. */
const pageStatement = (source: Source) =>
  statement({
    name: `console.page_${source}`,
    text: `select o.id, o.created_at::text as at from orders o
    where (o.created_at, o.id) < (:beforeAt::text::timestamptz, :beforeId)
      and ${SOURCES[source]}
      and ${FILTER}
    order by o.created_at desc, o.id desc limit :limit`,
    params: { ...filterParams, beforeAt: 'text', beforeId: 'text', limit: 'int8' },
    row: v.object({ id: v.string(), at: v.string() }),
  });

/** Count up to `most`. */
const countStatement = (source: Source) =>
  statement({
    name: `console.count_${source}`,
    text: `select count(*) as count from (select from orders o
      where ${SOURCES[source]}
        and ${FILTER}
      order by o.created_at desc limit :most) as found`,
    params: { ...filterParams, most: 'int8' },
    row: v.object({ count: v.number() }),
  });

const each = <T>(make: (source: Source) => T): Readonly<Record<Source, T>> => ({
  time: make('time'),
  declined: make('declined'),
  refunded: make('refunded'),
  unpaid: make('unpaid'),
  live: make('live'),
  unresolved: make('unresolved'),
  not_given: make('not_given'),
  undelivered: make('undelivered'),
  money_back: make('money_back'),
  disputed: make('disputed'),
});
export const PAGES = each(pageStatement);
export const COUNTS = each(countStatement);

/** Size of a set, up to `most`. */
const sizeStatement = (set: CountedSource) =>
  statement({
    name: `console.size_${set}`,
    text: `select count(*) as count from (select from (${SETS[set]}) as found limit :most) as members`,
    params: { most: 'int8' },
    row: v.object({ count: v.number() }),
  });
export const SIZES = {
  money_back: sizeStatement('money_back'),
  disputed: sizeStatement('disputed'),
} as const;

/** @public Read by the test that holds every statement against PostgreSQL. */
export const listStatements = [
  ...Object.values(PAGES),
  ...Object.values(COUNTS),
  ...Object.values(SIZES),
];
