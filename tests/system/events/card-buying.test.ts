import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../apps/api/src/platform/db/pool.ts';
import { applyWeeklyCards } from '../../../apps/api/src/domain/events/weekly-card/sell-with-cards.ts';
import { priceLines } from '../../../apps/api/src/domain/orders/price-lines.ts';
import { mallBuyer, mallToken } from '../../support/mall-buyer.ts';
import { cardPage, itemsOf } from '../../support/card-page.ts';
import { endDisputeOf } from '../../support/gateway-desk.ts';
import { operatorOf } from '../../support/operator.ts';
import {
  DAY_MS,
  moveAllClocks,
  moveClock,
  ONE_DAY_TIMEOUT_MS,
  withinOneDay,
} from '../../support/shop-days.ts';
import { answerChallenge, CARDS, createShopper, want } from '../../support/shopper.ts';
import { capturesOf, sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const page = cardPage(environment);
beforeEach(withinOneDay, ONE_DAY_TIMEOUT_MS);

const WEEKLY = { product_id: 'card-weekly' };
/** Its event sells it again only after it has ended. */
const VANGUARD = { websiteCode: 'vp_mbo', gameId: '13' };
const SORTIE = { product_id: 'card-sortie' };

afterEach(() => moveClock(environment(), 0));

describe('a weekly card order', () => {
  it('[F10] [V06] has one card, and starts from the card’s page only', async () => {
    const { client } = await createShopper(environment());
    expect((await page.make(client, WEEKLY, { count: 2 })).code).toBe(10001);
    expect((await page.make(client, { ...WEEKLY, source: 'direct' })).code).toBe(10010);
  });

  it('[F10] is refused before payment while a card without extension is active or being paid', async () => {
    const shopper = await createShopper(environment(), VANGUARD);
    const { client } = shopper;
    const opened = await want(page.make(client, SORTIE));
    const asked = await page.handIn(client, opened, CARDS.challenge);
    expect((await page.make(client, SORTIE)).code).toBe(10010);
    expect((await page.card(client)).can_buy).toBe(false);
    await answerChallenge(asked.action?.url, 'approve');
    await shopper.until(opened.token, ({ state }) => state === 'success');
    expect((await page.make(client, SORTIE)).code).toBe(10010);
    expect(await page.card(client)).toMatchObject({ can_buy: false, owned: { days: 7 } });
    const over = await page.daysOn(shopper, 7);
    expect(await page.card(over)).toMatchObject({ can_buy: true, owned: null });
    await page.buy(over, SORTIE);
  });

  it('[F10] is refused even when the other payment ends during the check', async () => {
    const shopper = await createShopper(environment(), VANGUARD);
    const other = await want(page.make(shopper.client, SORTIE));
    const asked = await page.handIn(shopper.client, other, CARDS.challenge);
    const db = operator.db();
    let isPaid = false;
    const endsMeanwhile: Tx = {
      ...db,
      many: async (statement, ...values) => {
        const rows = await db.many(statement, ...values);
        if (!isPaid) {
          isPaid = true;
          await answerChallenge(asked.action?.url, 'approve');
          await shopper.until(other.token, ({ state }) => state === 'success');
        }
        return rows;
      },
    };
    const { rows } = await db.pool.query<{ player_id: number }>(
      'select player_id from orders where id = $1',
      [other.order_id],
    );
    const purchase = {
      project: VANGUARD.websiteCode,
      playerId: rows[0]?.player_id ?? 0,
      source: 'card' as const,
      country: 'US',
      products: [{ ...SORTIE, count: 1 }],
      currency: 'USD',
      cartLimit: 99,
      cartUsdLimit: 999,
    };
    const { lines } = await priceLines(db, purchase);
    const sold = applyWeeklyCards(operator.ctx(), endsMeanwhile, purchase, lines, '');
    await expect(sold).rejects.toMatchObject({ code: 10010 });
  });

  it('[F10] from the older of two open pages is refused without a charge', async () => {
    const shopper = await createShopper(environment(), VANGUARD);
    const { client, cid } = shopper;
    const order_key = `key-${cid}`;
    const older = await want(page.make(client, SORTIE, { order_key }));
    await page.buy(client, SORTIE);
    expect((await page.handIn(client, older, CARDS.success)).state).toBe('failed');
    expect(await capturesOf(environment(), older.order_id)).toEqual([]);
    expect((await page.make(client, SORTIE, { order_key })).code).toBe(10010);
    expect((await page.card(client)).owned).toMatchObject({ days: 7 });
  });

  it('[F10] paid late is never refused: it adds days', async () => {
    const shopper = await createShopper(environment(), VANGUARD);
    const { client } = shopper;
    const first = await want(page.make(client, SORTIE));
    const asked = await page.handIn(client, first, CARDS.challenge);
    await want(client.call('orderCancel', { token: first.token }));
    const second = await page.buy(client, SORTIE);
    await answerChallenge(asked.action?.url, 'approve');
    await shopper.until(first.token, ({ state }) => state === 'success');
    expect((await page.card(client)).owned).toMatchObject({ day: 1, days: 14 });
    for (const { order_id } of [first, second]) {
      expect(await capturesOf(environment(), order_id)).toMatchObject([{ state: 'captured' }]);
    }
    await expect
      .poll(async () => (await shopper.mails()).map(({ items }) => itemsOf(items)))
      .toEqual(['340 core', '340 core']);
  });
});

describe('a refunded weekly card', () => {
  it('[F10] ends that day; claims stay, and a later card continues', async () => {
    const shopper = await createShopper(environment());
    const first = await page.buy(shopper.client, WEEKLY);
    await page.buy(shopper.client, WEEKLY);
    await want(page.claim(shopper.client));
    const third = await page.daysOn(shopper, 2);
    // The worker decides the day of the refund.
    await moveAllClocks(environment(), 2 * DAY_MS);
    expect((await page.card(third)).owned).toMatchObject({ day: 3, days: 14 });
    const because = ['--because', 'A test of refunds.'];
    await operator.resolve('refund', first.order_id, '--allow-delivered', ...because);
    const isBack = async () =>
      (await want(third.call('orderInquire', { token: first.token }))).state;
    await expect.poll(isBack).toBe('refunded');
    expect((await page.card(third)).owned).toMatchObject({
      day: 3,
      days: 9,
      claimed_days: [1],
    });
    const claimed = await want(page.claim(third));
    expect(claimed.cards[0]?.owned?.claimed_days).toEqual([1, 3]);
  });

  it('[F10] gives no more days and no boost after a chargeback', async () => {
    const shopper = await createShopper(environment());
    const { client } = shopper;
    const order = await page.buy(client, WEEKLY, CARDS.disputed);
    await want(page.claim(client));
    expect(await page.bonusOf(client, shopper, 'gems-60')).toBe(6);
    await expect
      .poll(async () =>
        endDisputeOf(environment(), order.order_id, 'FAIL').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await shopper.until(order.token, ({ state }) => state === 'refunded');
    expect((await page.card(client)).owned).toBeNull();
    expect((await page.claim(client)).code).toBe(20018);
    expect(await page.bonusOf(client, shopper, 'gems-60')).toBe(0);
  });
});

describe('while a card is active', () => {
  it('[F10] top-ups have a bonus in the goods list, the order, the cart, the mall and the mail', async () => {
    const shopper = await createShopper(environment());
    const { client, cid, serverId: server_id } = shopper;
    const neighbour = await createShopper(environment());
    const before = await want(page.make(client, { product_id: 'gems-620', source: 'direct' }));
    await page.buy(client, WEEKLY);
    expect(await page.bonusOf(client, shopper, 'gems-620')).toBe(124);
    expect(await page.bonusOf(client, shopper, 'gems-60')).toBe(6);
    expect(await page.bonusOf(neighbour.client, neighbour, 'gems-620')).toBe(62);
    const { prId: pr_id } = shopper;
    const shelf = await want(client.call('productLists', { pr_id, server_id, cid }));
    for (const good of shelf.goods.filter(({ kind }) => kind !== 'topup')) {
      expect([good.product_id, good.bonus]).toEqual([good.product_id, null]);
    }

    // An order keeps the bonuses that its payer saw.
    const bonuses = async (token: string) =>
      (await shopper.inquire(token)).items.map((item) => item.bonus?.count ?? 0);
    expect(await bonuses(before.token)).toEqual([62]);
    const direct = await page.buy(client, { product_id: 'gems-620', source: 'direct' });
    expect(await bonuses(direct.token)).toEqual([124]);
    await shopper.until(direct.token, ({ delivery }) => delivery.state === 'delivered');
    const mails = await shopper.mails();
    expect(mails.map(({ items }) => itemsOf(items))).toContain('744 gem');

    for (const [product_id, count] of [
      ['gems-60', 2],
      ['gems-620', 1],
    ] as const) {
      await want(client.call('cartSet', { product_id, count: String(count) }));
    }
    const cart = await shopper.open({
      source: 'cart',
      products: [
        { product_id: 'gems-60', count: 2 },
        { product_id: 'gems-620', count: 1 },
      ],
    });
    expect(await bonuses(cart.token)).toEqual([6, 124]);

    const mall = mallBuyer(environment());
    const token = mallToken({ cid, server_id });
    const shown = await want(mall.client.call('mallOrder', { token, country: 'US' }));
    expect(shown.items.map((item) => item.bonus?.count)).toEqual([6]);
  });

  it('[F10] the boost ends with its days', async () => {
    const shopper = await createShopper(environment());
    await page.buy(shopper.client, WEEKLY);
    const seventh = await page.daysOn(shopper, 6);
    expect(await page.bonusOf(seventh, shopper, 'gems-60')).toBe(6);
    const after = await page.daysOn(shopper, 7);
    expect(await page.bonusOf(after, shopper, 'gems-60')).toBe(0);
    const opened = await want(page.make(after, { product_id: 'gems-60', source: 'direct' }));
    const { items } = await want(after.call('orderInquire', { token: opened.token }));
    expect(items.map(({ bonus }) => bonus)).toEqual([null]);
  });
});

describe('an event that changes during an active card', () => {
  const edit = async (sql: string) => {
    const { pool } = operator.db();
    await pool.query(
      `update events set data = ${sql} where project = 'miniflix' and kind = 'card'`,
    );
    await pool.query(
      `update settings set value = to_jsonb((value #>> '{}')::int8 + 1) where key = 'catalogue_version'`,
    );
  };
  const RULE = '{rules,cards,0';

  it('[F10] keeps the card’s promise, even when it no longer sells it', async () => {
    const shopper = await createShopper(environment());
    const { client } = shopper;
    await page.buy(client, WEEKLY);
    await edit(
      `jsonb_set(jsonb_set(data, '${RULE},boost_percent}', '50'), '${RULE},daily,0,count}', '10')`,
    );
    await expect.poll(async () => (await page.card(client)).boost_percent).toBe(50);
    expect(await page.card(client)).toMatchObject({
      daily: [{ count: 10 }],
      owned: { boost_percent: 10, daily: [{ count: 90 }] },
    });
    expect(await page.bonusOf(client, shopper, 'gems-60')).toBe(6);

    await edit(`jsonb_set(data, '${RULE},card_id}', '"another"')`);
    await expect.poll(async () => (await page.card(client)).card_id).toBe('another');
    const { cards } = await want(page.claim(client));
    expect(cards).toMatchObject([
      { card_id: 'another', owned: null },
      { card_id: 'weekly', can_buy: false, owned: { claimed_days: [1] } },
    ]);
    await expect
      .poll(async () => (await shopper.mails()).map(({ items }) => itemsOf(items)))
      .toContain('90 gem');
  });
});
