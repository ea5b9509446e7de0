import type { Goods } from '@webpay/contract/calls';
import { beforeAll, describe, expect, it } from 'vitest';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import {
  CARDS,
  createShopper,
  orderFields,
  times,
  want,
  type Shopper,
} from '../../support/shopper.ts';
import { capturesOf, commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

beforeAll(withinOneDay, ONE_DAY_TIMEOUT_MS);

let shopper: Shopper;
let shelf: readonly Goods[];
beforeAll(async () => {
  shopper = await createShopper(environment());
  shelf = await readShelf(shopper);
});

async function readShelf(whose: Shopper): Promise<readonly Goods[]> {
  const lists = await want(whose.client.call('productLists', whose.place));
  return lists.goods;
}

function good(fits: (each: Goods) => boolean): Goods {
  const found = shelf.find(fits);
  if (found === undefined) throw new Error('the seeds lack such a good');
  return found;
}

async function create(whose: Shopper, overrides: Record<string, string>) {
  return whose.client.call('orderCreate', {
    ...orderFields(String(shelf[0]?.product_id)),
    ...overrides,
  });
}

const products = (...lines: readonly (readonly [string, number])[]) =>
  JSON.stringify(lines.map(([product_id, count]) => ({ product_id, count })));

describe('[V06] order/create refuses', () => {
  it.each([
    ['a good that does not exist', { products: products(['nothing', 1]) }, 10009],
    ['no products', { products: '[]' }, 10001],
    ['products that are no JSON', { products: '[{' }, 10001],
    ['a count of 0', { products: products(['gems-60', 0]) }, 10001],
    ['a negative count', { products: products(['gems-60', -1]) }, 10001],
    ['a huge count', { products: products(['gems-60', 1e21]) }, 10001],
    ['a count beyond numbers', { products: '[{"product_id":"gems-60","count":1e999}]' }, 10001],
    ['a count that is a text', { products: '[{"product_id":"gems-60","count":"1"}]' }, 10001],
    ['half a good', { products: products(['gems-60', 0.5]) }, 10001],
    ['a country without prices', { country: 'ZZ' }, 10028],
    ['a country in small letters', { country: 'us' }, 10001],
    ['an unknown channel', { pay_id: 'cash' }, 20016],
    ['a wallet where it is not offered', { pay_id: 'paypal', country: 'KW' }, 20016],
    ['an unknown source', { source: 'gift' }, 10001],
    ['a bad key', { order_key: 'short' }, 10001],
    ['a total that is no money', { total: '{"amount":1}' }, 10001],
    ['a missing country', { country: '' }, 10000],
  ])('%s', async (_what, overrides, code) => {
    expect((await create(shopper, overrides)).code).toBe(code);
  });

  it('a repeated good, and two goods without a cart', async () => {
    const [first, second] = [shelf[0]?.product_id ?? '', shelf[1]?.product_id ?? ''];
    expect((await create(shopper, { products: products([first, 1], [first, 1]) })).code).toBe(
      10001,
    );
    expect((await create(shopper, { products: products([first, 1], [second, 1]) })).code).toBe(
      10001,
    );
  });

  it('goods of events from the goods list: the weekly card', async () => {
    const card = good((each) => each.kind === 'card');
    expect((await create(shopper, { products: products([card.product_id, 1]) })).code).toBe(10010);
  });

  it('[V05] more units or dollars than a cart may hold', async () => {
    const cheap = shelf[0]?.product_id ?? '';
    const dear = good((each) => Number(each.price.amount) > 90).product_id;
    expect((await create(shopper, { source: 'cart', products: products([cheap, 11]) })).code).toBe(
      20007,
    );
    const answer = await create(shopper, { source: 'cart', products: products([dear, 10]) });
    expect([200, 20008]).toContain(answer.code);
    const both = await create(shopper, {
      source: 'cart',
      products: products([cheap, 2], [dear, 2]),
    });
    expect(both.code).toBe(200);
  });
});

describe('[V06] limited goods', () => {
  it('[V05] show their maximum, count purchases, and keep the limit in a race', async () => {
    const buyer = await createShopper(environment());
    const limited = good(
      (each) => each.limit !== null && each.limit.max <= 5 && each.kind !== 'card',
    );
    const max = limited.limit?.max ?? 0;
    const over = await create(buyer, { products: products([limited.product_id, max + 1]) });
    expect(over).toMatchObject({ code: 20009, result: { max } });

    const opened = await want(create(buyer, { products: products([limited.product_id, max]) }));
    expect((await buyer.payByCard(opened, CARDS.success)).state).toBe('success');
    const after = (await readShelf(buyer)).find((each) => each.product_id === limited.product_id);
    expect(after).toMatchObject({ state: 'limit_reached', limit: { left: 0 } });
    expect((await create(buyer, { products: products([limited.product_id, 1]) })).code).toBe(20009);
  });

  it('in two concurrent orders can be paid once', async () => {
    const buyer = await createShopper(environment());
    const limited = good((each) => each.limit !== null && each.kind !== 'card');
    const max = limited.limit?.max ?? 0;
    const fields = { products: products([limited.product_id, max]) };
    const answers = await times(4, () => create(buyer, fields));
    // A newer order takes the reservation of the older unpaid ones.
    const opened = answers.flatMap((answer) => (answer.result === null ? [] : [answer.result]));
    const payable = [];
    for (const order of opened) {
      if ('order_id' in order && (await buyer.inquire(order.token)).state === 'open')
        payable.push(order);
    }
    expect(payable).toHaveLength(1);
  });
});

describe('[C09] [V06] a sum that the player did not see', () => {
  const totals = [
    ['nothing', '0.00', 'USD'],
    ['a negative one', '-0.99', 'USD'],
    ['a cent less', '0.98', 'USD'],
    ['minor units', '99', 'USD'],
    ['another exponent', '0.990', 'USD'],
    ['a huge one', '999999999999999999999.99', 'USD'],
    ['one beyond numbers', '1e999', 'USD'],
    ['none', 'NaN', 'USD'],
    ['the same in another currency', '0.99', 'EUR'],
    ['its currency in small letters', '0.99', 'usd'],
  ] as const;

  it.each(totals)('is not charged: %s', async (_what, amount, currency) => {
    const answer = await create(shopper, { total: JSON.stringify({ amount, currency }) });
    expect([10001, 20017]).toContain(answer.code);
  });

  it('is not charged when the country, and with it the currency, changes after the price was shown', async () => {
    const buyer = await createShopper(environment());
    const product_ids = shelf[0]?.product_id ?? '';
    const prices = (country: string) =>
      want(buyer.client.call('productPrices', { product_ids, country }));
    const [dollars, euros] = [await prices('US'), await prices('DE')];
    const order_key = `key-${crypto.randomUUID()}`;
    const total = JSON.stringify(dollars.prices[0]?.price);
    expect(await create(buyer, { country: 'DE', total, order_key })).toMatchObject({
      code: 20017,
      result: { total: euros.prices[0]?.price },
    });
    const opened = await want(create(buyer, { country: 'US', total, order_key }));
    // Repeated from another country, the order invalidates its earlier payment attempt.
    const moved = await want(create(buyer, { country: 'DE', order_key }));
    expect(moved.order_id).toBe(opened.order_id);
    await buyer.payByCard(opened, CARDS.success);
    expect(await capturesOf(environment(), opened.order_id)).toEqual([]);
    await buyer.payByCard(moved, CARDS.success);
    const [capture, ...others] = await capturesOf(environment(), opened.order_id);
    expect(others).toEqual([]);
    expect(capture?.currency).toBe('EUR');
    expect(Number(capture?.amount)).toBe(Number(euros.prices[0]?.price.amount));
  });
});

describe("[C07] prices follow the country's currency", () => {
  it.each([
    ['JP', 'JPY', /^\d+$/],
    ['KR', 'KRW', /^\d+$/],
    ['TW', 'TWD', /^\d+\.00$/],
    ['ID', 'IDR', /^\d+\.00$/],
    ['KW', 'KWD', /^\d+\.\d\d0$/],
    ['DE', 'EUR', /^\d+\.\d\d$/],
    ['GB', 'GBP', /^\d+\.\d\d$/],
  ])(
    '%s pays in %s, and the card is charged exactly the shown sum',
    async (country, currency, form) => {
      const buyer = await createShopper(environment());
      const id = shelf[0]?.product_id ?? '';
      const shown = await want(buyer.client.call('productPrices', { product_ids: id, country }));
      expect(shown.currency).toBe(currency);
      expect(shown.prices[0]?.price.amount).toMatch(form);
      const total = JSON.stringify(shown.prices[0]?.price);
      const opened = await want(create(buyer, { country, total }));
      expect((await buyer.payByCard(opened, CARDS.success)).state).toBe('success');
      const [capture] = await capturesOf(environment(), opened.order_id);
      expect(capture?.currency).toBe(currency);
      expect(Number(capture?.amount)).toBe(Number(shown.prices[0]?.price.amount));
    },
  );
});

describe('[C02] [C03] [C04] [C05] [C06] [C08] data of a page before a purchase', () => {
  it('configs, regions, servers, channels and goods match the contract', async () => {
    const { client } = shopper;
    const configs = await want(client.call('configs', {}));
    expect(configs).toMatchObject({ game_id: '20', button_color: '#009241', pwd_status: '0' });
    expect(configs.langs).toHaveLength(21);
    const regions = await want(client.call('regions', {}));
    const servers = await want(client.call('servers', {}));
    expect(regions.length).toBeGreaterThanOrEqual(3);
    for (const region of regions) {
      expect(servers.filter((each) => each.pr_id === region.pr_id).length).toBeGreaterThanOrEqual(
        4,
      );
    }
    const { channels } = await want(client.call('payChannels', { country: 'DE' }));
    expect(channels.map((each) => each.provider)).toEqual(
      expect.arrayContaining(['payermax', 'paypal']),
    );
    const topups = shelf.filter((each) => each.kind === 'topup' && each.limit === null);
    expect(topups.length).toBeGreaterThanOrEqual(8);
    const amounts = topups.map((each) => Number(each.price.amount));
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  });

  it('[V04] the cid is upper-cased where the project requires it', async () => {
    const pearl = { websiteCode: 'poi_mbo', gameId: '10' };
    const buyer = await createShopper(environment(), { ...pearl, cid: 'k1234567' });
    const opened = await buyer.open();
    expect((await buyer.inquire(opened.token)).role.cid).toBe('K1234567');
  });

  it("[C05] another game's character is referred to its own shop", async () => {
    const answer = await want(
      shopper.client.call('role', {
        pr_id: shopper.prId,
        server_id: shopper.serverId,
        cid: '912345671',
      }),
    );
    expect(answer).toMatchObject({ redirect: { website_code: 'poi_mbo' } });
  });
});
