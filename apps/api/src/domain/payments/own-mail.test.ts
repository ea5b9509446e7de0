import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidResult } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import type { Mail, MailAnswer } from '../../games/port.ts';
import { createPlaces, type Places } from '../../platform/resilience/places.ts';
import { payWithOwnMail } from '../mail/own-mail.ts';
import { takeMail } from '../mail/queries.ts';
import { applyGatewayResult } from './apply-gateway-result.ts';
import { attemptById } from './queries.ts';

const { built, db, pool } = await builtShop(4);
const LEASE_MS = 15_000;

let made = 0;

/** An unpaid order of one good whose card payment is at the gateway. */
async function orderAtGateway(): Promise<string> {
  made += 1;
  const orderId = `m${String(made).padStart(19, '0')}`;
  const character = { pr_id: '1', server_id: '112', server_name: 'S01', cid: `${made}` };
  const recipient = { ...character, name: 'Ada', level: 1 };
  await pool.query(
    `with player as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('miniflix', '112', $1, '1', 'S01', 'Ada', 1, now()) returning id
      )
      insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor,
        lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
      select $2, 'miniflix', id, 'direct', 'p*2', 'waiting', 'US', 'USD', 998, 'en', $3, true, '', now(), now() from player`,
    [recipient.cid, orderId, recipient],
  );
  await pool.query(
    `insert into order_items (order_id, line, product_id, count, unit_minor, sold)
      values ($1, 1, 'p', 2, 499, '{"kind":"topup","name":{"en":"Gold"},"image":"","contents":[],"bonus":null}')`,
    [orderId],
  );
  const attemptId = `A${orderId}_1`;
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        submitted_at, requested_at, created_at, updated_at)
      values ($1, $2, 1, 'card', 'payermax', 'card', 'US', 'USD', 998, 'SUBMITTING', now(), now(), now(), now())`,
    [attemptId, orderId],
  );
  return attemptId;
}

const failed: unknown[] = [];
const places = (most: number): Places => createPlaces(most, (error) => failed.push(error));

/** Pays an order by the gateway's answer, as a server with these places does; the game answers so. */
async function pay(ownMails: Places, answer: MailAnswer = { kind: 'sent', mailId: 'M1' }) {
  const sent: Mail[] = [];
  const games: Ctx['games'] = {
    ...built.ctx.games,
    mailState: () => 'closed',
    sendMail: async (_, mail) => {
      sent.push(mail);
      return answer;
    },
  };
  const ctx: Ctx = { ...built.ctx, games, ownMails };
  const attemptId = await orderAtGateway();
  const attempt = await db.one(attemptById, { attemptId });
  const result = paidResult(attemptId, 998);
  const { decision } = await payWithOwnMail(ctx, attempt, (leasesMail) =>
    applyGatewayResult(ctx, { attemptId, result, source: 'answer', leasesMail }),
  );
  expect(decision).toBe('move');
  await ownMails.stop();
  expect(failed).toEqual([]);
  const row = await pool.query<{ id: string; state: string; attempts: number; leased: boolean }>(
    `select m.id, d.state, m.attempts, m.lease_until is not null as leased
      from outbox_mails m join deliveries d using (id) where m.order_id = $1`,
    [attempt.order_id],
  );
  const [mail] = row.rows;
  if (mail === undefined) throw new Error('the payment queued no mail');
  return { sent, mail, attempt };
}

describe('[S08] the mail of a payment', () => {
  it('is sent by the process that applied the payment, with the order as paid', async () => {
    const { sent, mail, attempt } = await pay(places(1));
    expect(sent).toMatchObject([
      {
        serverId: '112',
        cid: attempt.recipient.cid,
        key: `delivery:${mail.id}`,
        purchase: {
          order_id: attempt.order_id,
          order_no: attempt.order_no,
          products: [{ product_id: 'p', count: 2 }],
          price: { currency: 'USD' },
        },
      },
    ]);
    expect(mail).toMatchObject({ state: 'delivered', attempts: 1, leased: false });
  });

  it('is tried again by workers after "not now"', async () => {
    const { mail } = await pay(places(1), { kind: 'maintenance' });
    expect(mail).toMatchObject({ state: 'retrying', attempts: 1, leased: false });
  });

  it('is left to workers when all places are taken', async () => {
    const none = places(1);
    none.take('miniflix');
    const { sent, mail } = await pay(none);
    expect(sent).toEqual([]);
    expect(mail).toMatchObject({ state: 'queued', attempts: 0, leased: false });
    expect(
      await db.maybe(takeMail, { id: mail.id, realNow: new Date(), now: new Date(), accounts: [] }),
    ).not.toBeNull();
  });

  it('is sent by a worker once the lease of a process that died is over, as perhaps given', async () => {
    const died: Places = { ...places(1), take: () => ({ fill: () => {}, leave: () => {} }) };
    const { mail } = await pay(died);
    expect(mail).toMatchObject({ state: 'queued', attempts: 1, leased: true });
    expect(
      await db.maybe(takeMail, { id: mail.id, realNow: new Date(), now: new Date(), accounts: [] }),
    ).toBeNull();
    const later = new Date(Date.now() + LEASE_MS);
    const taken = await db.maybe(takeMail, {
      id: mail.id,
      realNow: later,
      now: later,
      accounts: [],
    });
    expect(taken).toMatchObject({ attempts: 2, maybe_given: true, lines: [{ product_id: 'p' }] });
  });
});
