import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { workShop } from './testing/work.ts';

const { pool, liveops, stranger, endOf } = await workShop();

describe('telling a game again', () => {
  const notice = async (more: string): Promise<Action> => {
    const { orderId } = await paidOrder(pool);
    const notice_id = `refund:R${orderId}_1`;
    await pool.query(
      `insert into game_notices (id, kind, order_id, project, amount_minor, total_minor, currency, next_attempt_at, give_up_at, created_at)
        values ($1, 'refund', $2, 'miniflix', 99, 99, 'USD', now() + interval '1 hour', now(), now())`,
      [notice_id, orderId],
    );
    await pool.query(`update game_notices set attempts = 4, ${more} where id = $1`, [notice_id]);
    return { kind: 'retry_notice', notice_id };
  };
  const stateOf = async (action: Action) => {
    const { rows } = await pool.query<Record<string, boolean>>(
      `select next_attempt_at <= now() as is_due, parked_at is null as waits, give_up_at > now() as has_days
        from game_notices where id = $1`,
      [action.kind === 'retry_notice' ? action.notice_id : ''],
    );
    return rows[0];
  };

  it('makes a waiting notice due, and gives a parked one seven more days', async () => {
    const waits = await notice(`give_up_at = now() - interval '1 second'`);
    expect(await endOf(liveops, waits)).toBe('done');
    expect(await stateOf(waits)).toEqual({ is_due: true, waits: true, has_days: false });
    const parked = await notice(`parked_at = now()`);
    expect(await endOf(liveops, parked)).toBe('done');
    expect(await stateOf(parked)).toEqual({ is_due: true, waits: true, has_days: true });
  });

  it('is refused for a told, leased or missing notice, and for another project', async () => {
    const end = async (more: string) => endOf(liveops, await notice(more));
    expect(await end(`ended_at = now()`)).toBe('notice_has_ended');
    expect(await end(`lease_until = now() + interval '1 hour'`)).toBe('mail_is_being_sent');
    const missing = { kind: 'retry_notice', notice_id: 'refund:missing' } as const;
    expect(await endOf(liveops, missing)).toBe('not_found');
    expect(await endOf(stranger, await notice(`parked_at = now()`))).toBe('not_found');
  });
});
