import { OPERATIONS, type OperationName } from '@webpay/contract/console/operations';
import { CONSOLE_ROLES } from '@webpay/contract/console/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { consoleToken } from '../../../../../tests/support/console-session.ts';
import { wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import type { Ctx } from '../../context.ts';
import { consoleApp, sender, type Send } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

/** Digits and an address that no other row has. */
const FIRST_SIX = '481592';
const MAIL = 'payer-of-the-fixture@example.com';

const dist = consolePages();
let ctx: Ctx;
let send: Send;
let app: FastifyInstance;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const { built, pool } = await builtShop(4);
  ctx = { ...built.ctx, config: { ...built.ctx.config, limitScale: 1_000 } };
  const { playerId, orderId, attemptId } = await wholeCharacter(pool);
  await pool.query(
    `update payment_attempts set card_brand = 'VISA', card_masked = '${FIRST_SIX}******1111' where id = $1`,
    [attemptId],
  );
  await pool.query(
    `update gateway_inbox set payment_number = $1, body = convert_to($2, 'UTF8')
      where event_key = 'K-' || $3::text`,
    [
      attemptId,
      JSON.stringify({
        payer: { email_address: MAIL },
        cardInfo: { cardIdentifierNo: `${FIRST_SIX}******1111` },
        outTradeNo: attemptId,
      }),
      String(playerId),
    ],
  );
  ids = { player: String(playerId), order: orderId, attempt: attemptId, dispute: `D-${playerId}` };
  app = await consoleApp(ctx, dist);
  send = sender(app);
});

afterAll(() => app.close());

/** Parameters of each read operation that lead to the fixture's rows. */
const INPUTS: { readonly [N in OperationName]?: () => readonly string[] } = {
  order: () => [`/orders/${ids['order']}`],
  orderAnswer: () => [`/orders/${ids['order']}/answer`],
  player: () => [`/players/${ids['player']}`],
  request: () => [`/requests/q${ids['order']?.slice(1)}`],
  requests: () => ['/requests', '/requests?state=decided'],
  disputes: () => ['/disputes', '/disputes?state=ended'],
  disputeEvidence: () => [`/disputes/payermax/${ids['dispute']}/evidence`],
  approval: () => [`/approvals/v${ids['player']}`],
  refunds: () => ['/refunds', '/refunds?state=done'],
  catalogue: () => ['/catalogue/miniflix'],
  goods: () => ['/catalogue/miniflix/goods'],
  audit: () => ['/audit?limit=200'],
};

it.each(CONSOLE_ROLES)(
  'no read operation gives %s a card’s first six digits, or what a gateway told about its payer',
  async (role) => {
    const token = await consoleToken(ctx, role);
    const reads = (Object.keys(OPERATIONS) as OperationName[]).filter(
      (name) => OPERATIONS[name].method === 'GET' && name !== 'changes',
    );
    const seen: string[] = [];
    for (const name of reads) {
      for (const address of INPUTS[name]?.() ?? [OPERATIONS[name].path]) {
        const { body, statusCode } = await send(address, { token });
        if (statusCode === 200) seen.push(name);
        expect(body, address).not.toContain(FIRST_SIX);
        expect(body, address).not.toContain(MAIL);
      }
    }
    // The fixture was read, not missed.
    expect(seen).toEqual(
      expect.arrayContaining(['order', 'player', 'orders', 'request', 'disputeEvidence']),
    );
    expect((await send(`/orders/${ids['order']}`, { token })).body).toContain('[hidden]');
    for (const text of [FIRST_SIX, '1111 4.99', ids['attempt'] ?? '', ids['order'] ?? '', MAIL]) {
      const { body, statusCode } = await send('/search', {
        method: 'POST',
        token,
        payload: { text },
      });
      expect(statusCode).toBe(200);
      expect(body).not.toContain(`${FIRST_SIX}*`);
      if (text !== FIRST_SIX) expect(body).not.toContain(FIRST_SIX);
    }
    const file = (await send(`/players/${ids['player']}`, { token })).json<{ personal: unknown }>();
    expect(file.personal).toMatchObject([
      { field: 'card', label: 'VISA', masked: '•••••• ••1111' },
    ]);
  },
);
