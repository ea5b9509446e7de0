import { gameNotice } from '@webpay/contract/game-shapes';
import * as v from 'valibot';
import { randomBytes } from 'node:crypto';
import { WEBHOOK_TYPES } from '@webpay/contract/console/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { webhookReceiver } from '../../../apps/api/src/domain/actions/testing/webhook-receiver.ts';
import { insertEndpoint } from '../../../apps/api/src/domain/webhooks/queries.ts';
import { secretText } from '../../../apps/api/src/domain/webhooks/rules.ts';
import { seal } from '../../../apps/api/src/platform/seal.ts';
import { readSealKey } from '../../../apps/api/src/platform/seal-key.ts';
import { editedCatalogue, type EditedCatalogue } from '../../support/edited-catalogue.ts';
import {
  buyByCard,
  buyByWallet,
  delivered,
  endDisputeOf,
  refundInPaypal,
  type Bought,
} from '../../support/gateway-desk.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, createShopper, MINIFLIX } from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: {} });
const operator = operatorOf(environment);
const { untilFacts } = moneyFactsOf(operator);

/** Miniflix wants notices; no other project does. */
let catalogue: EditedCatalogue;
beforeAll(async () => {
  catalogue = await editedCatalogue(environment().databaseUrl);
  await catalogue.addToProject('miniflix', 'game_notices: true');
  await catalogue.import();
});
afterEach(() => clearFaults(environment()));
afterAll(() => catalogue?.remove());

const told = v.array(v.object({ ...gameNotice.entries, told_at: v.number() }));

const webhookMessage = v.object({
  type: v.string(),
  data: v.looseObject({
    order_id: v.string(),
    amount_minor: v.number(),
    currency: v.string(),
    channel: v.string(),
  }),
});

/** The notices that the game heard about a character, the oldest first. */
async function heard({ shopper }: Pick<Bought, 'shopper'>, gameId: string = MINIFLIX.gameId) {
  const query = new URLSearchParams({
    game_id: gameId,
    server_id: shopper.serverId,
    cid: shopper.cid,
  });
  const answer = await fetch(`${environment().sandboxUrl}/mail?${query}`);
  const { notices } = (await answer.json()) as { notices: unknown };
  return v.parse(told, notices);
}
const sumsHeard = async (bought: Bought) =>
  (await heard(bought)).map(({ kind, amount, total }) => [kind, amount.amount, total.amount]);

const refund = (orderId: string, ...words: string[]) =>
  operator.resolve('refund', orderId, '--allow-delivered', '--because', 'by a test', ...words);

async function rowsOf(orderId: string) {
  const { rows } = await operator
    .db()
    .pool.query<{ waits: boolean; attempts: number; why: string | null }>(
      `select ended_at is null as waits, attempts, why from game_notices where order_id = $1 order by seq`,
      [orderId],
    );
  return rows;
}

describe('a game whose project wants notices', () => {
  it('[F17] hears each refund of an order once and in their order, with what it needs to act', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    const order = await delivered(bought);
    await refund(bought.orderId, '--amount', '0.40');
    await expect.poll(() => sumsHeard(bought)).toEqual([['refund', '0.40', '0.40']]);
    await refund(bought.orderId);
    await expect
      .poll(() => sumsHeard(bought))
      .toEqual([
        ['refund', '0.40', '0.40'],
        ['refund', '0.59', '0.99'],
      ]);
    const [first, second] = await heard(bought);
    expect(first).toMatchObject({
      notice_id: `refund:R${bought.orderId}_1`,
      order_id: bought.orderId,
      order_no: order.order_no,
      products: order.items.map(({ product_id, count }) => ({ product_id, count })),
      price: order.total,
      test: true,
    });
    expect(second?.total).toEqual(order.total);
    await expect
      .poll(() => rowsOf(bought.orderId))
      .toEqual([
        { waits: false, attempts: 1, why: null },
        { waits: false, attempts: 1, why: null },
      ]);
    expect(await operator.resolve('show', bought.orderId)).toContain('game_told');
  });

  it('[F17] hears of a refund made in the gateway’s own pages', async () => {
    const bought = await buyByWallet(environment());
    await delivered(bought);
    await refundInPaypal(environment(), bought.orderId, '0.40');
    await expect.poll(() => sumsHeard(bought)).toEqual([['refund', '0.40', '0.40']]);
  });

  it('[F17] hears it later when it was down, and the mails go on meanwhile', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    await setFault(environment(), 'game', 'notice', 'error', { times: 2 });
    await refund(bought.orderId);
    await expect.poll(async () => (await rowsOf(bought.orderId))[0]?.attempts).toBeGreaterThan(0);
    await delivered(await buyByCard(environment(), CARDS.success));
    await expect.poll(() => sumsHeard(bought)).toEqual([['refund', '0.99', '0.99']]);
    await expect
      .poll(() => rowsOf(bought.orderId))
      .toEqual([{ waits: false, attempts: 3, why: null }]);
  });

  it('[F17] is told again under the same id when its answer was lost, and keeps it once', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    await setFault(environment(), 'game', 'notice', 'drop_answer');
    await refund(bought.orderId);
    await expect
      .poll(() => rowsOf(bought.orderId))
      .toEqual([{ waits: false, attempts: 2, why: null }]);
    expect(await sumsHeard(bought)).toEqual([['refund', '0.99', '0.99']]);
  });

  it('[V07] hears of a lost dispute as a chargeback, and nothing of a won one', async () => {
    const lost = await buyByCard(environment(), CARDS.disputed);
    const won = await buyByCard(environment(), CARDS.disputed);
    for (const each of [lost, won]) await untilFacts(each).toMatchObject({ cases: ['open'] });
    await endDisputeOf(environment(), won.orderId, 'WIN');
    await endDisputeOf(environment(), lost.orderId, 'FAIL');
    await expect.poll(() => sumsHeard(lost)).toEqual([['chargeback', '0.99', '0.99']]);
    await untilFacts(won).toMatchObject({ cases: ['won'] });
    expect(await heard(won)).toEqual([]);
    expect(await rowsOf(won.orderId)).toEqual([]);
  });
});

describe('a webhook of the publisher', () => {
  it('[F17] hears of real payments, goods, refunds and disputes once each, of its projects alone', async () => {
    const receiver = await webhookReceiver();
    const db = operator.db();
    onTestFinished(async () => {
      // Later events of this file would go to a free port.
      await db.pool.query('update webhook_endpoints set ended_at = now()');
      await receiver.close();
    });
    const key = await readSealKey({ db, randomBytes }, 'webhook_secret_key');
    const secret = secretText(randomBytes(32));
    await db.pool.query(
      `insert into operators (id, name, name_key, roles, created_at) values ('hooks', 'hooks', 'hooks', '{admin}', now())`,
    );
    for (const [id, projects] of [
      ['own', ['miniflix']],
      ['others', ['cgg']],
    ] as const) {
      const sealed = seal({ randomBytes }, key, id, secret);
      const row = { id, name: id, url: receiver.url, types: WEBHOOK_TYPES, projects };
      await db.run(insertEndpoint, { ...row, secret: sealed, byId: 'hooks', now: new Date() });
    }
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    await refund(bought.orderId, '--amount', '0.40');
    const lost = await buyByCard(environment(), CARDS.disputed);
    await untilFacts(lost).toMatchObject({ cases: ['open'] });
    await endDisputeOf(environment(), lost.orderId, 'FAIL');
    // At least once: as any receiver, this one takes each id once.
    const told = ({ orderId }: Bought) =>
      [...new Map(receiver.heard.map((each) => [each.headers['webhook-id'], each])).values()]
        .map(({ body, headers }) =>
          new Webhook(secret).verify(body, headers as Record<string, string>),
        )
        .map((message) => v.parse(webhookMessage, message))
        .filter(({ data }) => data.order_id === orderId)
        .map(({ type, data }) => `${type} ${data.amount_minor} ${data.currency} ${data.channel}`)
        .toSorted();
    await expect
      .poll(() => told(bought))
      .toEqual([
        'order.delivered 99 USD card',
        'order.paid 99 USD card',
        'refund.made 40 USD card',
      ]);
    await expect
      .poll(() => told(lost))
      .toEqual([
        'dispute.closed 99 USD card',
        'dispute.opened 99 USD card',
        'order.delivered 99 USD card',
        'order.paid 99 USD card',
      ]);
    const { rows } = await db.pool.query(
      `select from webhook_messages where endpoint_id = 'others'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a game whose project wants none', () => {
  it('[F17] hears nothing of a refund', async () => {
    const OTHER = { websiteCode: 'cgg', gameId: '22' };
    const shopper = await createShopper(environment(), OTHER);
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    const bought = { shopper, orderId: opened.order_id, token: opened.token };
    await delivered(bought);
    await refund(bought.orderId);
    await shopper.until(bought.token, (order) => order.state === 'refunded');
    expect(await rowsOf(bought.orderId)).toEqual([]);
    expect(await heard(bought, OTHER.gameId)).toEqual([]);
  });
});
