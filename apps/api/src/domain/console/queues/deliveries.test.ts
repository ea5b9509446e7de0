import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { deliver } from '../../../../../../tests/support/paid-order.ts';
import { countWaiting } from './queue-counts.ts';
import { listDeliveries } from './deliveries.ts';
import { ALL, HOSTILE, OTHERS, queueShop } from './testing/queue-shop.ts';

const { ctx, pool, paid, mail } = await queueShop();

describe('mails that were not given', () => {
  it('are grouped by server and cause; a person’s decisions come first', async () => {
    const parked = await paid();
    await mail(parked, `, parked_at = now(), held_since = now(), maybe_given_at = now()`, 'error');
    const held = await paid();
    await mail(held, `, held_since = now()`, null);
    const full = await paid();
    await mail(full, '', 'mailbox_full');
    const closed = await paid();
    await mail(closed, '', 'maintenance');
    const sent = await paid();
    await mail(sent, `, lease_until = now() + interval '15 seconds'`, 'error');
    await pool.query(
      `insert into order_events (order_id, at, source, event, detail)
        values ($1, now(), 'game', 'mail_retrying', jsonb_build_object('why', $2::text))`,
      [full.orderId, HOSTILE],
    );
    const { groups } = v.parse(CONSOLE_CALLS.deliveries.result, await listDeliveries(ctx, ALL, {}));
    const of = (cause: string) => groups.find(({ id }) => id === `miniflix/112/${cause}`);
    expect(groups[0]?.id).toBe('miniflix/112/parked');
    expect(of('parked')?.rows[0]?.steps.map(({ seed }) => seed.as)).toEqual([
      'delivered',
      'undelivered',
      'retry',
    ]);
    expect(of('held')).toMatchObject({
      tone: 'red',
      steps: [],
      rows: [{ steps: [{ why: 'A dispute about the order holds the mail.' }] }],
    });
    expect(of('mailbox_full')).toMatchObject({
      tone: 'yellow',
      steps: [{ seed: { kind: 'retry_server', project: 'miniflix', server_id: '112' } }],
    });
    expect(of('mailbox_full')?.rows).toMatchObject([
      {
        id: full.deliveryId,
        said: '<script>x</script> Nova{sum}',
        tries: 4,
        sum: { minor: 499, currency: 'USD' },
        steps: [{ seed: { kind: 'retry_mail', mail_id: full.deliveryId }, why: null }],
      },
    ]);
    expect(of('maintenance')?.cause).toMatch(/closed for maintenance; nothing to do$/);
    expect(of('error')?.rows[0]?.steps[0]?.why).toBe('A worker sends it now.');
  });

  it('hold the refunds that a game was not told about, each with its step', async () => {
    const [parked, failing, begun] = [await paid(), await paid(), await paid()];
    const notice = (id: string, orderId: string, attempts: number, parkedAt: Date | null) =>
      pool.query(
        `insert into game_notices (id, kind, order_id, project, amount_minor, total_minor, currency, attempts, next_attempt_at,
            give_up_at, parked_at, why, created_at)
          values ($1, 'refund', $2, 'miniflix', 99, 99, 'USD', $3, now(), now() + interval '1 day', $4, $5, now())`,
        [id, orderId, attempts, parkedAt, HOSTILE],
      );
    await notice('refund:1', parked.orderId, 90, new Date());
    await notice('refund:2', failing.orderId, 3, null);
    // Not tried yet: the worker tells it at once.
    await notice('refund:3', begun.orderId, 0, null);
    const { groups } = v.parse(CONSOLE_CALLS.deliveries.result, await listDeliveries(ctx, ALL, {}));
    const of = (cause: string) => groups.find(({ id }) => id === `miniflix/notices/${cause}`);
    expect(of('parked')).toMatchObject({
      tone: 'violet',
      count: 1,
      rows: [
        {
          id: 'refund:1',
          order: { id: parked.orderId },
          said: '<script>x</script> Nova{sum}',
          sum: { minor: 99, currency: 'USD' },
          steps: [{ seed: { kind: 'retry_notice', notice_id: 'refund:1' }, why: null }],
        },
      ],
    });
    expect(of('error')).toMatchObject({
      tone: 'orange',
      count: 1,
      rows: [{ id: 'refund:2', tries: 3 }],
    });
    expect((await listDeliveries(ctx, OTHERS, {})).groups).toEqual([]);
    expect((await countWaiting(ctx, ['miniflix'])).deliveries).toBeGreaterThan(0);
    const { deliveries: before } = await countWaiting(ctx, null);
    await pool.query(
      `update game_notices set parked_at = null, ended_at = now() where id = 'refund:1'`,
    );
    expect((await countWaiting(ctx, null)).deliveries).toBe(before - 1);
  });

  it('hold refused resends and mails of events with their ends', async () => {
    const order = await paid();
    await deliver(pool, order);
    await pool.query(
      `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at, decided_at)
        select 'qresend0000000000001', player_id, id, 2026, 'wrong_recharge', 'x', 'approved', now(), now() from orders where id = $1`,
      [order.orderId],
    );
    await pool.query(
      `insert into resends (id, request_id, order_id, recipient, state, at, created_at)
        values ('rrefused000000000001', 'qresend0000000000001', $1,
          '{"server_id": "112", "cid": "8", "name": "Other", "server_name": "S01"}', 'rejected', now(), now())`,
      [order.orderId],
    );
    await pool.query(
      `insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, refused_why, at, created_at)
        select 'wrefused000000000001', player_id, 'miniflix', '112', 'e', 'points', 't', now(), 'en', '{"event": {"en": "Gala"}}', '[]',
          'rejected', 'no such item', now(), now() from orders where id = $1`,
      [order.orderId],
    );
    const { groups } = v.parse(CONSOLE_CALLS.deliveries.result, await listDeliveries(ctx, ALL, {}));
    const rowsOf = (cause: string) =>
      groups.find(({ id }) => id === `miniflix/112/${cause}`)?.rows ?? [];
    expect(rowsOf('refused_resend')[0]?.steps.map(({ seed }) => seed.kind)).toEqual([
      'approve_resend',
      'settle_mail',
      'refund_order',
    ]);
    expect(rowsOf('refused_event')).toMatchObject([
      { title: 'Gala, reward', said: 'no such item', steps: [{ seed: { kind: 'settle_mail' } }] },
    ]);
    expect((await listDeliveries(ctx, OTHERS, {})).groups).toEqual([]);
  });
});
