import { afterAll, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { consoleToken } from '../../../../../tests/support/console-session.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { consoleApp, sender } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const { built, pool } = await builtShop(4);
const app = await consoleApp(built.ctx, consolePages());
const send = sender(app);
afterAll(() => app.close());

it('each reading of a dispute’s evidence is an entry of the audit log, also one that finds none', async () => {
  const { orderId, attemptId } = await paidOrder(pool);
  await pool.query(
    `insert into disputes (provider, dispute_id, order_id, attempt_id, kind, state, stage, currency, claimed_minor, opened_at,
        updated_at) values ('paypal', 'PP-D-77', $1, $2, 'dispute', 'open', 'UNDER_REVIEW', 'USD', 499, now(), now())`,
    [orderId, attemptId],
  );
  const token = await consoleToken(built.ctx, 'support');
  const read = (id: string) => send(`/disputes/paypal/${id}/evidence`, { token });
  expect((await read('PP-D-77')).json()).toMatchObject({ dispute: { number: 'PP-D-77' } });
  expect((await read('PP-D-77')).statusCode).toBe(200);
  expect((await read('PP-D-78')).statusCode).toBe(404);
  const { rows } = await pool.query(
    `select object_id, body::jsonb ->> 'outcome' as outcome, body::jsonb ->> 'project' as project from audit
      where action = 'dispute.evidence' order by id`,
  );
  const done = { object_id: 'PP-D-77', outcome: 'done', project: 'miniflix' };
  expect(rows).toEqual([done, done, { object_id: 'PP-D-78', outcome: 'refused', project: null }]);
});
