import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { findCardSession } from '../../../apps/api/src/domain/events/weekly-card/cards-of.ts';
import { claimCard } from '../../../apps/api/src/domain/events/weekly-card/claim-card.ts';
import { weeklyCard } from '../../../apps/api/src/domain/events/weekly-card/kind.ts';
import { eventOfKind } from '../../../apps/api/src/domain/events/find-event.ts';
import { cardPage, itemsOf } from '../../support/card-page.ts';
import { operatorOf } from '../../support/operator.ts';
import { DAY_MS, moveClock, ONE_DAY_TIMEOUT_MS, withinOneDay } from '../../support/shop-days.ts';
import { CARDS, createShopper, times, want, type Shopper } from '../../support/shopper.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const page = cardPage(environment);
beforeEach(withinOneDay, ONE_DAY_TIMEOUT_MS);

const WEEKLY = { product_id: 'card-weekly' };

const claimedRows = statement({
  name: 'test.claimed_cards',
  text: `select r.items from rewards r join players p on p.id = r.player_id
    where p.cid = :cid and r.kind = 'card' order by r.day`,
  params: { cid: 'text' },
  row: v.object({ items: v.array(v.object({ item_id: v.string(), count: v.number() })) }),
});
const claimedOf = async ({ cid }: Shopper) =>
  (await operator.db().many(claimedRows, { cid })).map(({ items }) => itemsOf(items));

afterEach(() => moveClock(environment(), 0));

describe('the weekly card', () => {
  it('[F10] [R17] shows its content and the price of the same as top-ups, before the purchase', async () => {
    const { client } = await createShopper(environment());
    const info = await page.info(client);
    expect(info).toMatchObject({ state: 'running', remind: false });
    expect(info.day_ends_at % DAY_MS).toBe(0);
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
    expect((await page.claim(client)).code).toBe(20018);
    expect((await page.claim(client, 'no-such-card')).code).toBe(10009);
    const stranger = (await createShopper(environment())).client;
    stranger.useToken('nobody');
    expect((await stranger.call('cardInfo', {})).code).toBe(11002);
    expect((await page.claim(stranger)).code).toBe(11002);
  });

  it('[F10] gives a reward at once and on each of seven days, then expires', async () => {
    const shopper = await createShopper(environment());
    const { client } = shopper;
    await page.buy(client, WEEKLY);
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    expect(await page.card(client)).toMatchObject({
      can_buy: true,
      owned: { day: 1, days: 7, expires_at: today + 7 * DAY_MS, claimed_today: false },
    });
    await expect
      .poll(async () => (await shopper.mails()).map(({ items }) => itemsOf(items)))
      .toEqual(['300 gem']);

    const first = await want(page.claim(client));
    expect(first.cards[0]?.owned).toMatchObject({ claimed_today: true, claimed_days: [1] });
    expect((await page.claim(client)).code).toBe(20019);

    // Two days pass unclaimed.
    const fourth = await page.daysOn(shopper, 3);
    expect((await page.card(fourth)).owned).toMatchObject({ day: 4, claimed_today: false });
    const claimed = await want(page.claim(fourth));
    expect(claimed.cards[0]?.owned?.claimed_days).toEqual([1, 4]);
    const last = await page.daysOn(shopper, 6);
    const seventh = await want(page.claim(last));
    expect(seventh.cards[0]?.owned).toMatchObject({ day: 7, claimed_days: [1, 4, 7] });
    const after = await page.daysOn(shopper, 7);
    expect((await page.card(after)).owned).toBeNull();
    expect((await page.claim(after)).code).toBe(20018);
    expect(await claimedOf(shopper)).toEqual(['90 gem', '90 gem', '90 gem']);
  });

  it('[F10] adds its days when bought again while active; afterwards it begins anew', async () => {
    const shopper = await createShopper(environment());
    await page.buy(shopper.client, WEEKLY);
    const fifth = await page.daysOn(shopper, 4);
    await page.buy(fifth, WEEKLY);
    expect((await page.card(fifth)).owned).toMatchObject({ day: 5, days: 14 });
    const thirteenth = await page.daysOn(shopper, 12);
    const claimed = await want(page.claim(thirteenth));
    expect(claimed.cards[0]?.owned).toMatchObject({ day: 13, claimed_days: [13] });
    const after = await page.daysOn(shopper, 14);
    expect((await page.card(after)).owned).toBeNull();
    await page.buy(after, WEEKLY);
    expect((await page.card(after)).owned).toMatchObject({ day: 1, days: 7 });
  });

  it('[F10] gives one reward for a hundred concurrent claims', async () => {
    const shopper = await createShopper(environment());
    await page.buy(shopper.client, WEEKLY);
    const answers = await times(100, () => page.claim(shopper.client));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    // A busy shop may answer "try again".
    expect(codes.filter((code) => code === 20019 || code === 10017)).toHaveLength(99);
    expect(await claimedOf(shopper)).toEqual(['90 gem']);
  });

  it('[F10] gives its days when an order from within the period is paid after it', async () => {
    const early = await createShopper(environment());
    const { ends_at } = await page.info(early.client);
    const fiveMinutes = 300_000;
    const eve = await page.daysOn(early, (ends_at - fiveMinutes - Date.now()) / DAY_MS);
    const { prId: pr_id, serverId: server_id, cid } = early;
    // Sessions last thirty days, so the player signs in anew.
    const found = await want(eve.call('role', { pr_id, server_id, cid }));
    if (!('user_token' in found)) throw new Error('no session');
    eve.useToken(found.user_token);
    const order_key = `key-${cid}`;
    const opened = await want(page.make(eve, WEEKLY, { order_key }));
    expect((await page.handIn(eve, opened, CARDS.declined)).state).toBe('failed');

    const after = await page.daysOn(early, (ends_at + fiveMinutes - Date.now()) / DAY_MS);
    after.useToken(found.user_token);
    expect(await page.info(after)).toMatchObject({ state: 'ended', cards: [{ can_buy: false }] });
    expect((await page.make(after, WEEKLY)).code).toBe(20011);
    const again = await want(page.make(after, WEEKLY, { order_key }));
    expect((await page.handIn(after, again, CARDS.success)).state).toBe('success');
    const claimed = await want(page.claim(after));
    expect(claimed.cards[0]).toMatchObject({ can_buy: false, owned: { claimed_days: [1] } });
  });
});

describe('weekly card days begin at 00:00 UTC by the shop’s clock', () => {
  it.each([
    ['an ordinary day', '2026-12-05T18:00:00Z', '2026-12-07T00:00:00.000Z'],
    ['a leap day', '2028-02-26T18:00:00Z', '2028-03-01T00:00:00.000Z'],
    ['the last day of a year', '2026-12-29T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
  ])(
    '[F10] [S10] %s is claimed in its last millisecond, and the next in its first',
    async (_, boughtAt, midnight) => {
      const shopper = await createShopper(environment());
      const { order_id } = await page.buy(shopper.client, WEEKLY);
      const { pool } = operator.db();
      const move = `update card_purchases set bought_at = $2 where order_id = $1`;
      await pool.query(move, [order_id, boughtAt]);
      const ctx = operator.ctx();
      // Real time: the operator's process may still use a clock that another test moved back.
      const real = { ...ctx, clock: { ...ctx.clock, now: () => ctx.clock.real() } };
      const session = await findCardSession(real, shopper.userToken);
      const project = ctx.catalogue.project('miniflix');
      if (project === null || session === null) throw new Error('no session');
      const at = (moment: Date) => ({
        ...ctx,
        clock: { ...ctx.clock, now: () => moment, nowMs: () => moment.getTime() },
      });
      const claim = async (moment: Date) => {
        const visit = { project, session, country: 'US', lang: 'en', cardId: 'weekly' };
        return (await claimCard(at(moment), visit)).cards[0]?.owned?.claimed_days;
      };
      const readyAt = async (moment: Date) => {
        const event = eventOfKind(project, 'card', moment);
        const glance = await weeklyCard.glance(at(moment), { session, project, event, lang: 'en' });
        return glance.ready;
      };
      const first = new Date(midnight);
      const last = new Date(first.getTime() - 1);
      expect(await readyAt(last)).toBe(1);
      const [day = 0] = (await claim(last)) ?? [];
      expect(await readyAt(last)).toBe(0);
      await expect(claim(last)).rejects.toThrow('ALREADY_CLAIMED');
      expect(await readyAt(first)).toBe(1);
      expect(await claim(first)).toEqual([day, day + 1]);
      await expect(claim(first)).rejects.toThrow('ALREADY_CLAIMED');
    },
  );
});
