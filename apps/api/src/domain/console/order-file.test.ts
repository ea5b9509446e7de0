import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { manyOrders } from '../../../../../tests/support/big-orders.ts';
import {
  deliver,
  endRefund,
  paidAttempt,
  paidOrder,
  refundRow,
  type PaidOrder,
} from '../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { encodeValues, type Statement } from '../../platform/db/statement.ts';
import { orderFile } from './order-file.ts';
import {
  disputesToExplain,
  figuresOfPlayer,
  goodsOfOrder,
  mailsOfOrder,
  messagesOfPayments,
  newestEvents,
  orderHead,
  paymentsToExplain,
  refundsToExplain,
} from './order-queries.ts';
import { MAX_ENTRIES } from './order-timeline.ts';

const { built, pool, url } = await builtShop(4);

async function shown({ orderId }: Pick<PaidOrder, 'orderId'>) {
  const file = await orderFile(built.ctx, { projects: [] }, { id: orderId });
  return v.parse(CONSOLE_CALLS.order.result, file);
}

/** An order that is paid, as the shop's statements leave it. */
async function paid(amountMinor = 499): Promise<PaidOrder> {
  const order = await paidOrder(pool, amountMinor);
  await pool.query(
    `update orders set state = 'success', paid_at = now(),
        recipient = '{"server_id": "112", "server_name": "S01", "cid": "7", "name": "Nova"}'
      where id = $1`,
    [order.orderId],
  );
  return order;
}

const commandsOf = ({ explain }: Awaited<ReturnType<typeof shown>>) =>
  explain.can.flatMap(({ command }) => command ?? []);

describe('the file of an order', () => {
  it('holds rows of every table around the order', async () => {
    const { orderId, attemptId } = await wholeCharacter(pool);
    await pool.query(
      'update quarantine set settled_at = null, settled_because = null where attempt_id = $1',
      [attemptId],
    );
    const file = await shown({ orderId });
    expect(file.explain.badges.map(({ text }) => text)).toEqual([
      'Delivered',
      '$1.00 back',
      'Dispute won',
      'Result does not fit',
    ]);
    const labels = file.numbers.map(({ label }) => label);
    for (const label of ['Mall order', 'Payment', 'Refund', 'Request', 'Resend', 'Delivery']) {
      expect(labels).toContain(label);
    }
    expect(file.numbers).toContainEqual({ label: 'Payment', value: attemptId });
    expect(file.goods).toMatchObject([{ product_id: 'p', count: 1 }]);
  });

  it('offers the three ends of a parked mail', async () => {
    const order = await paid();
    await pool.query(`update deliveries set state = 'retrying', reason = 'error' where id = $1`, [
      order.deliveryId,
    ]);
    await pool.query(
      `update outbox_mails set attempts = 170, maybe_given_at = now(), parked_at = now(), held_since = now() where id = $1`,
      [order.deliveryId],
    );
    const file = await shown(order);
    expect(file.explain.sentence).toBe(
      "Paid, and the game never answered: the goods may or may not be in Nova's mailbox.",
    );
    expect(commandsOf(file).slice(0, 3)).toEqual(
      ['delivered', 'undelivered', 'retry'].map(
        (end) => `npm run resolve -- settle ${order.deliveryId} --${end} --because "…"`,
      ),
    );
  });

  it('tells a refused overpayment, its next attempt and the command that sends it again', async () => {
    const order = await paid();
    await deliver(pool, order);
    const second = await paidAttempt(pool, order.orderId, 2, 499);
    const refundId = await refundRow(pool, order, {
      amount: 499,
      reason: 'double_payment',
      attemptId: second,
    });
    await endRefund(pool, refundId, 'FAILED');
    await pool.query(`update refunds set failure = 'NO_BALANCE', retry_at = $2 where id = $1`, [
      refundId,
      new Date(Date.now() + 3_600_000),
    ]);
    const file = await shown(order);
    expect(file.explain.sentence).toBe(
      'Two payments came, and PayerMax refused to pay $4.99 of the second back (NO_BALANCE).',
    );
    expect(file.explain.next[0]?.at).toBeGreaterThan(file.now);
    expect(commandsOf(file)).toContain(`npm run resolve -- refund-again ${refundId} --because "…"`);
    expect(file.money.map(({ label }) => label)).toContain('Owed to the player');
  });

  it('cuts a long history and says so', async () => {
    const order = await paid();
    await pool.query(
      `insert into order_events (order_id, at, source, event, detail)
        select $1, now() - n * interval '1 second', 'worker', 'step_' || n, '{"secret": "x"}' from generate_series(1, 300) as n`,
      [order.orderId],
    );
    const { timeline } = await shown(order);
    expect(timeline).toHaveLength(MAX_ENTRIES);
    expect(timeline.at(-1)?.sentence).toMatch(/^Older entries are not shown/);
  });

  it('moves real times to the shop’s clock, so that a moved clock tells the same distances', async () => {
    const order = await paid();
    const { clock } = built.ctx;
    const ahead = 40 * 86_400_000;
    const moved = {
      ...built.ctx,
      clock: {
        now: () => new Date(clock.nowMs() + ahead),
        nowMs: () => clock.nowMs() + ahead,
        real: () => clock.real(),
      },
    };
    await pool.query(
      `update outbox_mails set next_attempt_at = $2, give_up_at = $2 where id = $1`,
      [order.deliveryId, new Date(Date.now() + 60_000)],
    );
    const file = await orderFile(moved, { projects: [] }, { id: order.orderId });
    const at = file?.explain.next[0]?.at ?? 0;
    expect(Math.abs(at - (file?.now ?? 0))).toBeLessThanOrEqual(60_000);
  });
});

it('the file of an order reads no big table from end to end', async () => {
  for (const each of manyOrders(20_000)) await asOwner(url, each);
  await asOwner(url, 'analyze');
  const orderId = String(1).padStart(20, '0');
  const of = { orderId };
  const explained: string[] = [];
  const explain = async <Values extends object>(
    statement: Statement<unknown, Values>,
    values: Values,
  ) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain ${statement.text}`,
      encodeValues(statement.params, values),
    );
    explained.push(...rows.map((row) => row['QUERY PLAN']));
  };
  await explain(orderHead, { ...of, orderNo: null, projects: null });
  await explain(paymentsToExplain, of);
  await explain(mailsOfOrder, of);
  await explain(refundsToExplain, of);
  await explain(disputesToExplain, of);
  await explain(newestEvents, { ...of, limit: 201 });
  await explain(messagesOfPayments, { numbers: [`A${orderId}_1`], limit: 51 });
  await explain(goodsOfOrder, of);
  await explain(figuresOfPlayer, { playerId: 1 });
  const whole = explained.filter((line) =>
    /Seq Scan on (?:players|orders|payment_attempts|deliveries|outbox_mails)\b/.test(line),
  );
  expect(whole).toEqual([]);
});
