import { gameNotice } from '@webpay/contract/game-shapes';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
