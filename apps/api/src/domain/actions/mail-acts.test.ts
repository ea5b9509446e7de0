import type { Action } from '@webpay/contract/console/actions';
import { describe, expect, it } from 'vitest';
import { deliver, type PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { confirmChargeback } from '../support/confirm-chargeback.ts';
import { doStep, everyRow, openRequest, person, planFor } from './testing/steps.ts';
import { because, PARKED, workShop } from './testing/work.ts';

const { ctx, pool, support, colleague, liveops, stranger, waiting, playerOf, quarantined, endOf } =
  await workShop();

describe('a parked mail', () => {
  const settle = (
    { deliveryId }: PaidOrder,
    as: 'delivered' | 'undelivered' | 'retry',
  ): Action => ({ kind: 'settle_parked', mail_id: deliveryId, as, because });

  it('counted as refused pays its order back, and the plan names the sum', async () => {
    const order = await waiting(PARKED);
    expect(await planFor(ctx, support, settle(order, 'undelivered'))).toMatchObject({
      title: 'Count as refused and pay back $4.99',
      amount: { minor: 499, currency: 'USD' },
      effects: ['The mail counts as refused by the game.', '$4.99 goes back to the player.'],
      needs: { step_up: true },
    });
    expect(await endOf(support, settle(order, 'undelivered'))).toBe('done');
    const { rows } = await pool.query(
      `select state, amount_minor::int4 as minor, reason from refunds where order_id = $1`,
      [order.orderId],
    );
    expect(rows).toEqual([{ state: 'RESERVED', minor: 499, reason: 'not_deliverable' }]);
  });

  it.each(['delivered', 'retry'] as const)('decided as %s moves no money', async (as) => {
    const order = await waiting(PARKED);
    expect(await endOf(support, settle(order, as))).toBe('done');
    const { rows } = await pool.query(
      `select d.state, m.parked_at is null as is_free, (select count(*)::int4 from refunds where order_id = d.order_id) as refunds
        from deliveries d join outbox_mails m on m.id = d.id where d.id = $1`,
      [order.deliveryId],
    );
    const state = as === 'delivered' ? 'delivered' : 'retrying';
    expect(rows).toMatchObject([{ state, refunds: 0 }]);
    expect(await endOf(support, settle(order, as))).toBe('no_such_parked_mail');
  });

  it('is decided by one of two operators', async () => {
    const order = await waiting(PARKED);
    const plans = {
      delivered: await planFor(ctx, support, settle(order, 'delivered')),
      undelivered: await planFor(ctx, support, settle(order, 'undelivered')),
    };
    const ends = await Promise.all(
      (
        [
          ['delivered', support],
          ['undelivered', colleague],
        ] as const
      ).map(([as, who]) => doStep(ctx, who, settle(order, as), { plan_hash: plans[as].plan_hash })),
    );
    const states = ends.map((end) => ('refused' in end ? end.refused.code : end.state)).toSorted();
    expect(states).toEqual(['done', 'no_such_parked_mail']);
  });

  it('a mail of another project, or decided without the permission, is refused', async () => {
    const order = await waiting(PARKED);
    expect(await endOf(stranger, settle(order, 'retry'))).toBe('not_found');
    expect(await endOf(liveops, settle(order, 'retry'))).toBe('not_permitted');
  });
});

describe('a refused mail', () => {
  async function refusedResend(): Promise<string> {
    const order = await waiting();
    await deliver(pool, order);
    const requestId = await openRequest(pool, order, 'wrong_recharge');
    const id = `r${order.orderId.slice(1)}`;
    await pool.query(
      `insert into resends (id, request_id, order_id, recipient, state, at, created_at)
        values ($1, $2, $3, '{"server_id": "112", "cid": "8", "name": "Other", "server_name": "S01"}', 'rejected', now(), now())`,
      [id, requestId, order.orderId],
    );
    return id;
  }
  it('is closed once', async () => {
    const action: Action = { kind: 'settle_mail', mail_id: await refusedResend(), because };
    expect(await endOf(stranger, action)).toBe('not_found');
    expect(await endOf(support, action)).toBe('done');
    expect(await endOf(support, action)).toBe('no_such_refused_mail');
  });

  it('a mail of an event is closed, too', async () => {
    const playerId = await playerOf(await waiting());
    await pool.query(
      `insert into rewards (id, player_id, project, server_id, event_id, kind, task_id, day, lang, mail, items, state, refused_why, at, created_at)
        values ('wrejected00000000001', $1, 'miniflix', '112', 'e', 'points', 't', now(), 'en', '{}', '[]', 'rejected', 'full', now(), now())`,
      [playerId],
    );
    const action: Action = { kind: 'settle_mail', mail_id: 'wrejected00000000001', because };
    expect(await endOf(stranger, action)).toBe('not_found');
    expect(await endOf(support, action)).toBe('done');
  });
});

describe('a result in quarantine', () => {
  it('always needs a second person, and one that names no payment is seen by an operator of all projects alone', async () => {
    const order = await waiting();
    const ours: Action = {
      kind: 'settle_message',
      message_id: await quarantined(order.attemptId),
      because,
    };
    const unknown: Action = {
      kind: 'settle_message',
      message_id: await quarantined(null),
      because,
    };
    const other = await person(ctx, 'work-miniflix', ['finance'], { projects: ['miniflix'] });
    expect((await planFor(ctx, support, ours)).needs.second_person).not.toBeNull();
    expect(await endOf(support, ours)).toBe('waits');
    expect(await endOf(other, unknown)).toBe('not_found');
    expect(await endOf(stranger, ours)).toBe('not_found');
    expect(await endOf(liveops, ours)).toBe('not_permitted');
    expect(await endOf(support, unknown)).toBe('waits');
  });

  it('a result that is settled already, or is no chargeback, is refused', async () => {
    const order = await waiting();
    const id = await quarantined(order.attemptId);
    const chargeback: Action = { kind: 'confirm_chargeback', message_id: id, because };
    expect(await endOf(support, chargeback)).toBe('no_such_reversal');
    await pool.query(`update quarantine set settled_at = now() where id = $1`, [id]);
    const settle: Action = { kind: 'settle_message', message_id: id, because };
    expect((await planFor(ctx, support, settle)).why).toBe('No result with this number waits.');
    expect(await endOf(support, { ...settle, message_id: 999_999 })).toBe('not_found');
  });
});

describe('a chargeback that the gateway does not show', () => {
  /** A delivered PayPal order with the unconfirmed reversal of its payment. @returns the message's number */
  async function reversed(order: PaidOrder): Promise<number> {
    const { orderId, attemptId } = order;
    await deliver(pool, order);
    await pool.query(
      `update payment_attempts set provider = 'paypal', pay_id = 'paypal', method = 'wallet' where id = $1`,
      [attemptId],
    );
    const body = JSON.stringify({
      id: `WH-${orderId}`,
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource: {
        id: `T${attemptId}`,
        status: 'COMPLETED',
        amount: { currency_code: 'USD', value: '4.99' },
      },
    });
    await pool.query(
      `insert into gateway_inbox (provider, event_key, event_type, body, received_at, applied_at, outcome, next_attempt_at)
        values ('paypal', $1, 'PAYMENT.CAPTURE.REVERSED', convert_to($2, 'UTF8'), now(), now(), 'quarantine', now())`,
      [`WH-${orderId}`, body],
    );
    const { rows } = await pool.query<{ id: number }>(
      `insert into quarantine (provider, attempt_id, source, reason, result, at)
        values ('paypal', $1, 'webhook', 'reversal_not_confirmed', jsonb_build_object('event', $2::text), now()) returning id`,
      [attemptId, `WH-${orderId}`],
    );
    return Number(rows[0]?.id);
  }
  const lossOf = async ({ attemptId }: PaidOrder) => {
    const { rows } = await pool.query<{ lost: number; open: number; disputes: number }>(
      `select a.lost_minor::int4 as lost,
          (select count(*) from quarantine where attempt_id = a.id and settled_at is null)::int4 as open,
          (select count(*) from disputes where attempt_id = a.id)::int4 as disputes
        from payment_attempts a where a.id = $1`,
      [attemptId],
    );
    return rows[0];
  };
  const raised: string[] = [];
  const listening = {
    ...ctx,
    metrics: {
      ...ctx.metrics,
      // Verified edge: alerts use this one function of the counter.
      alerts: { inc: ({ kind }: { kind: string }) => raised.push(kind) } as never,
    },
  };

  it('is booked and its message settled in one transaction; a preview changes no row and raises no alert', async () => {
    const order = await waiting();
    const number = await reversed(order);
    const action: Action = { kind: 'confirm_chargeback', message_id: number, because };
    const before = await everyRow(pool);
    const plan = await planFor(listening, support, action);
    expect(await everyRow(pool)).toEqual(before);
    expect(raised).toEqual([]);
    expect(plan).toMatchObject({
      possible: true,
      title: 'Record the chargeback of $4.99',
      effects: [
        'PayPal took $4.99 back: it is booked as lost.',
        'Goods that were not sent are cancelled; a player who has them cannot order any more.',
      ],
    });
    expect(plan.needs.second_person).not.toBeNull();
    expect(await lossOf(order)).toEqual({ lost: 0, open: 1, disputes: 0 });
    const end = await confirmChargeback(listening, { number, because });
    expect(end.kind).toBe('done');
    expect(await lossOf(order)).toEqual({ lost: 499, open: 0, disputes: 1 });
    expect(raised).toEqual(['case_lost']);
  });

  it('a step whose last statement fails books nothing and raises no alert', async () => {
    const order = await waiting();
    const number = await reversed(order);
    raised.length = 0;
    const fails = confirmChargeback(listening, { number, because }, () =>
      Promise.reject(new Error('no entry')),
    );
    await expect(fails).rejects.toThrow('no entry');
    expect(await lossOf(order)).toEqual({ lost: 0, open: 1, disputes: 0 });
    expect(raised).toEqual([]);
  });
});
