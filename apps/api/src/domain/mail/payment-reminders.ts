import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { accountsAt, placeOf } from '../../gateways/accounts.ts';
import { statement } from '../../platform/db/statement.ts';
import { PLAYER_IS_AWAITED } from './queries.ts';
import { GIVE_UP_AFTER_MS } from './rules.ts';

const HOUR_MS = 3_600_000;
/** Time before the end of the wait. */
const BEFORE_MS = 24 * HOUR_MS;
/** A shorter wait needs no reminder: its player has just ordered. */
const SHORTEST_MS = 36 * HOUR_MS;
/** Orders a statement; the next sweep, a second later, takes more. */
const BATCH = 50;

/** The moment to remind of an order's payment; null: its wait is too short. */
export function reminderAt(submittedAt: Date, expiresAt: Date): Date | null {
  const isLong = expiresAt.getTime() - submittedAt.getTime() > SHORTEST_MS;
  return isLong ? new Date(expiresAt.getTime() - BEFORE_MS) : null;
}

/**
 * Writes the due reminders with their mails. The id of the mail is that of its order, so an order has one for ever. An order
 * that does not wait for its player at this moment gets none until it waits again. Without its account nobody knows whether it
 * was paid, so it gets none.
 */
export const takePaymentReminders = statement({
  name: 'mail.remind_of_payments',
  text: `with due as (
      select id from orders where remind_at <= :now order by remind_at limit :limit for no key update skip locked
    ), taken as (
      update orders o set remind_at = null from due where o.id = due.id returning o.*
    ), reminders as (
      insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, at, created_at)
      select o.id, p.id, p.project, p.server_id, 'orders', 'reminder', 'pay:' || o.id, (o.created_at at time zone 'utc')::date, o.lang,
        '{"text": "pay_soon"}', '[]', 'queued', :now, :now
      from taken o join players p on p.id = o.player_id where ${PLAYER_IS_AWAITED}
      on conflict do nothing
      returning id, project, server_id
    ), queued as (
      insert into outbox_mails (id, kind, project, server_id, next_attempt_at, give_up_at, created_at)
      select id, 'reminder', project, server_id, :realNow, :giveUpAt, :now from reminders
    )
    select id from taken`,
  params: {
    now: 'timestamptz',
    realNow: 'timestamptz',
    giveUpAt: 'timestamptz',
    limit: 'int8',
    accounts: 'text[]',
  },
  row: v.object({ id: v.string() }),
});

/** The accounts that this process has, as statements about reminders compare them. */
export const accountsHere = (gateways: Ctx['gateways']): string[] =>
  (['payermax', 'paypal'] as const).flatMap((provider) =>
    accountsAt(gateways, provider).map(placeOf),
  );

export async function remindOfPayments({ db, clock, gateways }: Ctx): Promise<void> {
  const realNow = clock.real();
  const giveUpAt = new Date(realNow.getTime() + GIVE_UP_AFTER_MS);
  const input = {
    now: clock.now(),
    realNow,
    giveUpAt,
    limit: BATCH,
    accounts: accountsHere(gateways),
  };
  await db.many(takePaymentReminders, input);
}

/**
 * Ends the unsent reminder of an order that no longer waits for its player, or whose account left the file meanwhile. There is
 * nothing to decide about it.
 */
export const endReminder = statement({
  name: 'mail.end_payment_reminder',
  text: `with ended as (
      update outbox_mails m set ended_at = :now, lease_until = null
      from orders o
      where m.id = :id and m.kind = 'reminder' and o.id = m.id and not (${PLAYER_IS_AWAITED}) and num_nonnulls(m.ended_at) = 0
        and (m.lease_until is null or m.lease_until <= :realNow)
      returning m.id
    )
    update rewards w set state = 'rejected', at = :now, settled_at = :now, settled_because = 'the order no longer waits'
    from ended where w.id = ended.id`,
  params: { id: 'text', now: 'timestamptz', realNow: 'timestamptz', accounts: 'text[]' },
});
