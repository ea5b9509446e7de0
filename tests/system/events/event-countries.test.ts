import type { CallResult } from '@webpay/contract/calls';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { editedCatalogue, type EditedCatalogue } from '../../support/edited-catalogue.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { DAY_MS, moveClock, ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import {
  CARDS,
  createShopper,
  MINIFLIX,
  orderFields,
  payCard,
  want,
} from '../../support/shopper.ts';

/** Events of Korea and Japan: Korea's run now, Japan's begin tomorrow and end later. They are shut elsewhere. */
const environment = sharedEnvironment({ env: { TRUSTED_PROXIES: '127.0.0.0/8,::1' } });
const SHUT = 20011;
let catalogue: EditedCatalogue;

const now = Date.now();
const moment = (days: number) => new Date(now + days * DAY_MS).toISOString();
const KOREA = { starts_at: now - 2 * DAY_MS, ends_at: now + 5 * DAY_MS };
const JAPAN = { starts_at: now + DAY_MS, ends_at: now + 9 * DAY_MS };
const WINDOWS =
  `window: [{ countries: [KR], from: ${moment(-2)}, to: ${moment(5)} }, ` +
  `{ countries: [JP], from: ${moment(1)}, to: ${moment(9)} }]`;

beforeAll(async () => {
  catalogue = await editedCatalogue(environment().databaseUrl);
  for (const [event, days] of [
    ['bargain', 14],
    ['cumulation', 21],
    ['card', 60],
  ] as const) {
    await catalogue.editEvent('miniflix', event, `window: { days: ${days} }`, WINDOWS);
  }
  await catalogue.import();
  await vi.waitUntil(async () => (await createShopper(environment())) && !(await listed('US')), {
    timeout: 60_000,
  });
});
afterAll(() => catalogue.remove());

/** A round of days keeps its id when its window becomes a fixed one. */
async function idOf(player: Player): Promise<string> {
  return (await want(from('KR', player).call('bargainInfo', { country: 'KR' }))).id;
}

let offset = 0;
const move = async (days: number): Promise<void> => {
  offset = days * DAY_MS;
  await moveClock(environment(), offset);
};
beforeEach(withinOneDay, ONE_DAY_TIMEOUT_MS);
afterEach(() => move(0));

type Player = Awaited<ReturnType<typeof createShopper>>;

/** A player's calls from a country that the proxy names; null: it names none. */
function from(country: string | null, player?: Player): StoreClient {
  const ahead = offset;
  const client = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...MINIFLIX,
    now: () => Date.now() + ahead,
    ...(country === null ? {} : { headers: { 'x-country': country } }),
  });
  if (player !== undefined) client.useToken(player.userToken);
  return client;
}

async function listed(country: string, at: string | null = null): Promise<boolean> {
  const shelf = await want(from(at).call('productShelf', { country }));
  return shelf.activities.length > 0;
}

const windowOf = ({ starts_at, ends_at }: CallResult<'bargainInfo'>) => ({ starts_at, ends_at });
const codeOf = async (answer: Promise<{ readonly code: number }>) => (await answer).code;

const order = (country: string, source: 'bargain' | 'card' | 'direct', product: string) => ({
  ...orderFields(product),
  country,
  source,
});

describe('[S10] an event of some countries', () => {
  it.each([
    ['the player chose a country where it is shut', null, 'US'],
    ['the network is in a country where it is shut, whatever the player chose', 'US', 'KR'],
    ['the player pays in a country where it is shut, wherever the network is', 'KR', 'US'],
  ])('is shut for every call when %s', async (_what, network, country) => {
    const player = await createShopper(environment());
    const client = from(network, player);
    const refused = await Promise.all([
      codeOf(client.call('bargainInfo', { country })),
      codeOf(client.call('bargainChoose', { country, pack_id: 'hoard' })),
      codeOf(client.call('bargainClaim', { country, task: 'sign_in' })),
      codeOf(client.call('bargainSpin', { country })),
      codeOf(client.call('cumulationInfo', { country })),
      codeOf(client.call('cumulationClaim', { country, task_id: 'days-1' })),
      codeOf(client.call('cardInfo', { country })),
      codeOf(client.call('cardClaim', { country, card_id: 'weekly' })),
      codeOf(client.call('orderCreate', order(country, 'bargain', 'bargain-heros-hoard'))),
      codeOf(client.call('orderCreate', order(country, 'card', 'card-weekly'))),
    ]);
    expect(refused).toEqual(refused.map(() => SHUT));
    expect(await want(client.call('activityList', { country }))).toEqual([]);
    expect(
      (await want(client.call('productLists', { ...player.place, country }))).activities,
    ).toEqual([]);
    expect(await listed(country, network)).toBe(false);
    const id = await idOf(await createShopper(environment()));
    const reminder = { country, activity_id: id, on: 'true' } as const;
    expect(await codeOf(client.call('activityRemind', reminder))).toBe(10009);
    expect(await codeOf(client.call('activityRemind', { ...reminder, on: 'false' }))).toBe(200);
    const offers = await want(
      client.call('productLists', { ...player.place, country, event: 'bargain' }),
    );
    expect(offers.goods.filter(({ state }) => state === 'available')).toEqual([]);
  });

  it('has the window of the player’s country, and is listed there alone', async () => {
    const [korean, japanese] = [
      await createShopper(environment()),
      await createShopper(environment()),
    ];
    const own = await want(from(null, korean).call('bargainInfo', { country: 'KR' }));
    expect({ ...windowOf(own), state: own.state }).toEqual({ ...KOREA, state: 'running' });
    // The network says where a player without payments is, when the call says nothing.
    const other = await want(from('JP', japanese).call('bargainInfo', {}));
    expect({ ...windowOf(other), state: other.state }).toEqual({ ...JAPAN, state: 'not_started' });
    expect(other.coupon).toBeNull();
    expect([await listed('KR'), await listed('JP'), await listed('US')]).toEqual([
      true,
      false,
      false,
    ]);
    const page = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`${environment().url}/miniflix`, { headers })).text();
    expect(await page({ 'x-country': 'KR' })).not.toContain('"activities":[]');
    expect(await page({ 'x-country': 'US' })).toContain('"activities":[]');
    const chosen = { 'x-country': 'US', cookie: 'country=KR' };
    expect(await page(chosen)).toContain('"activities":[]');
  });

  it('keeps the window of the country in which a character began: another country opens no second one', async () => {
    const [player, fresh] = [
      await createShopper(environment()),
      await createShopper(environment()),
    ];
    const begun = await want(from(null, player).call('bargainInfo', { country: 'KR' }));
    expect(begun.coupon).not.toBeNull();
    // A look keeps nothing: a stranger, who may look as well, shuts nobody out. Play keeps the country.
    expect(windowOf(await want(from('JP', player).call('bargainInfo', { country: 'JP' })))).toEqual(
      JAPAN,
    );
    await want(from(null, player).call('bargainClaim', { country: 'KR', task: 'sign_in' }));
    expect(windowOf(await want(from('JP', player).call('bargainInfo', { country: 'JP' })))).toEqual(
      KOREA,
    );
    // It draws nothing where the event is shut, also in a begun round.
    expect(await codeOf(from('US', player).call('bargainSpin', { country: 'KR' }))).toBe(SHUT);
    expect(await codeOf(from(null, player).call('bargainSpin', { country: 'US' }))).toBe(SHUT);
    await move(6);
    const late = await want(from('JP', player).call('bargainInfo', { country: 'JP' }));
    expect(late).toMatchObject({ ...KOREA, state: 'ended' });
    expect(await codeOf(from('JP', player).call('bargainSpin', { country: 'JP' }))).toBe(SHUT);
    expect(await want(from('JP', fresh).call('bargainInfo', {}))).toMatchObject(JAPAN);
  });

  it('two countries at once begin one round', async () => {
    const player = await createShopper(environment());
    await move(2);
    const answers = await Promise.all(
      ['KR', 'JP', 'KR', 'JP'].map((country) =>
        from(null, player).call('bargainClaim', { country, task: 'sign_in' }),
      ),
    );
    const { ends_at: ends } = await want(from(null, player).call('bargainInfo', { country: 'JP' }));
    for (const answer of answers) {
      expect([200, 10017, 20019]).toContain(answer.code);
      if (answer.code === 200) expect(answer.result).toMatchObject({ ends_at: ends });
    }
  });

  it('follows the country of the last payment, not the choice, where no proxy names one', async () => {
    const player = await createShopper(environment());
    const opened = await player.open();
    await player.payByCard(opened, CARDS.success);
    await player.until(opened.token, ({ state }) => state === 'success');
    expect(await codeOf(from(null, player).call('bargainInfo', { country: 'KR' }))).toBe(SHUT);
    expect(windowOf(await want(from('KR', player).call('bargainInfo', { country: 'KR' })))).toEqual(
      KOREA,
    );
  });

  it('counts top-ups inside the character’s window, and gives what was won wherever the player is', async () => {
    const [korean, japanese] = [
      await createShopper(environment()),
      await createShopper(environment()),
    ];
    for (const [player, country] of [
      [korean, 'KR'],
      [japanese, 'JP'],
    ] as const) {
      const client = from(country, player);
      const { goods } = await want(client.call('productLists', { ...player.place, country }));
      const product = goods[0]?.product_id ?? '';
      const opened = await want(client.call('orderCreate', order(country, 'direct', product)));
      await payCard(environment(), client, opened, CARDS.success);
      await player.until(opened.token, ({ state }) => state === 'success');
    }
    const claim = { country: 'US', task_id: 'days-1' };
    const won = await want(from('US', korean).call('cumulationClaim', claim));
    expect(won).toMatchObject({ ...KOREA, days: 1 });
    expect(await codeOf(from('US', korean).call('cumulationClaim', claim))).toBe(20019);
    // Top-ups where it is shut count nothing, in a begun round too.
    const home = from('US', korean);
    const { goods: all } = await want(
      home.call('productLists', { ...korean.place, country: 'US' }),
    );
    const { points } = won;
    const last = await want(
      home.call('orderCreate', order('US', 'direct', all[0]?.product_id ?? '')),
    );
    await payCard(environment(), home, last, CARDS.success);
    await korean.until(last.token, ({ state }) => state === 'success');
    const after = await want(home.call('cumulationInfo', { country: 'US' }));
    expect(after.points).toBe(points);
    await move(2);
    const running = await want(from('JP', japanese).call('cumulationInfo', { country: 'JP' }));
    expect(running).toMatchObject({ ...JAPAN, state: 'running', points: 0, days: 0 });
  });

  it('sells a card where it is open; the order cannot be paid from a country where it is shut', async () => {
    const player = await createShopper(environment());
    const client = from(null, player);
    const fields = { ...order('KR', 'card', 'card-weekly'), order_key: `k${player.cid}` };
    const opened = await want(client.call('orderCreate', fields));
    expect(opened.token).not.toBe('');
    expect(await codeOf(client.call('orderCreate', { ...fields, country: 'US' }))).toBe(SHUT);
    const again = await want(client.call('orderCreate', fields));
    await payCard(environment(), client, again, CARDS.success);
    await player.until(again.token, ({ state }) => state === 'success');
    // Its days were paid for: they are given wherever the player is. No second card is sold there.
    const abroad = from('US', player);
    const info = await want(abroad.call('cardInfo', { country: 'US' }));
    expect(info.cards).toMatchObject([{ card_id: 'weekly', can_buy: false }]);
    await want(abroad.call('cardClaim', { country: 'US', card_id: 'weekly' }));
    expect(await codeOf(abroad.call('orderCreate', order('US', 'card', 'card-weekly')))).toBe(SHUT);
  });
});
