import { expect, test } from 'vitest';
import { paidOrder, refundRow } from '../../../../tests/support/paid-order.ts';
import { WITHOUT_CHECKS } from '../../../../tests/support/big-orders.ts';
import { asOwner, testDatabase } from '../../../../tests/support/test-database.ts';
import { takeBrokenLimits } from '../domain/actions/queries.ts';
import { dueNotices } from '../domain/game-notices/queries.ts';
import { dueInbox } from '../domain/inbox/queries.ts';
import { takePaymentReminders } from '../domain/mail/payment-reminders.ts';
import { mailQueues } from '../domain/mail/queries.ts';
import { expiredOrders, takeDueQueries, takeLateQueries } from '../domain/payments/due-queries.ts';
import { duePublications } from '../domain/projects/publication-queries.ts';
import { dueOpenings } from '../domain/projects/service-queries.ts';
import { takeDueRefunds } from '../domain/refunds/queries.ts';
import { takeDueCards } from '../domain/saved-cards/queries.ts';
import { dueMessages } from '../domain/webhooks/queries.ts';
import { kindsDue, WATCHED, type Watched } from './queries.ts';

const { db, url } = await testDatabase('seeded');
const now = new Date();
const soon = new Date(now.getTime() + 60_000);
const limit = 10;
const provider = 'payermax';

const kindsAt = async (at: Date) =>
  (await db.one(kindsDue, { realNow: at, now: at })).kinds.toSorted();

/** The rows that each watched sweep finds at a time; finding some of them puts them off. */
const FOUND: Readonly<Record<Watched, (at: Date) => Promise<readonly unknown[]>>> = {
  attempts: (realNow) => db.many(takeDueQueries, { realNow, limit, provider }),
  late_queries: (at) => db.many(takeLateQueries, { now: at, limit, provider }),
  refunds: (realNow) => db.many(takeDueRefunds, { realNow, limit, provider }),
  inbox: (realNow) => db.many(dueInbox, { realNow, limit, provider }),
  expiry: (at) => db.many(expiredOrders, { now: at, limit }),
  mails: () => db.many(mailQueues),
  game_notices: (realNow) => db.many(dueNotices, { realNow, limit }),
  limits: (at) => db.many(takeBrokenLimits, { now: at }),
  webhooks: (realNow) => db.many(dueMessages, { realNow, limit }),
  publications: (at) => db.many(duePublications, { now: at, limit }),
  openings: (at) => db.many(dueOpenings, { now: at }),
  payment_reminders: (at) =>
    db.many(takePaymentReminders, {
      now: at,
      realNow: at,
      giveUpAt: at,
      limit,
      accounts: [provider],
    }),
  saved_cards: (realNow) => db.many(takeDueCards, { realNow, limit }),
};

test('a watched sweep is begun exactly when it would find a row', async () => {
  expect(await kindsAt(soon)).toEqual([]);
  const paid = await paidOrder(db.pool);
  const refund = await refundRow(db.pool, await paidOrder(db.pool), { amount: 100 });
  const at = soon.toISOString();
  await asOwner(
    url,
    `${WITHOUT_CHECKS};
      update orders set expires_at = timestamptz '${at}' + case when id = '${paid.orderId}' then '0' else interval '1 day' end;
      update orders set remind_at = '${at}' where id = '${paid.orderId}';
      update payment_attempts set state = 'REQUIRES_ACTION', captured_minor = null, capture_ref = null, next_query_at = '${at}'
        where id = '${paid.attemptId}';
      update refunds set next_attempt_at = '${at}' where id = '${refund}';
      insert into late_queries (attempt_id, provider, due_at, payable_until)
        values ('${paid.attemptId}', 'payermax', '${at}', now());
      insert into gateway_inbox (provider, event_key, event_type, body, received_at, next_attempt_at)
        values ('payermax', 'k', 'PAYMENT', '', now(), '${at}');
      insert into game_notices (id, kind, order_id, project, amount_minor, total_minor, currency, next_attempt_at, give_up_at, created_at)
        values ('refund:x', 'refund', '${paid.orderId}', 'miniflix', 1, 1, 'USD', '${at}', '${at}', now());
      insert into saved_cards (id, player_id, project, attempt_id, state, password_version, agreed_at, next_attempt_at)
        select 'c', player_id, project, '${paid.attemptId}', 'agreed', 0, now(), '${at}' from orders where id = '${paid.orderId}';
      insert into operator_steps (operator, key, body_hash, claim, claimed_at, done_at, result, broke_limits)
        values ('anna', gen_random_uuid(), '', gen_random_uuid(), now(), now(), '{}', true);
      insert into service_changes (project, state, countries, networks, because, at, opens_at)
        values ('dr2', 'maintenance', '{}', '{}', 'x', now(), '${at}');
      insert into webhook_endpoints (id, name, url, types, projects, secret, state_at, by_id, created_at)
        values ('w', 'w', 'https://w.example', '{order.paid}', '{}', '', now(), 'anna', now());
      insert into webhook_messages (endpoint_id, event_id, type, project, at, facts, next_at)
        values ('w', 'e', 'order.paid', 'dr2', now(), '{}', '${at}');
      insert into planned_publications (id, project, action, title, effects, because, publish_at, by_id, by_name, made_at)
        values ('p1', 'dr2', '{}', 'x', '[]', 'x', '${at}', 'anna', 'anna', now())`,
  );
  // Without a time of their own.
  expect(await kindsAt(now)).toEqual(['limits', 'mails']);
  expect(await kindsAt(soon)).toEqual(WATCHED.toSorted());
  for (const kind of WATCHED) {
    expect([kind, (await FOUND[kind](soon)).length]).toEqual([kind, 1]);
  }
});
