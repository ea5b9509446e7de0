import * as v from 'valibot';
import { statement } from '../../platform/db/statement.ts';
import { soldItem } from '../orders/queries.ts';

/** What all tables of mails do alike, and what those of an order's goods do: its own, and those an operator sends once more. */

type OrderMails = 'deliveries' | 'resends';
type Mails = OrderMails | 'rewards';

const OWN_WORDS = {
  deliveries: { recipient: 'o.recipient', cancelled: 'delivery_cancelled' },
  resends: { recipient: 't.recipient', cancelled: 'second_mail_cancelled' },
} as const;

const WAITING = `state in ('queued', 'retrying')`;

/**
 * That a mail named by its key is not held, in words that keep PostgreSQL from the index of those that wait: planned
 * while few waited, a statement that may read that index finds its one mail among all of a game in maintenance.
 */
export const NAMED_NOT_HELD = `num_nonnulls(held_since) = 0`;

/** That a mail waits and nothing holds it; a case about its order holds goods that were bought. */
const SENDABLE: Readonly<Record<Mails, string>> = {
  deliveries: `${WAITING} and held_since is null`,
  resends: `${WAITING} and held_since is null`,
  rewards: WAITING,
};

/** That one named by its key waits, and is not held: words for what NAMED_NOT_HELD says. */
const NAMED_WAITING: Readonly<Record<Mails, string>> = {
  deliveries: WAITING,
  resends: WAITING,
  rewards: `state not in ('delivered', 'rejected')`,
};
const NAMED_SENDABLE: Readonly<Record<Mails, string>> = {
  deliveries: `${WAITING} and ${NAMED_NOT_HELD}`,
  resends: `${WAITING} and ${NAMED_NOT_HELD}`,
  rewards: NAMED_WAITING.rewards,
};

/**
 * Takes a lease of 15 s on one mail (longer than the game's own 10 s) at the real time: none when it is done, not
 * yet due, held, or in another's hands. A lease that runs out leaves the row due again: the mail's key makes a second
 * sending harmless.
 */
export const leaseOn = (table: Mails): string =>
  `update ${table} set lease_until = :realNow::timestamptz + interval '15 seconds', attempts = attempts + 1
      where id = :id and ${NAMED_SENDABLE[table]} and next_attempt_at <= :realNow
        and (lease_until is null or lease_until <= :realNow)`;

/**
 * Records the end of a try; only the try that holds the row (same count) may write.
 * `mailId`: the game's number of it. `own`: what else its table keeps.
 */
export const endOfTry = (table: Mails, own = ''): string =>
  `update ${table} set state = :state, reason = :reason, next_attempt_at = :nextTryAt, lease_until = null, mail_id = :mailId, at = :now,
        refused = refused + case when :state = 'retrying' then 1 else 0 end${own}
      where id = :id and attempts = :tries and ${NAMED_WAITING[table]}`;

/** Takes the mail of an order that is still paid, with what it is written from. */
export const takeOf = (table: OrderMails) =>
  statement({
    name: `${table}.take`,
    text: `with taken as (
      ${leaseOn(table)}
        and exists (select from orders where orders.id = order_id and orders.state = 'success')
      returning *
    )
    select t.id, t.order_id, t.state, t.attempts, t.refused, t.give_up_at, o.project, o.lang,
      ${OWN_WORDS[table].recipient} as recipient, o.paid_at,
      (select jsonb_agg(jsonb_build_object('count', i.count, 'sold', i.sold) order by i.line)
        from order_items i where i.order_id = o.id) as items
    from taken t join orders o on o.id = t.order_id`,
    params: { id: 'text', realNow: 'timestamptz' },
    row: v.object({
      id: v.string(),
      order_id: v.string(),
      state: v.picklist(['queued', 'retrying']),
      attempts: v.number(),
      // Tries the game did not take; one whose worker died before it heard an answer is none of them.
      refused: v.number(),
      give_up_at: v.date(),
      project: v.string(),
      lang: v.string(),
      recipient: v.object({ server_id: v.string(), cid: v.string(), name: v.string() }),
      paid_at: v.nullable(v.date()),
      items: v.array(v.object({ count: v.number(), sold: soldItem })),
    }),
  });

/** Records the end of a try, with the line of the order's history that tells it. */
export const recordTryOf = (table: OrderMails) =>
  statement({
    name: `${table}.record_try`,
    text: `with mail as (
      ${endOfTry(table)}
      returning order_id
    )
    insert into order_events (order_id, at, source, event, from_state, to_state, detail)
    select order_id, :now, 'game', :event, :fromState, :state, :detail from mail
    returning order_id`,
    params: {
      id: 'text',
      tries: 'int4',
      state: 'text',
      reason: 'text?',
      nextTryAt: 'timestamptz',
      mailId: 'text?',
      now: 'timestamptz',
      event: 'text',
      fromState: 'text',
      detail: 'jsonb',
    },
    row: v.object({ order_id: v.string() }),
  });

/** Ends one that its worker left behind, whose money went back meanwhile. */
export const cancelLeftBehindOf = (table: OrderMails) =>
  statement({
    name: `${table}.cancel_left_behind`,
    text: `with mail as (
      update ${table} m set state = 'cancelled', reason = null, held_since = null, lease_until = null, at = :now
      from orders o
      where m.id = :id and o.id = m.order_id and o.state = 'refunded' and m.${WAITING}
        and (m.lease_until is null or m.lease_until <= :realNow)
      returning m.order_id
    )
    insert into order_events (order_id, at, source, event, to_state)
    select order_id, :now, 'worker', '${OWN_WORDS[table].cancelled}', 'cancelled' from mail`,
    params: { id: 'text', realNow: 'timestamptz', now: 'timestamptz' },
  });

/** The games' servers that mails wait for: one step of the index a server, however many wait there. */
export const placesOf = (table: Mails) =>
  statement({
    name: `${table}.places`,
    text: `with recursive places as (
      (select project, server_id from ${table} where ${SENDABLE[table]}
        order by project, server_id limit 1)
      union all
      select next.project, next.server_id from places cross join lateral (
        select m.project, m.server_id from ${table} m
        where ${SENDABLE[table]}
          and (m.project, m.server_id) > (places.project, places.server_id)
        order by m.project, m.server_id limit 1) next
    )
    select project, server_id from places`,
    row: v.object({ project: v.string(), server_id: v.string() }),
  });

/** Mails that are due, at most `rooms` of each server, oldest first: nobody stands behind another server's. */
export const dueOf = (table: Mails) =>
  statement({
    name: `${table}.due`,
    text: `select due.id, place.project
    from unnest(:projects::text[], :serverIds::text[], :rooms::int4[]) as place (project, server_id, room)
    cross join lateral (
      select m.id from ${table} m
      where m.project = place.project and m.server_id = place.server_id
        and ${SENDABLE[table]}
        and m.next_attempt_at <= :realNow and (m.lease_until is null or m.lease_until <= :realNow)
      order by m.next_attempt_at limit place.room) due`,
    params: { realNow: 'timestamptz', projects: 'text[]', serverIds: 'text[]', rooms: 'int4[]' },
    row: v.object({ id: v.string(), project: v.string() }),
  });

/** Mails whose seven days are over, of whatever game: what takes none must not keep the money. */
export const overdueOf = (table: Mails) =>
  statement({
    name: `${table}.overdue`,
    text: `select id, project from ${table}
    where ${SENDABLE[table]} and give_up_at <= :realNow and next_attempt_at <= :realNow
    order by give_up_at limit :limit`,
    params: { realNow: 'timestamptz', limit: 'int8' },
    row: v.object({ id: v.string(), project: v.string() }),
  });
