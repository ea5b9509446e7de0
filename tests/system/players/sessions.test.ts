import { afterEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { hashToken, SESSION_LIFE_MS } from '../../../apps/api/src/domain/players/session.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { createShopper, MINIFLIX, type Shopper } from '../../support/shopper.ts';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);

afterEach(() => moveClock(environment(), 0));

const sessionKept = statement({
  name: 'test.session',
  text: `select s.seen_at, s.expires_at, s.created_at, s::text as written from sessions s where s.token_hash = :tokenHash`,
  params: { tokenHash: 'bytea' },
  row: v.object({
    seen_at: v.date(),
    expires_at: v.date(),
    created_at: v.date(),
    written: v.string(),
  }),
});
const keptOf = (token: string) => operator.db().one(sessionKept, { tokenHash: hashToken(token) });

/** Code of a page's call after this many days. */
async function visitAt(shopper: Shopper, days: number): Promise<number> {
  const offsetMs = Math.round(days * DAY_MS);
  await moveClock(environment(), offsetMs);
  return (await shopper.clientAt(offsetMs).call('userOrders', {})).code;
}

describe('a session', () => {
  it('[S07] [S12] has an opaque token, stored as a hash', async () => {
    const { userToken } = await createShopper(environment());
    expect(userToken).toMatch(/^[A-Za-z0-9_-]{200,1000}$/);
    expect(Buffer.from(userToken, 'base64url').toString('latin1')).not.toContain('miniflix');
    const { written } = await keptOf(userToken);
    expect(written).not.toContain(userToken);
    expect(written).not.toContain(Buffer.from(userToken, 'base64url').toString('hex'));
  });

  it('[S07] ends after 30 unused days', async () => {
    const [shopper, idle] = [
      await createShopper(environment()),
      await createShopper(environment()),
    ];
    expect(await visitAt(shopper, 29.9)).toBe(200);
    expect(await visitAt(idle, 30.1)).toBe(11002);
    expect(await visitAt(shopper, 30.1)).toBe(200);
  });

  it('[S07] lasts 90 days at most while in use', async () => {
    const shopper = await createShopper(environment());
    for (const days of [25, 50, 75, 89]) expect(await visitAt(shopper, days)).toBe(200);
    expect(await visitAt(shopper, 90.1)).toBe(11002);
  });

  it.each(['activityList', 'cardInfo', 'bargainInfo', 'cumulationInfo', 'productLists'] as const)(
    '[S07] ends for %s by the same rule',
    async (name) => {
      const shopper = await createShopper(environment());
      const at = (days: number) => {
        const place: object = shopper.place;
        return shopper.clientAt(days * DAY_MS).call(name, place);
      };
      expect((await at(0)).code).toBe(200);
      await moveClock(environment(), 31 * DAY_MS);
      expect((await at(31)).code).toBe(11002);
    },
  );

  it('[S07] records its use once an hour', async () => {
    const shopper = await createShopper(environment());
    const opened = await keptOf(shopper.userToken);
    expect(opened.expires_at.getTime() - opened.created_at.getTime()).toBe(SESSION_LIFE_MS);
    expect(await visitAt(shopper, 0)).toBe(200);
    expect((await keptOf(shopper.userToken)).seen_at).toEqual(opened.seen_at);
    expect(await visitAt(shopper, 2 / 24)).toBe(200);
    const noted = await keptOf(shopper.userToken);
    expect(noted.seen_at.getTime()).toBeGreaterThan(opened.seen_at.getTime());
    expect(await visitAt(shopper, 2.5 / 24)).toBe(200);
    expect((await keptOf(shopper.userToken)).seen_at).toEqual(noted.seen_at);
  });

  it('[S07] ends with its player’s log-out, alone', async () => {
    const shopper = await createShopper(environment());
    const elsewhere = await createShopper(environment(), { ...MINIFLIX, cid: shopper.cid });
    expect((await shopper.client.call('logout', {})).code).toBe(200);
    expect((await shopper.client.call('userOrders', {})).code).toBe(11002);
    expect((await shopper.client.call('logout', {})).code).toBe(11002);
    expect((await elsewhere.client.call('userOrders', {})).code).toBe(200);
  });

  it('[S12] is valid in its own project only, by name and by game', async () => {
    const here = await createShopper(environment());
    const there = await createShopper(environment(), { websiteCode: 'poi_mbo', gameId: '10' });
    there.client.useToken(here.userToken);
    expect((await there.client.call('activityList', {})).code).toBe(11002);
    expect((await there.client.call('userOrders', {})).code).toBe(11002);
    const set = { pwd: 'dawn77', pwd_confirm: 'dawn77', code: '123456' };
    expect((await there.client.call('passwordSet', set)).code).toBe(11002);
    expect((await there.client.call('mailCode', { purpose: 'pwd_set' })).code).toBe(11002);
    expect((await here.client.call('activityList', {})).code).toBe(200);
  });

  it.each(['', 'x', 'x'.repeat(60_000), '\u00e9\u{1f600}', "' or ''='"])(
    '[S07] is refused when its token is invalid (%#)',
    async (token) => {
      const shopper = await createShopper(environment());
      shopper.client.useToken(token);
      expect((await shopper.client.call('userOrders', {})).code).toBe(11002);
    },
  );
});
