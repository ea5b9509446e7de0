import type { CallResult } from '@webpay/contract/calls';
import { afterEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../db/statement.ts';
import { operatorOf } from '../../testing/operator.ts';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../testing/one-day.ts';
import { CARDS, createShopper, want, type Shopper } from '../../testing/shopper.ts';
import { sharedWorld } from '../../testing/shared-world.ts';

const world = sharedWorld();
const operator = operatorOf(world);

const DAY = 86_400_000;
const WEEKLY = { product_id: 'card-weekly' };

/** The shop's clock, seen by this shopper: so many days ahead. */
async function daysOn(shopper: Shopper, days: number): Promise<Shopper['client']> {
  const response = await fetch(`${world().metricsUrl}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_ms: days * DAY }),
  });
  expect(response.ok).toBe(true);
  const client = shopper.clientAt(days * DAY);
  // A call of another hour is refused: the server has seen the new one when it answers this.
  await expect.poll(async () => (await client.call('cardInfo', {})).code).toBe(200);
  return client;
}

afterEach(async () => {
  await fetch(`${world().metricsUrl}/clock`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offset_ms: 0 }),
  });
  const anyone = async () => (await createShopper(world()).catch(() => null)) !== null;
  await expect.poll(anyone).toBe(true);
});

type Client = Shopper['client'];
type Opened = CallResult<'orderCreate'>;
const infoOf = (client: Client) => want(client.call('cardInfo', { country: 'US' }));
const cardOf = async (client: Client) => {
  const [card] = (await infoOf(client)).cards;
  if (card === undefined) throw new Error('no card');
  return card;
};
const claim = (client: Client, card_id = 'weekly') => client.call('cardClaim', { card_id });
const bonusOf = async (client: Client, shopper: Shopper, product_id: string) => {
  const { prId: pr_id, serverId: server_id, cid } = shopper;
  const { goods } = await want(client.call('productLists', { pr_id, server_id, cid }));
  return goods.find((good) => good.product_id === product_id)?.bonus ?? null;
};

type Wanted = { readonly product_id: string; readonly source?: 'card' | 'direct' | 'cart' };

const make = (client: Client, { product_id, source = 'card' }: Wanted, count = 1) =>
  client.call('orderCreate', {
    products: JSON.stringify([{ product_id, count }]),
    country: 'US',
    pay_id: 'card',
    redirect_url: `${world().url}/miniflix/payment`,
    source,
  });

/** Made and handed to the bank by this client, whatever its clock says. */
async function pays(
  shopper: Shopper,
  client: Client,
  wanted: Wanted,
  number: string,
): Promise<{ readonly opened: Opened; readonly paid: CallResult<'payermaxCard'> }> {
  const opened = await want(make(client, wanted));
  const paymentToken = await shopper.tokenise(opened.pay, number);
  if (opened.pay === null || opened.pay.kind === 'paypal') throw new Error('not a card order');
  const fields = { sessionKey: opened.pay.session_key, paymentToken };
  return { opened, paid: await want(client.call('payermaxCard', fields)) };
}

async function buys(shopper: Shopper, client: Client, wanted: Wanted): Promise<Opened> {
  const { opened, paid } = await pays(shopper, client, wanted, CARDS.success);
  expect(paid.state).toBe('success');
  return opened;
}

const claimedRows = statement({
  name: 'test.claimed_cards',
  text: `select r.items from rewards r join players p on p.id = r.player_id
    where p.cid = $1 and r.kind = 'card' order by r.day`,
  params: ['text'],
  row: v.object({ items: v.array(v.object({ item_id: v.string(), count: v.number() })) }),
});
const claimedOf = async ({ cid }: Shopper) =>
  (await operator.db().many(claimedRows, [cid])).map(({ items }) =>
    items.map(({ item_id, count }) => `${count} ${item_id}`).join(),
  );

describe('the weekly card', () => {
  it('[F10] [R17] shows what it gives, in total and what that costs singly, before anyone buys it', async () => {
    const shopper = await createShopper(world());
    const info = await infoOf(shopper.client);
    expect(info).toMatchObject({ state: 'running', remind: false });
    expect(info.day_ends_at % DAY).toBe(0);
    expect(info.cards).toMatchObject([
      {
        card_id: 'weekly',
        product_id: 'card-weekly',
        name: 'Weekly Card',
        price: { amount: '4.99', currency: 'USD' },
        boost_percent: 10,
        instant: [{ name: 'Gems', count: 300 }],
        daily: [{ name: 'Gems', count: 90 }],
        days: 7,
        total: [{ name: 'Gems', count: 930 }],
        can_buy: true,
        // 930 gems at the unit price of 620 + 62 for $9.99.
        singly: { amount: '13.62', currency: 'USD' },
        owned: null,
      },
    ]);
    expect((await claim(shopper.client)).code).toBe(20018);
    expect((await claim(shopper.client, 'no-such-card')).code).toBe(10009);
  });

  it(
    '[F10] gives at once, then each of seven days, and is over after them',
    async () => {
      await withinOneDay();
      const shopper = await createShopper(world());
      await buys(shopper, shopper.client, WEEKLY);
      const card = await cardOf(shopper.client);
      const today = Math.floor(Date.now() / DAY) * DAY;
      expect(card).toMatchObject({
        can_buy: true,
        owned: { day: 1, days: 7, expires_at: today + 7 * DAY, claimed_today: false },
      });
      await expect
        .poll(async () =>
          (await shopper.mails()).map(({ items }) =>
            items.map(({ item_id, count }) => `${count} ${item_id}`),
          ),
        )
        .toEqual([['300 gem']]);

      const first = await want(claim(shopper.client));
      expect(first.cards[0]?.owned).toMatchObject({ claimed_today: true, claimed_days: [1] });
      expect((await claim(shopper.client)).code).toBe(20019);

      // Two days pass unclaimed.
      const fourth = await daysOn(shopper, 3);
      expect((await cardOf(fourth)).owned).toMatchObject({ day: 4, claimed_today: false });
      const claimed = await want(claim(fourth));
      expect(claimed.cards[0]?.owned?.claimed_days).toEqual([1, 4]);
      const last = await daysOn(shopper, 6);
      expect((await want(claim(last))).cards[0]?.owned).toMatchObject({
        day: 7,
        claimed_days: [1, 4, 7],
      });
      const after = await daysOn(shopper, 7);
      expect((await cardOf(after)).owned).toBeNull();
      expect((await claim(after)).code).toBe(20018);
      expect(await bonusOf(after, shopper, 'gems-620')).toMatchObject({ count: 62 });

      expect(await claimedOf(shopper)).toEqual(['90 gem', '90 gem', '90 gem']);
    },
    ONE_DAY_TIMEOUT_MS,
  );

  it(
    '[F10] bought again while it is active adds its days, and the next begins when both are over',
    async () => {
      await withinOneDay();
      const shopper = await createShopper(world());
      await buys(shopper, shopper.client, WEEKLY);
      const fifth = await daysOn(shopper, 4);
      await buys(shopper, fifth, WEEKLY);
      expect((await cardOf(fifth)).owned).toMatchObject({ day: 5, days: 14 });
      const thirteenth = await daysOn(shopper, 12);
      expect((await want(claim(thirteenth))).cards[0]?.owned).toMatchObject({
        day: 13,
        claimed_days: [13],
      });
      const after = await daysOn(shopper, 14);
      expect((await cardOf(after)).owned).toBeNull();
      await buys(shopper, after, WEEKLY);
      expect((await cardOf(after)).owned).toMatchObject({ day: 1, days: 7 });
    },
    ONE_DAY_TIMEOUT_MS,
  );
});
