import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidResult } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { queryAttempt } from '../payments/query-attempt.ts';
import { applyPaymentResult } from './apply-payment-message.ts';

const { built, pool } = await builtShop(4);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const SILENT = { kind: 'indeterminate', why: 'HTTP 503' } as const;
const OTHER = { kind: 'indeterminate', why: 'x', cause: 'request', isOther: true } as const;

let made = 0;

/** A payment with a kept wallet, whose answer was lost. */
async function lost(state: 'SUBMITTING' | 'UNKNOWN' | 'EXPIRED', isFlagged = false) {
  made += 1;
  const orderId = `n${String(made).padStart(19, '0')}`;
  const attemptId = `A${orderId}_1`;
  await pool.query(
    `with player as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at, flagged_at)
        values ('miniflix', '112', $1, '1', 'S01', 'Ada', 1, now(), $4) returning id
      )
      insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor,
        lang, recipient, returns_to_payment, redirect_url, created_at, expires_at)
      select $2, 'miniflix', id, 'direct', 'x', $3, 'US', 'USD', 499, 'en', '{"server_id":"112"}', true, '', now(),
        now() + interval '1 day' from player`,
    [
      `n${made}`,
      orderId,
      state === 'EXPIRED' ? 'timeout' : 'waiting',
      isFlagged ? new Date() : null,
    ],
  );
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        unit_minors, submitted_at, requested_at, next_query_at, unresolved_since, created_at, updated_at)
      values ($1, $2, 1, 'paypal', 'paypal', 'wallet', 'US', 'USD', 499, $3, '{499}', now(), now(),
        case when $3 <> 'EXPIRED' then now() + interval '1 hour' end, case when $3 <> 'EXPIRED' then now() end, now(), now())`,
    [attemptId, orderId, state],
  );
  return { orderId, attemptId, paid: paidResult(attemptId) };
}

/** A message of this age about an attempt, applied once. @returns its row, the attempt, and the questions that were asked */
async function hear(
  attemptId: string,
  result: GatewayResult,
  ageMs: number,
  answer: GatewayResult,
) {
  const asked: (string | null)[] = [];
  const ctx = answering(answer, asked);
  const { rows } = await pool.query<{ id: number; received_at: Date }>(
    `insert into gateway_inbox (provider, event_key, event_type, payment_number, body, received_at, next_attempt_at, attempts)
      values ('paypal', gen_random_uuid(), 'TEST', $1, '', $2, now() + interval '15 seconds', 1)
      returning id::int4, received_at`,
    [attemptId, new Date(Date.now() - ageMs)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  const event = { eventKey: `E${row.id}`, eventType: 'TEST', attemptId };
  const notification = { ...event, gatewayRef: `T${attemptId}`, update: null, result };
  const account = { provider: 'paypal', merchant: null, attempt_state: null } as const;
  await applyPaymentResult(ctx, { ...row, ...account }, notification);
  const after = await pool.query<{ outcome: string | null; pause: number }>(
    `select outcome, extract(epoch from next_attempt_at - now())::float8 * 1000 as pause from gateway_inbox where id = $1`,
    [row.id],
  );
  return { asked, outcome: after.rows[0]?.outcome, pauseMs: after.rows[0]?.pause ?? 0 };
}

function answering(answer: GatewayResult, asked: (string | null)[] = []): Ctx {
  const query = async (_: unknown, namedRef: string | null = null) => {
    asked.push(namedRef);
    return answer;
  };
  const paypal = { ...built.ctx.gateways.paypal, query };
  return { ...built.ctx, gateways: { ...built.ctx.gateways, paypal } };
}

async function factsOf(attemptId: string) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select state, gateway_ref as ref, queries, next_query_at > now() + interval '50 minutes' as is_later,
        array(select reason from quarantine q where q.attempt_id = a.id and settled_at is null) as waiting,
        array(select kind from ledger_entries l where l.attempt_id = a.id order by l.id) as entries
      from payment_attempts a where id = $1`,
    [attemptId],
  );
  return rows[0];
}

const expectSoundLedger = async () => expect(await checkLedger(built.ctx)).toEqual([]);

describe('a message of a lost one-tap payment whose order PayPal does not show', () => {
  it('waits while its attempt is unknown, so that the list books the money once', async () => {
    const { attemptId, paid } = await lost('UNKNOWN');
    const told = await hear(attemptId, paid, 11 * MINUTE_MS, SILENT);
    expect(told).toMatchObject({ asked: [`T${attemptId}`], outcome: null });
    await queryAttempt(answering(paid), attemptId);
    expect(await factsOf(attemptId)).toMatchObject({
      state: 'SUCCEEDED',
      waiting: [],
      entries: ['capture'],
    });
    expect(await hear(attemptId, paid, 12 * MINUTE_MS, SILENT)).toMatchObject({ outcome: 'none' });
    await expectSoundLedger();
  });

  it.each([
    ['pending', { kind: 'pending', gatewayRef: null, alarm: null }],
    ['declined', { kind: 'declined', failure: 'declined', gatewayRef: null }],
  ] as const)(
    'is not forgotten when it is %s, asks rarer with age, and ends after 30 days',
    async (_, result) => {
      const { attemptId } = await lost('UNKNOWN');
      const young = await hear(attemptId, result, 0, SILENT);
      const old = await hear(attemptId, result, 5 * 60 * MINUTE_MS, SILENT);
      expect([young.outcome, old.outcome]).toEqual([null, null]);
      expect([young.pauseMs, old.pauseMs].map((ms) => Math.round(ms / MINUTE_MS))).toEqual([0, 30]);
      expect(await hear(attemptId, result, 31 * DAY_MS, SILENT)).toMatchObject({
        outcome: 'queried',
      });
      expect(await factsOf(attemptId)).toMatchObject({ state: 'UNKNOWN', waiting: [] });
    },
  );

  it('goes to a person after 30 days when it is paid', async () => {
    const { attemptId, paid } = await lost('UNKNOWN');
    expect(await hear(attemptId, paid, 31 * DAY_MS, SILENT)).toMatchObject({
      outcome: 'quarantine',
    });
    expect(await factsOf(attemptId)).toMatchObject({ waiting: ['cannot_be_asked_about'] });
  });

  it('leaves the attempt’s own next question where it was', async () => {
    const { attemptId, paid } = await lost('UNKNOWN');
    for (const answer of [SILENT, OTHER]) await hear(attemptId, paid, 0, answer);
    expect(await factsOf(attemptId)).toMatchObject({ queries: 0, is_later: true });
  });

  it('goes to a person for an ended attempt after ten minutes, which a later proof of the money ends', async () => {
    const { attemptId, paid } = await lost('EXPIRED');
    expect(await hear(attemptId, paid, 9 * MINUTE_MS, SILENT)).toMatchObject({ outcome: null });
    expect(await hear(attemptId, paid, 11 * MINUTE_MS, SILENT)).toMatchObject({
      outcome: 'quarantine',
    });
    expect(await factsOf(attemptId)).toMatchObject({ waiting: ['cannot_be_asked_about'] });
    await hear(attemptId, paid, 0, paid);
    expect(await factsOf(attemptId)).toMatchObject({ state: 'SUCCEEDED', waiting: [] });
    await expectSoundLedger();
  });
});

describe('[attack] a message that names an order with our number', () => {
  it('ends at the first answer that the order is another: money goes to a person, other words change nothing', async () => {
    const { attemptId, paid } = await lost('UNKNOWN');
    const pending = { kind: 'pending', gatewayRef: `T${attemptId}`, alarm: null } as const;
    expect(await hear(attemptId, pending, 0, OTHER)).toMatchObject({ outcome: 'queried' });
    expect(await hear(attemptId, paid, 0, OTHER)).toMatchObject({ outcome: 'quarantine' });
    expect(await factsOf(attemptId)).toMatchObject({
      state: 'UNKNOWN',
      waiting: ['order_differs'],
    });
    await expectSoundLedger();
  });

  it('gives its number to no attempt that waits for its own answer', async () => {
    const { attemptId } = await lost('SUBMITTING');
    const pending = { kind: 'pending', gatewayRef: `T${attemptId}`, alarm: null } as const;
    expect(await hear(attemptId, pending, 0, SILENT)).toMatchObject({ outcome: null });
    expect(await hear(attemptId, pending, 0, OTHER)).toMatchObject({ outcome: 'queried' });
    expect(await factsOf(attemptId)).toMatchObject({ state: 'SUBMITTING', ref: null });
    await hear(attemptId, pending, 0, pending);
    expect(await factsOf(attemptId)).toMatchObject({ state: 'PROCESSING', ref: `T${attemptId}` });
  });

  it('buys nothing for a flagged player whose attempt has ended', async () => {
    const { attemptId, paid } = await lost('EXPIRED', true);
    expect(await hear(attemptId, paid, 0, paid)).toMatchObject({ outcome: 'queried' });
    expect(await factsOf(attemptId)).toMatchObject({
      state: 'EXPIRED',
      waiting: ['player_flagged'],
    });
    await expectSoundLedger();
  });
});
