import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { beginOffered } from '../../../apps/api/src/domain/players/offered-session.ts';
import { eraseCharacter } from '../../../apps/api/src/domain/retention/erase-character.ts';
import { RETENTION_DAYS } from '../../../apps/api/src/config/retention.ts';
import { purgeExpired } from '../../../apps/api/src/domain/retention/purge-expired.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { DAY_MS, moveClock } from '../../support/shop-days.ts';
import { createShopper, freshCid, MINIFLIX, times, want } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
afterEach(() => moveClock(environment(), 0));

function clientAt(offsetMs = 0, project: { websiteCode: string; gameId: string } = MINIFLIX) {
  return createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...project,
    now: () => Date.now() + offsetMs,
  });
}

const place = async (cid: string) => {
  const open = (await want(clientAt().call('servers', {}))).find(({ state }) => state === 'open');
  return { pr_id: open?.pr_id ?? '', server_id: open?.server_id ?? '', cid };
};

/** Looks a character up, with the caller's session where it has one. @returns the new token */
async function lookUp(
  cid: string,
  client: StoreClient = clientAt(),
  fields: { keep_session?: '1' } = {},
): Promise<string> {
  const found = await want(client.call('role', { ...(await place(cid)), ...fields }));
  if (!('user_token' in found)) throw new Error('another game');
  return found.user_token;
}

const codeOf = async (token: string, offsetMs = 0) => {
  const client = clientAt(offsetMs);
  client.useToken(token);
  return (await client.call('userOrders', {})).code;
};

async function rowsOf(cid: string): Promise<{ players: number; sessions: number }> {
  const { rows } = await operator.db().pool.query<{ players: number; sessions: number }>(
    `select count(distinct p.id)::int4 as players, count(s.token_hash)::int4 as sessions
      from players p left join sessions s on s.player_id = p.id where p.cid = $1`,
    [cid],
  );
  return rows[0] ?? { players: 0, sessions: 0 };
}

describe('a look-up (14.15)', () => {
  it('stores nothing, however often; the first call with its token begins one session', async () => {
    const cid = freshCid();
    const tokens = await times(3, () => lookUp(cid));
    expect(await rowsOf(cid)).toEqual({ players: 0, sessions: 0 });
    const [token = ''] = tokens;
    const codes = await times(10, () => codeOf(token));
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await rowsOf(cid)).toEqual({ players: 1, sessions: 1 });
  });

  it('offers a session that ends like any other, before and after its first use', async () => {
    const unused = await lookUp(freshCid());
    const client = clientAt();
    client.useToken(unused);
    expect((await client.call('logout', {})).code).toBe(200);
    expect(await codeOf(unused)).toBe(11002);

    const late = await lookUp(freshCid());
    await moveClock(environment(), 30.1 * DAY_MS);
    expect(await codeOf(late, 30.1 * DAY_MS)).toBe(11002);
  });

  it('offers nothing to forgers and other projects', async () => {
    const cid = freshCid();
    const token = await lookUp(cid);
    const changed = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41);
    for (const forged of [changed, token.slice(0, -2), `${token}A`, `A${token}`, 'A'.repeat(400)]) {
      expect(await codeOf(forged)).toBe(11002);
    }
    const elsewhere = clientAt(0, { websiteCode: 'poi_mbo', gameId: '10' });
    elsewhere.useToken(token);
    expect((await elsewhere.call('userOrders', {})).code).toBe(11002);
    expect(await rowsOf(cid)).toEqual({ players: 0, sessions: 0 });
    expect(await codeOf(token)).toBe(200);
  });

  it('offers a session that every server of the installation begins', async () => {
    const cid = freshCid();
    const token = await lookUp(cid);
    // Another server: a context of its own on the same database.
    const begin = () => beginOffered(operator.ctx(), { code: 'miniflix' }, token);
    // Its clock follows the one that an earlier test moved.
    await expect.poll(begin).toBe(true);
    expect(await rowsOf(cid)).toEqual({ players: 1, sessions: 1 });
    expect(await codeOf(token)).toBe(200);
  });

  it('offers a session that a log-out by an operator ends, used or not (14.19)', async () => {
    const shopper = await createShopper(environment());
    const unused = await lookUp(shopper.cid);
    await operator.resolve('log-out', 'miniflix', shopper.cid, '--because', 'a stolen phone');
    for (const token of [shopper.userToken, unused]) expect(await codeOf(token)).toBe(11002);
    expect(await codeOf(await lookUp(shopper.cid))).toBe(200);
  });

  it('never returns an erased character, nor a session that retention forgot', async () => {
    const shopper = await createShopper(environment());
    const unused = await lookUp(shopper.cid);
    const { cid, serverId } = shopper;
    const erased = { project: 'miniflix', serverId, cid, because: 'asked' };
    expect(await eraseCharacter(operator.ctx(), erased)).toMatchObject({ kind: 'done' });
    for (const token of [shopper.userToken, unused]) expect(await codeOf(token)).toBe(11002);
    expect(await rowsOf(cid)).toEqual({ players: 0, sessions: 0 });

    const other = await createShopper(environment());
    await want(other.client.call('logout', {}));
    await purgeExpired(operator.ctx(), { ...RETENTION_DAYS, sessions: 0 });
    expect(await codeOf(other.userToken)).toBe(11002);
  });
});

describe('a sign-in with an earlier session (14.15)', () => {
  it('ends that session at the server, for another character and for the same one', async () => {
    const before = await createShopper(environment());
    const token = await lookUp(freshCid(), before.client);
    expect(await codeOf(before.userToken)).toBe(11002);
    expect(await codeOf(token)).toBe(200);
    const again = await createShopper(environment());
    await lookUp(again.cid, again.client);
    expect(await codeOf(again.userToken)).toBe(11002);
  });

  it('ends a session that was not used yet, too', async () => {
    const unused = await lookUp(freshCid());
    const client = clientAt();
    client.useToken(unused);
    await lookUp(freshCid(), client);
    expect(await codeOf(unused)).toBe(11002);
  });

  it('ends it with the first use of the new one where the page asks to keep it', async () => {
    const before = await createShopper(environment());
    const cid = freshCid();
    // The player did not confirm: this token is never used.
    await lookUp(cid, before.client, { keep_session: '1' });
    expect(await codeOf(before.userToken)).toBe(200);
    const token = await lookUp(cid, before.client, { keep_session: '1' });
    expect(await codeOf(token)).toBe(200);
    expect(await codeOf(before.userToken)).toBe(11002);
    expect(await codeOf(token)).toBe(200);
  });

  it('ends nothing when it is refused, or names another game', async () => {
    const before = await createShopper(environment());
    const { pr_id } = before.place;
    const wrong = { pr_id, server_id: 'nowhere', cid: freshCid() };
    expect((await before.client.call('role', wrong)).code).toBe(10001);
    const elsewhere = await want(before.client.call('role', await place('912345671')));
    expect(elsewhere).toHaveProperty('redirect');
    expect(await codeOf(before.userToken)).toBe(200);
  });

  it('leaves the session of another device and of another project', async () => {
    const phone = await createShopper(environment());
    const tablet = await lookUp(phone.cid);
    expect(await codeOf(tablet)).toBe(200);
    expect(await codeOf(phone.userToken)).toBe(200);
    const poi = await createShopper(environment(), { websiteCode: 'poi_mbo', gameId: '10' });
    const client = clientAt();
    client.useToken(poi.userToken);
    expect(await codeOf(await lookUp(freshCid(), client))).toBe(200);
    expect((await poi.client.call('userOrders', {})).code).toBe(200);
  });
});
