import { expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import type { Mail, MailAnswer } from '../../games/port.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { lockAttempt } from '../payments/queries.ts';
import { writeTransition, type Transition } from '../payments/transition-attempt.ts';
import { remindOfPayments } from './payment-reminders.ts';
import { sendMail } from './send-mail.ts';

const { built, pool } = await builtShop(6);

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-02T12:00:00Z');
const CODE = '9876543210';
let made = 0;

/** The shop some hours after the start, with a game that gives this answer and records its mails. */
function shopAfter(hours: number, answer: MailAnswer = { kind: 'sent', mailId: 'M1' }) {
  const sent: Mail[] = [];
  const nowMs = () => START + hours * HOUR_MS;
  const ctx: Ctx = {
    ...built.ctx,
    clock: { ...built.ctx.clock, nowMs, now: () => new Date(nowMs()) },
    games: {
      ...built.ctx.games,
      sendMail: async (_, mail) => {
        sent.push(mail);
        return answer;
      },
    },
  };
  return { ctx, sent };
}

/** Adds an attempt that has gone to its gateway. */
async function attempt(orderId: string, n: number, payId: string, hours = 0): Promise<string> {
  const id = `A${orderId}_${n}`;
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        submitted_at, requested_at, created_at, updated_at)
      values ($1, $2, $3, $4, 'payermax', 'voucher', 'MX', 'MXN', 499, 'SUBMITTING', $5, now(), $5, $5)`,
    [id, orderId, n, payId, new Date(START + hours * HOUR_MS)],
  );
  return id;
}

async function move(attemptId: string, hours: number, transition: Partial<Transition>) {
  const { ctx } = shopAfter(hours);
  const code: Transition = {
    to: 'REQUIRES_ACTION',
    source: 'answer',
    event: 'test',
    payCode: CODE,
  };
  await ctx.db.transaction(async (tx) => {
    const row = await tx.one(lockAttempt, { attemptId });
    await writeTransition(ctx, tx, row, { ...code, ...transition });
  });
}

/** An order of a new character that waits for a code: OXXO's lives five days, BCA's one. */
async function waitingOrder(payId = 'oxxo_mx') {
  made += 1;
  const orderId = `w${String(made).padStart(19, '0')}`;
  const player = await pool.query<{ id: number }>(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ('miniflix', '112', $1, '1', 'S01', 'Ada {time} $&', 1, now()) returning id`,
    [`wait${made}`],
  );
  const at = new Date(START);
  await pool.query(
    `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
        recipient, returns_to_payment, redirect_url, created_at, expires_at)
      values ($1, 'miniflix', $2, 'direct', 'x', 'open', 'MX', 'MXN', 499, 'de', '{"server_id":"112"}', true, '', $3,
        $3::timestamptz + interval '30 minutes')`,
    [orderId, player.rows[0]?.id, at],
  );
  const attemptId = await attempt(orderId, 1, payId);
  await move(attemptId, 0, {});
  return { orderId, attemptId };
}

async function ownMails(orderId: string) {
  const { rows } = await pool.query<{ kind: string; state: string; ended: boolean; why: string }>(
    `select m.kind, w.state, m.ended_at is not null as ended, w.settled_because as why
      from rewards w join outbox_mails m using (id) where w.id = $1`,
    [orderId],
  );
  return rows;
}

const WAITS = { kind: 'reminder', state: 'queued', ended: false, why: null };

it('is written once in the last day, by workers at once, and says order and end but no number', async () => {
  const { orderId } = await waitingOrder();
  await remindOfPayments(shopAfter(95.9).ctx);
  expect(await ownMails(orderId)).toEqual([]);
  const { ctx, sent } = shopAfter(96);
  await Promise.all([1, 2, 3, 4].map(() => remindOfPayments(ctx)));
  expect(await ownMails(orderId)).toEqual([WAITS]);
  await Promise.all([sendMail(ctx, orderId), sendMail(ctx, orderId)]);
  await remindOfPayments(shopAfter(97).ctx);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    cid: `wait${made}`,
    key: `claim:${orderId}`,
    title: 'Deine Bestellung wartet auf die Zahlung',
    items: [],
    purchase: null,
  });
  expect(sent[0]?.body).toContain('Ada {time} $&');
  expect(sent[0]?.body).toMatch(/ WP(-\w+)+ wartet/);
  expect(sent[0]?.body.replaceAll(/\s/g, ' ')).toContain('07.03.2026, 12:00 UTC');
  expect(JSON.stringify(sent)).not.toContain(CODE);
  expect(await ownMails(orderId)).toMatchObject([{ state: 'delivered', ended: true }]);
});

it.each([
  ['is paid', { to: 'SUCCEEDED', captureRef: 'T1' }],
  ['is cancelled', { to: 'FAILED', failure: 'cancelled' }],
  ['has expired', { to: 'EXPIRED' }],
  ['may have been paid', { to: 'PROCESSING' }],
] as const)('is not written for an order that %s', async (_, transition) => {
  const { orderId, attemptId } = await waitingOrder();
  await move(attemptId, 90, transition);
  await remindOfPayments(shopAfter(97).ctx);
  expect(await ownMails(orderId)).toEqual([]);
});

it.each([
  ['is not written for an order whose account this process lacks', null, []],
  ['is written for an order of a named merchant', 'nova', [WAITS]],
] as const)('%s', async (_, known, written) => {
  const { orderId, attemptId } = await waitingOrder();
  await pool.query(`update payment_attempts set merchant = 'nova' where id = $1`, [attemptId]);
  const { ctx } = shopAfter(97);
  const { payermax } = ctx.gateways;
  const named = new Map(known === null ? [] : [[known, { payermax }]]);
  await remindOfPayments({ ...ctx, gateways: { ...ctx.gateways, named } });
  expect(await ownMails(orderId)).toEqual(written);
});

it.each([
  ['paid', { to: 'SUCCEEDED', captureRef: 'T2' }],
  ['cancelled', { to: 'FAILED', failure: 'cancelled' }],
] as const)('is not sent once its order is %s, and asks no operator', async (_, transition) => {
  const { orderId, attemptId } = await waitingOrder();
  await remindOfPayments(shopAfter(97).ctx);
  await move(attemptId, 98, transition);
  const { ctx, sent } = shopAfter(98);
  await sendMail(ctx, orderId);
  expect(sent).toEqual([]);
  expect(await ownMails(orderId)).toEqual([
    { kind: 'reminder', state: 'rejected', ended: true, why: 'the order no longer waits' },
  ]);
});

it('is not sent once the account of its order has left the file', async () => {
  const { orderId, attemptId } = await waitingOrder();
  await remindOfPayments(shopAfter(97).ctx);
  await pool.query(`update payment_attempts set merchant = 'gone' where id = $1`, [attemptId]);
  const { ctx, sent } = shopAfter(98);
  await sendMail(ctx, orderId);
  expect(sent).toEqual([]);
  expect(await ownMails(orderId)).toMatchObject([{ state: 'rejected', ended: true }]);
});

it('is not sent after the end of the wait, also when the gateway has not ended it', async () => {
  const { orderId } = await waitingOrder();
  await remindOfPayments(shopAfter(97).ctx);
  const late = shopAfter(120.1);
  await sendMail(late.ctx, orderId);
  expect(late.sent).toEqual([]);
  const other = await waitingOrder();
  await remindOfPayments(late.ctx);
  expect(await ownMails(other.orderId)).toEqual([]);
});

it('is not written for a code that lives a day', async () => {
  const { orderId } = await waitingOrder('bca_va_id');
  for (const hours of [0.1, 12, 23.9]) await remindOfPayments(shopAfter(hours).ctx);
  expect(await ownMails(orderId)).toEqual([]);
});

it('moves with the end of the wait, and stays the only one of its order', async () => {
  const { orderId, attemptId } = await waitingOrder();
  await move(attemptId, 90, { to: 'FAILED', failure: 'cancelled' });
  const second = await attempt(orderId, 2, 'oxxo_mx', 90.2);
  await move(second, 90.2, {});
  await remindOfPayments(shopAfter(97).ctx);
  expect(await ownMails(orderId)).toEqual([]);
  // A query without an answer, and the code again.
  await move(second, 180, { to: 'UNKNOWN', source: 'query' });
  await remindOfPayments(shopAfter(187).ctx);
  expect(await ownMails(orderId)).toEqual([]);
  await move(second, 188, { source: 'query' });
  const { ctx, sent } = shopAfter(188);
  await remindOfPayments(ctx);
  await sendMail(ctx, orderId);
  expect(sent[0]?.body.replaceAll(/\s/g, ' ')).toContain('11.03.2026, 06:12 UTC');
  await move(second, 189, { to: 'FAILED', failure: 'cancelled' });
  await move(await attempt(orderId, 3, 'oxxo_mx', 189.2), 189.2, {});
  const third = shopAfter(300);
  await remindOfPayments(third.ctx);
  await sendMail(third.ctx, orderId);
  expect(third.sent).toEqual([]);
});
