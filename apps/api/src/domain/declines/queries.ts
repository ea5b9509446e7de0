import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';

const attempt = {
  attemptId: 'text',
  orderId: 'text',
  project: 'text',
  playerId: 'int8',
  now: 'timestamptz',
} as const;
const insertOutcome = (columns: string, values: string) =>
  `insert into attempt_outcomes (attempt_id, order_id, project, player_id, at, ${columns})
    values (:attemptId, :orderId, :project, :playerId, :now, ${values})
    on conflict (attempt_id) do update set at = :now`;

/** Records that an attempt was opened with a right image code. */
export const saveProof = statement({
  name: 'declines.save_proof',
  text: `${insertOutcome('has_image_code', 'true')}, has_image_code = true`,
  params: attempt,
});

/** Records an attempt and the payer's network and block when it goes to its gateway. */
export const submittedOutcome = `${insertOutcome('network, block, submitted_at', ':network, :block, :now')},
      network = :network, block = :block, submitted_at = :now`;

/** Records one more decline; a wallet's attempt may have several. */
export const saveDecline = statement({
  name: 'declines.save_decline',
  text: `${insertOutcome('declines, card', '1, :card')},
      declines = attempt_outcomes.declines + 1, card = coalesce(:card, attempt_outcomes.card)`,
  params: { ...attempt, card: 'bytea?' },
});

/** Records the payment of an attempt. */
export const paidOutcome = `${insertOutcome('is_paid', 'true')}, is_paid = true`;

export const savePaid = statement({
  name: 'declines.save_paid',
  text: paidOutcome,
  params: attempt,
});

/** Stores the card of a decline: the gateway's notification names it after the answer. */
export const saveCard = statement({
  name: 'declines.save_card',
  text: `update attempt_outcomes set card = :card
    where attempt_id = :attemptId and declines > 0 and card is null`,
  params: { attemptId: 'text', card: 'bytea' },
});

const declinesFrom = (column: string, hashes: string) =>
  `coalesce((select sum(o.declines) from attempt_outcomes o where o.${column} = any(${hashes}) and o.declines > 0
        and o.at > :now::timestamptz - interval '1 hour' and o.at <= :now::timestamptz + interval '1 minute'), 0)`;
/** Counts attempts under way, because many characters may submit before the first answer arrives. */
const underWayFrom = (column: string, hashes: string) =>
  `(select count(*) from attempt_outcomes o where o.${column} = any(${hashes}) and o.declines = 0 and not o.is_paid
        and o.attempt_id <> :attemptId
        and o.submitted_at > :underWaySince and o.submitted_at <= :now::timestamptz + interval '1 minute')`;

/** Tables that `selectDeclines` reads: the attempts of a character, and of all who used its cards. */
export const declineTables = `day as materialized (
      select attempt_id, submitted_at, declines, is_paid, at, card from attempt_outcomes
      where player_id = :playerId and at > :now::timestamptz - interval '1 day' and at <= :now::timestamptz + interval '1 minute'
    ), together as materialized (
      select attempt_id, submitted_at, declines, is_paid, at from day
      union
      select attempt_id, submitted_at, declines, is_paid, at from attempt_outcomes
      where card in (select card from day where card is not null and declines > 0)
        and at > :now::timestamptz - interval '1 day' and at <= :now::timestamptz + interval '1 minute'
    ), last as (
      select max(at) as at from together where declines > 0
    )`;
/** One row, `declineRow`, for a statement that begins with these tables. */
export const selectDeclines = `select
      coalesce(sum(t.declines) filter (where t.at > :now::timestamptz - interval '1 hour'), 0)::int4 as of_hour,
      coalesce(sum(t.declines), 0)::int4 as of_day,
      coalesce(sum(t.declines) filter (where t.at > last.at - interval '1 hour'), 0)::int4 as of_last_hour,
      max(last.at) as last_at,
      (count(*) filter (where t.declines = 0 and not t.is_paid and t.attempt_id <> :attemptId
        and t.submitted_at > :underWaySince))::int4 as under_way,
      (${declinesFrom('network', ':networks')} + ${underWayFrom('network', ':networks')})::int4 as of_network,
      (${declinesFrom('block', ':blocks')} + ${underWayFrom('block', ':blocks')})::int4 as of_block,
      exists (select from attempt_outcomes where attempt_id = :attemptId and has_image_code) as has_image_code
    from last left join together t on true`;

export const declineParams = {
  playerId: 'int8',
  attemptId: 'text',
  networks: 'bytea[]',
  blocks: 'bytea[]',
  now: 'timestamptz',
  underWaySince: 'timestamptz',
} as const;
export const declineRow = v.object({
  of_hour: v.number(),
  of_day: v.number(),
  of_last_hour: v.number(),
  last_at: v.nullable(v.date()),
  under_way: v.number(),
  of_network: v.number(),
  of_block: v.number(),
  has_image_code: v.boolean(),
});

/**
 * Declines of a character, of all who used its cards, of a network and of its block; the last two count attempts under way.
 * Rows up to a minute ahead count, because another call may write them after this one has read its clock. Later rows do
 * not: the clock was moved back.
 */
export const declineCounts = statement({
  name: 'declines.counts',
  text: `with ${declineTables}
    ${selectDeclines}`,
  params: declineParams,
  row: declineRow,
});

/** Declined and paid attempts of each project in the last hour. */
export const outcomesOfHour = statement({
  name: 'declines.outcomes_of_hour',
  text: `select project, coalesce(sum(declines), 0)::int4 as declined, (count(*) filter (where is_paid))::int4 as paid
    from attempt_outcomes where at > :now::timestamptz - interval '1 hour' and at <= :now
    group by project order by project`,
  params: { now: 'timestamptz' },
  row: v.object({ project: v.string(), declined: v.number(), paid: v.number() }),
});

/** Forgets outcomes after a day; a batch at a time, so that no statement lasts. */
export const purgeOutcomes = statement({
  name: 'declines.purge',
  text: `delete from attempt_outcomes where attempt_id in (
      select attempt_id from attempt_outcomes where at < :before order by at limit 10000)`,
  params: { before: 'timestamptz' },
});

/** Keeps an operator's reason to end a pause. */
export const savePardon = statement({
  name: 'declines.save_pardon',
  text: `insert into decline_pardons (player_id, project, because, at) values (:playerId, :project, :because, :now)`,
  params: { playerId: 'int8', project: 'text', because: 'text', now: 'timestamptz' },
});

/** Ends a character's pause by an operator's decision; the declines of its cards under other characters end, too. */
export const forgetDeclines = statement({
  name: 'declines.forget',
  text: `with own as (
      select distinct card from attempt_outcomes where player_id = :playerId and card is not null
    )
    update attempt_outcomes set declines = 0, submitted_at = null
    where declines > 0 and (player_id = :playerId or card in (select card from own))
    returning attempt_id`,
  params: { playerId: 'int8' },
  row: v.object({ attempt_id: v.string() }),
});
