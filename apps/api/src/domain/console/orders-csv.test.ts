import { createHash } from 'node:crypto';
import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { deliver, paidOrder } from '../../../../../tests/support/paid-order.ts';
import { ordersCsv } from './orders-csv.ts';

const { built, pool } = await builtShop(4);

async function part(
  filter: Parameters<typeof ordersCsv>[2],
  projects: readonly string[] = [],
  most?: number,
) {
  const answer = await ordersCsv(built.ctx, { id: 'ada', projects }, filter, most);
  if ('refused' in answer) throw new Error(answer.refused.code);
  return v.parse(CONSOLE_CALLS.ordersCsv.result, answer);
}

it('writes the orders of a filter in parts, and no cell is a formula', async () => {
  const first = await paidOrder(pool, 1_549);
  await deliver(pool, first);
  const second = await paidOrder(pool, 499);
  for (const { orderId } of [first, second]) {
    await pool.query(
      `update orders set country = 'IS', recipient = recipient || '{"name": "=HYPERLINK(\\"x\\"),1", "cid": "＋77"}' where id = $1`,
      [orderId],
    );
  }

  const newest = await part({ country: 'IS' }, [], 1);
  const [header, line = '', end] = newest.text.split('\n');
  expect(header).toMatch(/^order,order_id,created_at,.*,mail_after_ms$/);
  expect(line).toContain(second.orderId);
  expect(line).toContain(`,'＋77,"'=HYPERLINK(""x""),1",`);
  expect(line).toContain(',IS,USD,4.99,');
  expect(end).toBe('');
  expect(newest).toMatchObject({
    lines: 1,
    sha256: createHash('sha256').update(newest.text).digest('hex'),
  });

  const older = await part({ country: 'IS', after: newest.next ?? '' }, [], 1);
  expect(older.text.startsWith('WP-')).toBe(true);
  expect(older.text).toContain(`${first.orderId},`);
  expect(older.text).toContain(',15.49,');
  expect(older).toMatchObject({ lines: 1, next: null });
});

it('has no order of a project that the operator does not see', async () => {
  await paidOrder(pool, 499);
  expect((await part({}, ['dr2'])).lines).toBe(0);
});

it('is refused after 60 parts in a minute, which another person still has', async () => {
  const noon = new Date('2026-12-01T12:00:00Z');
  const clock = { ...built.ctx.clock, real: () => noon };
  const ctx = { ...built.ctx, clock, config: { ...built.ctx.config, limitScale: 1 / 60 } };
  const codeOf = async (id: string) => {
    const answer = await ordersCsv(ctx, { id, projects: [] }, {});
    return 'refused' in answer ? answer.refused.code : 'done';
  };
  expect(await codeOf('bob')).toBe('done');
  expect(await codeOf('bob')).toBe('too_many_requests');
  expect(await codeOf('cleo')).toBe('done');
});
