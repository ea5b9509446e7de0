import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import { DELIVERY_STATES } from '@webpay/contract/order-states';
import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { ORDER_NO } from '../orders/columns.ts';

const subject = v.object({
  order_id: v.string(),
  order_no: v.string(),
  project: v.string(),
  player_id: v.number(),
});
const SUBJECT = `o.id as order_id, ${ORDER_NO}, o.project, o.player_id`;

export const subjectOfOrder = statement({
  name: 'actions.subject_of_order',
  text: `select ${SUBJECT} from orders o where o.id = :orderId`,
  params: { orderId: 'text' },
  row: subject,
});

export const subjectOfRequest = statement({
  name: 'actions.subject_of_request',
  text: `select ${SUBJECT} from resolution_requests q join orders o on o.id = q.order_id where q.id = :requestId`,
  params: { requestId: 'text' },
  row: subject,
});

export const subjectOfRefund = statement({
  name: 'actions.subject_of_refund',
  text: `select ${SUBJECT} from refunds r join orders o on o.id = r.order_id where r.id = :refundId`,
  params: { refundId: 'text' },
  row: subject,
});

/** A refund that was reserved just now, with what is left of its payment, and the goods. */
export const reservedRefund = statement({
  name: 'actions.reserved_refund',
  text: `select r.amount_minor, r.currency, r.replaces, o.project, a.provider,
      (a.captured_minor - a.reserved_minor - a.refunded_minor - a.lost_minor)::int8 as left_minor,
      (select d.state from deliveries d where d.order_id = r.order_id) as delivery
    from refunds r join payment_attempts a on a.id = r.attempt_id join orders o on o.id = r.order_id
    where r.id = :refundId`,
  params: { refundId: 'text' },
  row: v.object({
    amount_minor: v.number(),
    currency: v.string(),
    replaces: v.nullable(v.string()),
    project: v.string(),
    provider: v.string(),
    left_minor: v.nullable(v.number()),
    delivery: v.nullable(v.picklist(DELIVERY_STATES)),
  }),
});

/** Worth of an order's goods. */
export const worthOfOrder = statement({
  name: 'actions.worth_of_order',
  text: `select project, currency, total_minor,
      (select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'count', i.count)), '[]')
        from order_items i where i.order_id = o.id) as items
    from orders o where id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    project: v.string(),
    currency: v.string(),
    total_minor: v.number(),
    items: v.array(v.object({ product_id: v.string(), count: v.number() })),
  }),
});

/** Steps of one operator end one after the other, so that together they pass no limit. */
export const lockLimits = statement({
  name: 'actions.lock_limits',
  text: `select pg_advisory_xact_lock(hashtextextended(:operator, 22)) is null as is_so`,
  params: { operator: 'text' },
  row: v.object({ is_so: v.boolean() }),
});

/** Worth of the steps that an operator did alone since a moment, US cents. */
export const usedSince = statement({
  name: 'actions.used_since',
  text: `select coalesce(sum(usd_minor), 0)::int8 as usd_minor from operator_steps
    where operator = :operator and done_at >= :since`,
  params: { operator: 'text', since: 'timestamptz' },
  row: v.object({ usd_minor: v.number() }),
});

/** Steps of an operator that moved money. */
export const movesSince = statement({
  name: 'actions.moves_since',
  text: `select count(*)::int4 as count from operator_steps
    where operator = :operator and done_at >= :since and usd_minor > 0`,
  params: { operator: 'text', since: 'timestamptz' },
  row: v.object({ count: v.number() }),
});

/** Reasons for a second person, whatever the sum. */
export const risksOf = statement({
  name: 'actions.risks_of',
  text: `select exists (select from players where id = :playerId and flagged_at is not null)
        or exists (select from player_flags where player_id = :playerId and cleared_at > :since) as is_flagged,
      exists (select from disputes where order_id = :orderId and state = 'open') as has_open_dispute`,
  params: { playerId: 'int8?', orderId: 'text?', since: 'timestamptz' },
  row: v.object({ is_flagged: v.boolean(), has_open_dispute: v.boolean() }),
});

export const isErased = statement({
  name: 'actions.is_erased',
  text: `select exists (select from erasures where player_id = :playerId) as is_so`,
  params: { playerId: 'int8' },
  row: v.object({ is_so: v.boolean() }),
});

/** Steps of an operator that began in the last minute and hour, with the oldest of each. The unfinished count, too. */
export const stepsOfLate = statement({
  name: 'actions.steps_of_late',
  text: `select count(*)::int4 as hour, count(*) filter (where claimed_at > :minuteAgo)::int4 as minute,
      min(claimed_at) as oldest, min(claimed_at) filter (where claimed_at > :minuteAgo) as oldest_of_minute
    from operator_steps where operator = :operator and claimed_at > :hourAgo`,
  params: { operator: 'text', minuteAgo: 'timestamptz', hourAgo: 'timestamptz' },
  row: v.object({
    ...v.entriesFromList(['hour', 'minute'], v.number()),
    ...v.entriesFromList(['oldest', 'oldest_of_minute'], v.nullable(v.date())),
  }),
});

export const stepOfKey = statement({
  name: 'actions.step_of_key',
  text: `select body_hash, result from operator_steps where operator = :operator and key = :key`,
  params: { operator: 'text', key: 'uuid' },
  row: v.object({
    body_hash: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    result: v.unknown(),
  }),
});

/** Claims a key, also one whose earlier try ended without an answer. No row: it is done, in progress, or of another body. */
export const claimKey = statement({
  name: 'actions.claim_key',
  text: `insert into operator_steps as s (operator, key, body_hash, claim, claimed_at)
    values (:operator, :key, :bodyHash, :claim, :now)
    on conflict on constraint operator_step_is_done_once do update set claim = :claim, claimed_at = :now
      where s.done_at is null and s.claimed_at < :staleBefore and s.body_hash = :bodyHash`,
  params: {
    operator: 'text',
    key: 'uuid',
    bodyHash: 'bytea',
    claim: 'text',
    now: 'timestamptz',
    staleBefore: 'timestamptz',
  },
});

/** No row: a later try took the key over. */
export const finishKey = statement({
  name: 'actions.finish_key',
  text: `update operator_steps set done_at = :now, result = :result, usd_minor = :usdMinor
    where operator = :operator and key = :key and claim = :claim and done_at is null`,
  params: {
    operator: 'text',
    key: 'uuid',
    claim: 'text',
    now: 'timestamptz',
    result: 'jsonb',
    usdMinor: 'int8',
  },
});

/** Lets a refused step's key be used again. */
export const releaseKey = statement({
  name: 'actions.release_key',
  text: `delete from operator_steps where operator = :operator and key = :key and claim = :claim and done_at is null`,
  params: { operator: 'text', key: 'uuid', claim: 'text' },
});

/** Counts a command's step against the limits of its person. */
export const saveCommandStep = statement({
  name: 'actions.save_command_step',
  text: `insert into operator_steps (operator, key, body_hash, claim, claimed_at, done_at, result, usd_minor, broke_limits)
    values (:operator, gen_random_uuid(), '', 'command', :now, :now, '{}', :usdMinor, :brokeLimits)`,
  params: { operator: 'text', now: 'timestamptz', usdMinor: 'int8', brokeLimits: 'bool' },
});

/** Steps beyond the limits that no alert has told yet. */
export const takeBrokenLimits = statement({
  name: 'actions.take_broken_limits',
  text: `update operator_steps set alerted_at = :now where broke_limits and alerted_at is null
    returning operator, usd_minor, done_at`,
  params: { now: 'timestamptz' },
  row: v.object({ operator: v.string(), usd_minor: v.number(), done_at: v.nullable(v.date()) }),
});

export const purgeSteps = statement({
  name: 'actions.purge_steps',
  text: `delete from operator_steps where (operator, key) in (
      select operator, key from operator_steps where claimed_at < :before order by claimed_at limit 10000)`,
  params: { before: 'timestamptz' },
});

export const saveReason = statement({
  name: 'actions.save_reason',
  text: `insert into operator_reasons (id, player_id, salt, text) values (:id, :playerId, :salt, :text)`,
  params: { id: 'text', playerId: 'int8?', salt: 'bytea', text: 'text' },
});

/** Operators who can sign in. */
export const activeOperators = statement({
  name: 'actions.active_operators',
  text: `select id, roles, projects, joined_at from operators where disabled_at is null and joined_at is not null`,
  row: v.object({
    id: v.string(),
    roles: v.array(v.picklist(CONSOLE_ROLES)),
    projects: v.array(v.string()),
    joined_at: v.nullable(v.date()),
  }),
});
