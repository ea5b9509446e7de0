import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { endRefund, refundRow } from '../../../../../../tests/support/paid-order.ts';
import { person } from '../../actions/testing/steps.ts';
import { listDeliveries } from './deliveries.ts';
import { countQueues } from './queue-counts.ts';
import { listUnresolved } from './unresolved.ts';
import { ALL, queueShop } from './testing/queue-shop.ts';

const { ctx, pool, paid, attempt, mail } = await queueShop();

it('counts what the lists hold for an operator, and nothing of other projects', async () => {
  await attempt(await paid(), 'UNKNOWN');
  await attempt(await paid(), 'PROCESSING', 'paypal');
  const order = await paid();
  await pool.query(
    `insert into quarantine (provider, attempt_id, source, reason, result, at)
      values ('payermax', $1, 'webhook', 'amount_differs', '{}', now())`,
    [order.attemptId],
  );
  await mail(order, `, parked_at = now(), held_since = now(), maybe_given_at = now()`, 'error');
  await mail(await paid(), '', 'maintenance');
  await endRefund(pool, await refundRow(pool, await paid(), { amount: 200 }), 'FAILED');
  const owed = await paid();
  await pool.query(
    `with mail as (update outbox_mails set ended_at = now() where id = $1)
      update deliveries set state = 'rejected' where id = $1`,
    [owed.deliveryId],
  );
  const { operator } = await person(ctx, 'queue-reader', ['support']);
  const counts = v.parse(CONSOLE_CALLS.queues.result, await countQueues(ctx, operator, {}));
  expect(counts).toMatchObject({ requests: 0, unresolved: 3, deliveries: 1, refunds: 2 });
  const { groups } = await listUnresolved(ctx, ALL, {});
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(counts.unresolved);
  const mails = (await listDeliveries(ctx, ALL, {})).groups;
  const toDecide = mails.filter(({ tone }) => tone === 'violet');
  expect(toDecide.reduce((sum, { count }) => sum + count, 0)).toBe(counts.deliveries);
  // However many steps wait, the staff is read once.
  const read: string[] = [];
  const many: typeof ctx.db.many = (statement, ...values) => {
    read.push(statement.name);
    return ctx.db.many(statement, ...values);
  };
  for (const n of [1, 2]) {
    await pool.query(
      `insert into operator_approvals (id, kind, action, plan_hash, title, reason, second_person, object_kind, object_id,
          object_name, project, asked_by, asked_at, expires_at)
        values ($1, 'refund_order', '{}', 'x', 'x', 'x', 'x', 'order', $1, 'x', 'miniflix', $2, now(), now() + interval '1 day')`,
      [`v${n}`, operator.id],
    );
  }
  await countQueues({ ...ctx, db: { ...ctx.db, many } }, operator, {});
  expect(read.filter((name) => name === 'actions.active_operators')).toHaveLength(1);
  const others = await countQueues(ctx, { ...operator, projects: ['dr2'] }, {});
  expect(others).toMatchObject({ requests: 0, unresolved: 0, deliveries: 0, refunds: 0 });
});
