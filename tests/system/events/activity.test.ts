import type { CallResult } from '@webpay/contract/calls';
import { createStoreClient } from '@webpay/contract/client';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { editedCatalogue, type EditedCatalogue } from '../../support/edited-catalogue.ts';
import { DAY_MS as DAY, moveClock } from '../../support/shop-days.ts';
import { createShopper, want, type Shopper } from '../../support/shopper.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const HOUR = 3_600_000;

/** dr2: one event runs for two days, two begin in ten and twenty. miniflix: one ended, one runs. */
const DR2 = { websiteCode: 'dr2', gameId: '31' } as const;
let catalogue: EditedCatalogue;
let db: pg.Client;

beforeAll(async () => {
  catalogue = await editedCatalogue(environment().databaseUrl);
  await catalogue.moveEvent('dr2', 'bargain', -5 * DAY, 2 * DAY);
  await catalogue.moveEvent('dr2', 'cumulation', 10 * DAY, 17 * DAY);
  await catalogue.moveEvent('dr2', 'card', 20 * DAY, 27 * DAY);
  await catalogue.moveEvent('miniflix', 'bargain', -9 * DAY, -2 * DAY);
  await catalogue.moveEvent('miniflix', 'card', -1 * DAY, 4 * DAY);
  db = new pg.Client({ connectionString: environment().databaseUrl });
  await db.connect();
  // Windows that share times with an earlier round would keep its id.
  await db.query(`delete from events where project in ('dr2', 'miniflix')`);
  await catalogue.import();
  const shopper = await createShopper(environment(), DR2);
  // Every process reads the catalogue again within a second.
  await vi.waitUntil(async () => (await ids(shopper)).join() === 'bargain,cumulation', {
    timeout: 60_000,
  });
});

afterAll(async () => {
  await db.end();
  await catalogue.remove();
});

let offset = 0;

async function moveTo(offsetMs: number): Promise<void> {
  await moveClock(environment(), offsetMs);
  offset = offsetMs;
}

afterEach(() => moveTo(0));

const list = (shopper: Shopper) => want(shopper.clientAt(offset).call('activityList', {}));
const ids = async (shopper: Shopper) => (await list(shopper)).map(({ id }) => id);
const remind = (shopper: Shopper, activity_id: string, on: 'true' | 'false') =>
  shopper.clientAt(offset).call('activityRemind', { activity_id, on });

async function entry(shopper: Shopper, id: string): Promise<CallResult<'activityList'>[number]> {
  const found = (await list(shopper)).find((each) => each.id === id);
  if (found === undefined) throw new Error(`${id} is not listed`);
  return found;
}

async function shelf(shopper: Shopper) {
  return want(shopper.clientAt(offset).call('productLists', shopper.place));
}

/** Events in the page of a known visitor, before any call. A busy shop sends a page without a shelf first. */
async function activitiesOfPage(path: string): Promise<readonly string[]> {
  const shown = await vi.waitUntil(() => shelfOfPage(path), { timeout: 150_000 });
  return shown.activities.map(({ id }) => id);
}

async function shelfOfPage(path: string): Promise<CallResult<'productLists'> | null> {
  const answer = await fetch(`${environment().url}${path}`, { headers: { cookie: 'known=1' } });
  const page = await answer.text();
  const text =
    /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}';
  const { shelf: inlined = null } = JSON.parse(text) as {
    shelf?: CallResult<'productLists'> | null;
  };
  return inlined;
}

describe('[F11] activity/list', () => {
  it('lists events that run or begin within two weeks, with their pages', async () => {
    const shopper = await createShopper(environment(), { ...DR2, lang: 'de' });
    const [bargain, cumulation, ...more] = await list(shopper);
    expect(more).toEqual([]);
    expect(bargain).toMatchObject({
      id: 'bargain',
      kind: 'bargain',
      path: '/dr2/activity/bargainirg',
      notice: null,
      remind: false,
      // A coupon, the day's sign-in and a spin.
      badge: true,
      ready: 3,
    });
    expect(bargain?.banner).toMatch(/^\/catalogue\/dr2\/art\/event-bargain\.webp\?v=/);
    expect(cumulation).toMatchObject({
      kind: 'cumulation',
      path: '/dr2/activity/cumulation',
      // An event that has not begun shows no badge.
      badge: false,
    });
    expect((bargain?.ends_at ?? 0) - (bargain?.starts_at ?? 0)).toBe(7 * DAY);
  });

  it('puts the event that ends first at the top, and drops ended ones', async () => {
    const shopper = await createShopper(environment());
    expect((await ids(shopper)).map((id) => id.replace(/-\d+$/, ''))).toEqual([
      'card',
      'cumulation',
    ]);
  });

  it('needs a session', async () => {
    const stranger = createStoreClient({
      baseUrl: environment().url,
      secret: DEFAULT_SIGN_SECRET,
      ...DR2,
    });
    stranger.useToken('nobody');
    expect((await stranger.call('activityList', {})).code).toBe(11002);
  });
});

describe('[C08] the goods list', () => {
  it('shows running events in the requested language until the moment they end', async () => {
    const shopper = await createShopper(environment(), DR2);
    expect((await shelf(shopper)).activities).toEqual([
      {
        id: 'bargain',
        kind: 'bargain',
        title: 'Bargain Bash',
        tagline: expect.any(String) as unknown,
        banner: expect.stringContaining('event-bargain.webp') as unknown,
        starts_at: expect.any(Number) as unknown,
        ends_at: expect.any(Number) as unknown,
        path: '/dr2/activity/bargainirg',
      },
    ]);
    expect(await activitiesOfPage('/dr2/goodsList')).toEqual(['bargain']);
    await moveTo(3 * DAY);
    await vi.waitUntil(async () => (await shelf(shopper)).activities.length === 0, {
      timeout: 60_000,
    });
    await moveTo(10 * DAY + HOUR);
    await vi.waitUntil(
      async () => (await shelf(shopper)).activities.map(({ id }) => id).join() === 'cumulation',
      { timeout: 60_000 },
    );
    // The prerendered page, shared by all readers, changes as well.
    expect(await activitiesOfPage('/dr2/goodsList')).toEqual(['cumulation']);
    // The clock may go back; the page follows.
    await moveTo(0);
    await vi.waitUntil(
      async () => (await shelf(shopper)).activities.map(({ id }) => id).join() === 'bargain',
      { timeout: 60_000 },
    );
    expect(await activitiesOfPage('/dr2/goodsList')).toEqual(['bargain']);
  });
});

describe('[F11] activity/remind', () => {
  it('turns the reminder of one player and one event on and off', async () => {
    const [one, other] = [
      await createShopper(environment(), DR2),
      await createShopper(environment(), DR2),
    ];
    expect(await want(remind(one, 'cumulation', 'true'))).toEqual({ on: true });
    expect((await entry(one, 'cumulation')).remind).toBe(true);
    expect((await entry(one, 'bargain')).remind).toBe(false);
    expect((await entry(other, 'cumulation')).remind).toBe(false);
    expect(await want(remind(one, 'cumulation', 'true'))).toEqual({ on: true });
    expect(await want(remind(one, 'cumulation', 'false'))).toEqual({ on: false });
    expect((await entry(one, 'cumulation')).remind).toBe(false);
  });

  it.each([
    ['an event nobody knows', 'nothing', 'true', 10009],
    ['an event of another project', 'cumulation-20000101', 'true', 10009],
    ['an event that is over', 'bargain', 'true', 20011],
    ['an event that is over, off', 'bargain', 'false', 20011],
    ['neither on nor off', 'card', 'maybe', 10001],
  ])('%s', async (_what, activity_id, on, code) => {
    const shopper = await createShopper(environment());
    const answer = await shopper.client.call('activityRemind', {
      activity_id,
      // Verified edge: an invalid value on purpose.
      on: on as 'true',
    });
    expect(answer.code).toBe(code);
  });
});

describe('[F11] a reminder’s notice', () => {
  it('stays unread in the list until the event’s page is opened', async () => {
    const shopper = await createShopper(environment(), { ...DR2, lang: 'fr' });
    const other = await createShopper(environment(), DR2);
    await want(remind(shopper, 'cumulation', 'true'));
    await moveTo(10 * DAY - HOUR / 2);
    await vi.waitUntil(async () => (await entry(shopper, 'cumulation')).notice === 'starts_soon', {
      timeout: 60_000,
      interval: 200,
    });
    expect(await entry(shopper, 'cumulation')).toMatchObject({
      badge: true,
      ready: 0,
      remind: true,
    });
    expect(await entry(other, 'cumulation')).toMatchObject({ badge: false, notice: null });

    expect((await want(shopper.clientAt(offset).call('cumulationInfo', {}))).remind).toBe(true);
    expect(await entry(shopper, 'cumulation')).toMatchObject({
      badge: false,
      notice: null,
      remind: true,
    });

    // The game's mailbox gets a mail without goods, in the player's language.
    await vi.waitUntil(async () => (await shopper.mails()).length > 0, { timeout: 60_000 });
    const [mail, ...more] = await shopper.mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      title: expect.stringContaining('Festin des braises') as unknown,
      items: [],
    });
    expect(await other.mails()).toEqual([]);

    await moveTo(10 * DAY + HOUR);
    await vi.waitUntil(async () => (await entry(shopper, 'cumulation')).notice === 'started', {
      timeout: 60_000,
      interval: 200,
    });
    expect((await entry(other, 'cumulation')).notice).toBeNull();
  });
});

describe('an event with a failing query', () => {
  it('loses its own badge and leaves the list intact', async () => {
    const shopper = await createShopper(environment());
    const before = await ids(shopper);
    await db.query(
      `update events set data = data || '{"rules": {}, "tagline": {"en": "Ill"}}' where project = 'miniflix' and kind = 'cumulation'`,
    );
    await db.query(
      `update settings set value = to_jsonb((value #>> '{}')::int8 + 1) where key = 'catalogue_version'`,
    );
    await vi.waitUntil(async () => (await shopper.client.call('cumulationInfo', {})).code === 500, {
      timeout: 60_000,
    });
    const list = await want(shopper.client.call('activityList', {}));
    expect(list.map(({ id }) => id)).toEqual(before);
    expect(list.find(({ kind }) => kind === 'cumulation')?.badge).toBe(false);
  });
});
