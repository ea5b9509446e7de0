import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startInProcess } from '../../support/in-process.ts';
import type { TestShop } from '../../support/environment.ts';
import { buildContext, type BuiltContext } from '../../../apps/api/src/build-context.ts';
import type { Ctx } from '../../../apps/api/src/context.ts';
import { openAtGateway } from '../../../apps/api/src/domain/payments/open-at-gateway.ts';
import { payByCard } from '../../../apps/api/src/domain/payments/pay.ts';
import { captureApproved } from '../../../apps/api/src/domain/payments/submit-attempt.ts';
import { attemptById } from '../../../apps/api/src/domain/payments/queries.ts';
import {
  createCircuit,
  SILENCE_RULES,
} from '../../../apps/api/src/platform/resilience/circuits.ts';
import { guardGateway } from '../../../apps/api/src/gateways/guard-gateway.ts';
import { gamesFile, playGame, type PlayedGame } from '../../support/played-game.ts';
import { capturesOf } from '../../support/shared-environment.ts';
import { approveWallet, CARDS, createShopper, MINIFLIX } from '../../support/shopper.ts';
import { TEMPLATES } from '../../support/templates.ts';
import { blankDatabase, removeDatabase } from '../../support/test-database.ts';
import {
  letMailsWait,
  letResendsWait,
  mailsWaiting,
  WAITING_GAME,
} from '../../support/waiting-mails.ts';

const WAITING = 200;
/** Resends, in the same queue as the others. */
const SECOND = 60;

let folder: string;
let game: PlayedGame;
let database: string;
let environment: TestShop;
let built: BuiltContext;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'webpay-games-'));
  game = await playGame('hangs');
  const games = await gamesFile(path.join(folder, 'games.json'), WAITING_GAME.gameId, game.url);
  database = await blankDatabase(TEMPLATES.seeded);
  environment = await startInProcess({
    databaseUrl: database,
    env: { GAMES_FILE: games },
    waitScale: { deadlines: 0.2 },
  });
  const { config, databaseUrl } = environment;
  built = await buildContext({ ...config, databaseUrl }, { name: 'test', connections: 4 });
});

afterAll(async () => {
  await built?.close();
  await environment?.stop();
  await removeDatabase(database);
  await game?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a game without answers and with waiting mails', () => {
  it('[F15] delays no other game’s mail, and gets its own once it recovers', async () => {
    const { pool } = built.ctx.db;
    await letMailsWait(pool, WAITING);
    await letResendsWait(pool, SECOND);
    await expect.poll(() => game.calls().mostAtOnce).toBeGreaterThan(1);
    for (let bought = 0; bought < 3; bought += 1) {
      const shopper = await createShopper(environment);
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS.success);
      await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
    }
    expect(await mailsWaiting(pool)).toBe(WAITING);
    expect(game.calls().mostAtOnce).toBeLessThanOrEqual(10);
    game.become('gives');
    // Mails with many failed attempts are retried later.
    const given = { timeout: 240_000 };
    await expect.poll(() => mailsWaiting(pool), given).toBe(0);
    await expect.poll(() => mailsWaiting(pool, 'resend'), given).toBe(0);
  });
});

/** The shop's operations with an open circuit of one gateway. */
function shutOff(provider: 'payermax' | 'paypal'): Ctx {
  const { ctx } = built;
  const circuit = createCircuit(SILENCE_RULES, () => 0);
  for (let failed = 0; failed < SILENCE_RULES.failures; failed += 1) circuit.leave('failed');
  return {
    ...ctx,
    gateways: { ...ctx.gateways, [provider]: guardGateway(ctx.gateways[provider], circuit) },
  };
}

const PAYER = {
  clientIp: '127.0.0.1',
  userAgent: 'test',
  terminal: 'WEB',
  redirectUrl: null,
  data: {},
  network: '127.0.0.1',
  block: '127.0.0.0/24',
} as const;

describe('[F06] a gateway with an open circuit', () => {
  it('leaves a card attempt determinate: not sent means not paid, and the order can be paid again', async () => {
    const shopper = await createShopper(environment);
    const order_key = `key-${crypto.randomUUID()}`;
    const opened = await shopper.open({ order_key });
    if (opened.pay?.kind !== 'payermax_card') throw new Error('not a card order');
    const { session_key: sessionKey } = opened.pay;
    const paymentToken = await shopper.tokenise(opened.pay, CARDS.success);
    const { gameId } = MINIFLIX;
    const paid = await payByCard(shutOff('payermax'), {
      sessionKey,
      paymentToken,
      gameId,
      payer: PAYER,
    });
    expect(paid.state).toBe('failed');
    expect(await shopper.inquire(opened.token)).toMatchObject({ state: 'failed', reason: 'error' });
    expect(await capturesOf(environment, opened.order_id)).toEqual([]);
    const again = await shopper.open({ order_key });
    expect(again.order_id).toBe(opened.order_id);
    await shopper.payByCard(again, CARDS.success);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
    expect(await capturesOf(environment, opened.order_id)).toHaveLength(1);
  });

  it('leaves an approved wallet order alone, to be captured later', async () => {
    const shopper = await createShopper(environment);
    const opened = await shopper.open({ pay_id: 'paypal' });
    if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    const { invoice_id } = opened.pay;
    const wallet = { id: invoice_id, merchant: null };
    expect(await captureApproved(shutOff('paypal'), wallet)).toBeNull();
    const attempt = await built.ctx.db.one(attemptById, { attemptId: invoice_id });
    expect(attempt.state).toBe('REQUIRES_ACTION');
    await approveWallet(environment, opened.pay.order_id);
    await shopper.until(opened.token, ({ state }) => state === 'success');
  });

  it('answers 10504 to a new payment', async () => {
    const shopper = await createShopper(environment);
    const opened = await shopper.open();
    const { db } = built.ctx;
    const attemptId = `A${opened.order_id}_1`;
    await db.pool.query(
      `update payment_attempts set session_key = null, session_opened_at = null where id = $1`,
      [attemptId],
    );
    const attempt = await db.one(attemptById, { attemptId });
    const facts = built.ctx.config.methods.get('card');
    if (facts === undefined) throw new Error('no cards');
    const channel = { pay_id: 'card', provider: 'payermax', method: 'card', facts } as const;
    await expect(openAtGateway(shutOff('payermax'), attempt, channel)).rejects.toMatchObject({
      code: 10504,
    });
    const { rows } = await db.pool.query<object>(
      `select state, failure from payment_attempts where id = $1`,
      [attemptId],
    );
    expect(rows).toEqual([{ state: 'FAILED', failure: 'error' }]);
  });
});
