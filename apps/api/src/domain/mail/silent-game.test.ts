import { describe, expect, it } from 'vitest';
import type { PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { gameTestOf, HOUR_MS, SILENT, WEEK_MS } from '../../../../../tests/support/silent-game.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { statusOf } from '../../operator/reports.ts';
import { orderToken } from '../orders/ids.ts';
import { inquireOrder } from '../orders/inquire-order.ts';
import { reportSilentMails } from '../row-metrics/report-unresolved.ts';
import { refundOrder } from '../support/decide-request.ts';
import { takeMail } from './queries.ts';
import { sendMail } from './send-mail.ts';

const { built, db, pool } = await builtShop(4);

const { shopAt, bought, parked, factsOf } = gameTestOf(built, pool);

async function alerts(kind: string): Promise<number> {
  const { values } = await built.ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === kind)?.value ?? 0;
}

describe('silence of a game past the seven days', () => {
  it('parks a purchase and refunds nothing (14.3)', async () => {
    const before = await alerts('mail_parked');
    const order = await parked();
    expect(await factsOf(order)).toMatchObject({
      state: 'retrying',
      reason: 'error',
      is_parked: true,
      refunds: null,
    });
    expect(await alerts('mail_parked')).toBe(before + 1);
    const list = await runResolve(built.ctx, ['list']);
    expect(list).toContain(`settle ${order.deliveryId} --undelivered --because`);
    expect(await runResolve(built.ctx, ['show', order.orderId])).toContain('parked: see list');
    expect(await statusOf(built.ctx)).toContain('  miniflix 112 purchase: ');
    // A parked mail is not sent again by itself.
    await sendMail(shopAt({ kind: 'sent', mailId: 'M1' }, WEEK_MS + HOUR_MS), order.deliveryId);
    expect(await factsOf(order)).toMatchObject({ state: 'retrying', is_parked: true });
  });

  it('shows the player a delay without further polls (14.3)', async () => {
    const order = await bought();
    const look = () =>
      inquireOrder(built.ctx, {
        token: orderToken(built.ctx, order.orderId),
        lang: 'en',
        gameId: built.ctx.catalogue.project('miniflix')?.gameId ?? '',
        playerId: null,
      });
    await sendMail(shopAt(SILENT), order.deliveryId);
    expect((await look()).next_poll_ms).not.toBeNull();
    await pool.query(`update outbox_mails set next_attempt_at = now() where id = $1`, [
      order.deliveryId,
    ]);
    await sendMail(shopAt(SILENT, WEEK_MS), order.deliveryId);
    expect(await look()).toMatchObject({
      state: 'success',
      delivery: { state: 'retrying', reason: 'error' },
      next_poll_ms: null,
    });
  });

  it('counts when the last answer is maintenance (14.3)', async () => {
    const order = await bought();
    await sendMail(shopAt(SILENT), order.deliveryId);
    await sendMail(shopAt({ kind: 'maintenance' }, HOUR_MS), order.deliveryId);
    await sendMail(shopAt({ kind: 'maintenance' }, WEEK_MS), order.deliveryId);
    expect(await factsOf(order)).toMatchObject({ reason: 'error', is_parked: true, refunds: null });
  });

  it('counts when a worker died while it sent (14.3)', async () => {
    const order = await bought();
    expect(
      await db.maybe(takeMail, {
        id: order.deliveryId,
        realNow: new Date(),
        now: new Date(),
        accounts: [],
      }),
    ).not.toBeNull();
    await sendMail(shopAt({ kind: 'mailbox_full' }, WEEK_MS), order.deliveryId);
    expect(await factsOf(order)).toMatchObject({ is_parked: true, refunds: null });
  });

  it('is not assumed of a game that always answered (14.3)', async () => {
    const order = await bought();
    await sendMail(shopAt({ kind: 'maintenance' }, WEEK_MS), order.deliveryId);
    expect(await factsOf(order)).toMatchObject({
      state: 'rejected',
      refunds: ['not_deliverable 499 RESERVED'],
    });
  });

  it('gives way to a definite refusal, which refunds it (14.3)', async () => {
    const order = await bought();
    await sendMail(shopAt(SILENT), order.deliveryId);
    await sendMail(
      shopAt({ kind: 'rejected', why: 'no such character' }, HOUR_MS),
      order.deliveryId,
    );
    expect(await factsOf(order)).toMatchObject({ state: 'rejected', is_parked: false });
  });

  it('needs --allow-delivered for a refund, whatever the game said later (14.3)', async () => {
    const order = await bought();
    await sendMail(shopAt(SILENT), order.deliveryId);
    await sendMail(shopAt({ kind: 'maintenance' }, HOUR_MS), order.deliveryId);
    const wanted = { amount: null, allowOverpayment: false, currency: 'USD', because: 'x' };
    const { orderId } = order;
    expect(
      await refundOrder(built.ctx, { ...wanted, orderId, allowDelivered: false }),
    ).toMatchObject({ kind: 'refused', why: 'goods_were_given' });
  });
});

describe('an operator settles a parked mail', () => {
  const settle = (order: PaidOrder, as: string) =>
    runResolve(built.ctx, ['settle', order.deliveryId, as, '--because', 'the game says so']);

  it('as delivered, which earns the payment (14.3)', async () => {
    const order = await parked();
    expect(await settle(order, '--delivered')).toContain('was delivered');
    expect(await factsOf(order)).toMatchObject({
      state: 'delivered',
      is_parked: false,
      refunds: null,
      books: ['delivered owed_to_players>sales 499'],
    });
    await expect(settle(order, '--undelivered')).rejects.toThrow('No mail with that id is parked');
  });

  it('as undelivered, which refunds it (14.3)', async () => {
    const order = await parked();
    expect(await settle(order, '--undelivered')).toContain('will be refunded');
    expect(await factsOf(order)).toMatchObject({
      state: 'rejected',
      refunds: ['not_deliverable 499 RESERVED'],
    });
  });

  it('by another seven days of attempts (14.3)', async () => {
    const order = await parked();
    await settle(order, '--retry');
    expect(await factsOf(order)).toMatchObject({ state: 'retrying', is_parked: false });
    await sendMail(shopAt({ kind: 'sent', mailId: 'M1' }, 1_000), order.deliveryId);
    expect(await factsOf(order)).toMatchObject({ state: 'delivered', refunds: null });
  });

  it('once, although several operators decide at the same time (14.3)', async () => {
    const order = await parked();
    const ends = await Promise.allSettled(
      ['--delivered', '--undelivered', '--retry'].map((as) => settle(order, as)),
    );
    expect(ends.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  });

  it('with exactly one decision in each command (14.3)', async () => {
    const words = ['settle', 'x', '--delivered', '--retry', '--because', 'x'];
    await expect(runResolve(built.ctx, words)).rejects.toThrow('give one of them');
  });
});

describe('an hour of silence', () => {
  it('alerts once for a server, and again after an answer (14.3)', async () => {
    const first = await bought('117');
    const orders = [first, await bought('117')];
    const later = shopAt(SILENT, 2 * HOUR_MS);
    // Older mails of this file are silent as well.
    await reportSilentMails(later);
    const before = await alerts('mail_silent');
    for (const { deliveryId } of orders) await sendMail(shopAt(SILENT), deliveryId);
    await reportSilentMails(built.ctx);
    expect(await alerts('mail_silent')).toBe(before);
    await reportSilentMails(later);
    await reportSilentMails(later);
    expect(await alerts('mail_silent')).toBe(before + 1);
    await sendMail(shopAt({ kind: 'maintenance' }, 2 * HOUR_MS), first.deliveryId);
    await sendMail(shopAt(SILENT, 3 * HOUR_MS), first.deliveryId);
    await reportSilentMails(later);
    expect(await alerts('mail_silent')).toBe(before + 1);
    await reportSilentMails(shopAt(SILENT, 5 * HOUR_MS));
    expect(await alerts('mail_silent')).toBe(before + 2);
  });
});
