import { expect, onTestFinished, test } from 'vitest';
import { paidOrder } from '../../../../tests/support/paid-order.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { followNotices } from '../platform/db/notices.ts';

const { db } = await testDatabase('seeded');

test('a mail is announced when it is written and when it is released, not after each try or when its payment leased it', async () => {
  const heard: (string | null)[] = [];
  const notices = followNotices(
    db.pool,
    'listen webpay_work',
    (notice) => heard.push(notice),
    () => undefined,
  );
  onTestFinished(() => notices.stop());
  await expect.poll(() => heard).toEqual([null]);
  const { deliveryId } = await paidOrder(db.pool);
  const ofMail = { mailId: deliveryId, project: 'miniflix' };
  const said = () => heard.slice(1).map((notice) => JSON.parse(notice ?? '') as unknown);
  await expect.poll(said).toEqual([ofMail]);
  const change = (to: string) =>
    db.pool.query(`update outbox_mails set ${to} where id = $1`, [deliveryId]);
  await change('refused = 1, held_since = null, parked_at = null');
  await change('held_since = now()');
  await change('held_since = null');
  await change('parked_at = now(), held_since = now(), maybe_given_at = now()');
  await change('parked_at = null, held_since = null');
  await db.pool.query(
    `insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, lease_until, attempts)
      select 'own', kind, order_id, project, server_id, now(), now(), now(), now() + interval '15 s', 1 from outbox_mails where id = $1`,
    [deliveryId],
  );
  await db.pool.query(`select pg_notify('webpay_work', '"end"')`);
  await expect.poll(said).toContain('end');
  expect(said()).toEqual([ofMail, ofMail, ofMail, 'end']);
});
