import { expect } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import type { Operator } from './operator.ts';

/** Facts about an order's refunds and ledger. */
export const facts = statement({
  name: 'test.money_back_facts',
  text: `select
      coalesce((select jsonb_agg(c.state order by c.opened_at) from disputes c where c.order_id = o.id), '[]') as cases,
      coalesce((select jsonb_agg(r.reason || ' ' || r.state order by r.created_at, r.id)
        from refunds r where r.order_id = o.id), '[]') as refunds,
      coalesce((select jsonb_agg(q.reason order by q.id) from quarantine q
        join payment_attempts a on a.id = q.attempt_id where a.order_id = o.id), '[]') as quarantined,
      (select string_agg(a.reserved_minor || '/' || a.refunded_minor || '/' || a.lost_minor, ' ' order by a.n)
        from payment_attempts a where a.order_id = o.id and a.state = 'SUCCEEDED') as sums,
      array(select a.state from payment_attempts a where a.order_id = o.id order by a.n) as tries,
      (select m.held_since is not null from deliveries d join outbox_mails m on m.id = d.id
        where d.order_id = o.id) as is_held,
      (select p.flagged_at is not null from players p where p.id = o.player_id) as is_flagged
    from orders o where o.id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    cases: v.array(v.string()),
    refunds: v.array(v.string()),
    quarantined: v.array(v.string()),
    sums: v.nullable(v.string()),
    tries: v.array(v.string()),
    is_held: v.nullable(v.boolean()),
    is_flagged: v.boolean(),
  }),
});

/** Messages of gateways that are not applied yet. */
export const inboxLeft = statement({
  name: 'test.inbox_left',
  text: `select count(*)::int4 as n from gateway_inbox where applied_at is null`,
  row: v.object({ n: v.number() }),
});
/** Highest number of attempts to apply one of them. */
export const inboxAttempts = statement({
  name: 'test.inbox_tries',
  text: `select coalesce(max(attempts), 0)::int4 as n from gateway_inbox where applied_at is null`,
  row: v.object({ n: v.number() }),
});
/** Refunds in a state that is not final. */
export const running = statement({
  name: 'test.running_refunds',
  text: `select count(*)::int4 as n from refunds where state not in ('SUCCEEDED', 'FAILED')`,
  row: v.object({ n: v.number() }),
});

type Bought = { readonly orderId: string };

/** Queries about a purchase's money, at once or polled until they settle. */
export function moneyFactsOf({ db }: Operator) {
  const factsOf = ({ orderId }: Bought) => db().one(facts, { orderId });
  return {
    factsOf,
    untilFacts: (bought: Bought) => expect.poll(() => factsOf(bought)),
    untilAllIsRead: () => expect.poll(async () => (await db().one(inboxLeft)).n).toBe(0),
  };
}
