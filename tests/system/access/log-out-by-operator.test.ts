import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { logOutCharacter } from '../../../apps/api/src/domain/access/log-out-character.ts';
import { createAccessPlayer, type AccessPlayer } from '../../support/access-player.ts';
import { accessLink } from '../../support/mall-buyer.ts';
import { eraseCharacter } from '../../../apps/api/src/domain/retention/erase-character.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { createShopper, freshCid, MINIFLIX, want } from '../../support/shopper.ts';
import { moveClock } from '../../support/shop-days.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const player = () => createAccessPlayer(environment(), operator.ctx);

afterEach(() => moveClock(environment(), 0));

const logOut = (cid: string, ...more: string[]) =>
  operator.resolve('log-out', 'miniflix', cid, '--because', 'the phone was stolen', ...more);
const linkOf = ({ place, serverId }: AccessPlayer, iat = Date.now()) =>
  accessLink({ server_id: serverId, cid: place.cid, iat, exp: iat + 900_000 });

const told = statement({
  name: 'test.log_outs',
  text: `select e.because from access_events e join players p on p.id = e.player_id
    where p.cid = :cid and e.event = 'log_out' order by e.id`,
  params: { cid: 'text' },
  row: v.object({ because: v.string() }),
});

describe('[S07] [S12] a character logged out by an operator', () => {
  it('loses all its sessions at once; other characters keep theirs, and the reason is stored', async () => {
    const [one, other] = await Promise.all([player(), player()]);
    const elsewhere = await one.comeIn();
    const { user_token: byLink } = await want(one.stranger.call('link', { link: linkOf(one) }));
    expect(await logOut(one.cid)).toMatch(/^Logged out everywhere\..*\nIt has no access password/);
    one.stranger.useToken(byLink);
    for (const client of [one.client, elsewhere, one.stranger]) {
      expect((await client.call('userOrders', {})).code).toBe(11002);
    }
    expect((await other.client.call('userOrders', {})).code).toBe(200);
    expect(await operator.db().many(told, { cid: one.cid })).toEqual([
      { because: 'the phone was stolen' },
    ]);
    // The id or the password opens a session as before.
    expect((await (await one.comeIn()).call('userOrders', {})).code).toBe(200);
  });

  it('[F13] keeps its access password', async () => {
    const one = await player();
    await one.set('dawn77');
    expect(await logOut(one.cid)).toContain('Anyone with its access password can log in again.');
    expect((await one.client.call('userOrders', {})).code).toBe(11002);
    expect((await one.role()).code).toBe(20001);
    expect((await (await one.comeIn('dawn77')).call('userOrders', {})).code).toBe(200);
  });

  it('[F18] accepts only links issued later, even when the game’s clock is ahead', async () => {
    const one = await player();
    const [before, ahead] = [linkOf(one), linkOf(one, Date.now() + 290_000)];
    await logOut(one.cid);
    for (const link of [before, ahead]) {
      expect(await one.stranger.call('link', { link })).toMatchObject({ code: 20005 });
    }
    await moveClock(environment(), 360_000);
    const later = one.clientAt(360_000);
    expect((await later.call('link', { link: before })).code).toBe(20005);
    const link = linkOf(one, Date.now() + 360_000);
    expect((await later.call('link', { link })).code).toBe(200);
  });

  it('[F18] accepts no earlier link for a character that was unknown to the shop', async () => {
    const { client, stranger, serverId } = await player();
    const servers = await want(client.call('servers', {}));
    const other = servers.find((each) => each.server_id !== serverId && each.state === 'open');
    const [cid, named, nobody] = [freshCid(), freshCid(), freshCid()];
    const opened = async (of: string, server_id = serverId) =>
      (await stranger.call('link', { link: accessLink({ server_id, cid: of }) })).code;
    expect(await logOut(cid)).toMatch(
      /^The character was never in this shop.* Access links made before now/,
    );
    expect(await opened(cid)).toBe(20005);
    expect(await opened(cid, other?.server_id)).toBe(20005);
    // Only the named server is logged out; a character that cannot exist is refused.
    await logOut(named, '--server', serverId);
    expect(await opened(named)).toBe(20005);
    expect(await opened(named, other?.server_id)).toBe(200);
    await expect(logOut(nobody, '--server', 'nowhere')).rejects.toThrow('no such player');
    expect(await opened(nobody)).toBe(200);
  });

  it('[F18] accepts no earlier links after its erasure, and no row names it', async () => {
    const one = await player();
    const { cid, serverId } = one;
    const link = linkOf(one);
    await logOut(cid);
    const wanted = { project: 'miniflix', serverId, cid, because: 'asked for' };
    expect(await eraseCharacter(operator.ctx(), wanted)).toMatchObject({ kind: 'done' });
    expect((await one.stranger.call('link', { link })).code).toBe(20005);
    const { rows } = await operator
      .db()
      .pool.query<{ row: string }>(`select l::text as row from ended_access_links l`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(cid))).toEqual([]);
  });

  it('[F18] gets no session from a link that is opened during the log-out', async () => {
    const { stranger, serverId } = await player();
    const cid = freshCid();
    const link = accessLink({ server_id: serverId, cid });
    const wanted = { project: 'miniflix', cid, serverId: null, because: 'x' };
    const begun: { coming?: ReturnType<typeof open>; out?: Promise<unknown> } = {};
    const open = () => stranger.call('link', { link });
    // The log-out arrives while the link is being used, before either has written.
    await operator.db().transaction(async (tx) => {
      await tx.run(holdLinks);
      begun.coming = open();
      await waitsWith('insert into used_access_links');
      begun.out = logOutCharacter(operator.ctx(), wanted);
      await waitsWith('pg_advisory_xact_lock(');
    });
    await begun.out;
    const came = await begun.coming;
    expect(came).toMatchObject({ code: 200 });
    stranger.useToken(came?.result?.user_token ?? '');
    expect((await stranger.call('userOrders', {})).code).toBe(11002);
  });

  it('has no session left from sign-ins during the log-out', async () => {
    const one = await player();
    const links = Array.from({ length: 40 }, () => linkOf(one));
    const out = logOut(one.cid);
    const [byId, byLink] = await Promise.all([
      Promise.all(links.map(() => one.role())),
      Promise.all(links.map((link) => one.stranger.call('link', { link }))),
    ]);
    await out;
    // A sign-in by id may follow the log-out; the link is older than it.
    for (const { code } of byId) expect([200, 10017]).toContain(code);
    for (const { code, result } of byLink) {
      expect([200, 10017, 20005]).toContain(code);
      if (result === null) continue;
      one.stranger.useToken(result.user_token);
      expect((await one.stranger.call('userOrders', {})).code).toBe(11002);
    }
  });

  it.each([
    ['after the log-out', true, 11002],
    ['before the log-out', false, 200],
  ])('has no session left when an offered session is first used %s', async (_, isLater, code) => {
    const one = await player();
    const found = { project: 'miniflix', cid: one.cid, serverId: one.serverId, because: 'x' };
    const client = await one.comeIn();
    const begun: { coming?: Promise<{ code: number }>; out?: Promise<unknown> } = {};
    const steps = [
      () => (begun.coming = client.call('userOrders', {})),
      () => (begun.out = logOutCharacter(operator.ctx(), found)),
    ];
    // Both wait for the player's row, in this order.
    await operator.db().transaction(async (tx) => {
      await tx.one(lockPlayer, { cid: one.cid });
      for (const [n, begin] of (isLater ? steps.toReversed() : steps).entries()) {
        void begin();
        await waitsForLock(n + 1);
      }
    });
    await begun.out;
    // A first call before the log-out may find its session ended already.
    expect([code, 11002]).toContain((await begun.coming)?.code);
    expect((await client.call('userOrders', {})).code).toBe(11002);
  });
});

const lockPlayer = statement({
  name: 'test.lock_player',
  text: `select id from players where cid = :cid for update`,
  params: { cid: 'text' },
  row: v.object({ id: v.number() }),
});

const waiting = statement({
  name: 'test.waiting',
  text: `select count(*)::int4 as n from pg_stat_activity 
    where datname = current_database() and wait_event_type = 'Lock' and query like '%players%'`,
  row: v.object({ n: v.number() }),
});
const waitsForLock = (n: number) =>
  expect.poll(async () => (await operator.db().one(waiting)).n).toBe(n);

/** Locks the links, so that none is used up. */
const holdLinks = statement({
  name: 'test.hold_links',
  text: `lock table used_access_links in share mode`,
});

const waits = statement({
  name: 'test.waits',
  text: `select count(*)::int4 as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and position(:queryPart in query) > 0`,
  params: { queryPart: 'text' },
  row: v.object({ n: v.number() }),
});
const waitsWith = (words: string) =>
  expect.poll(async () => (await operator.db().one(waits, { queryPart: words })).n).toBe(1);

describe('npm run resolve -- log-out', () => {
  it('[S07] works beside a running shop', async () => {
    const one = await player();
    const tool = path.join(import.meta.dirname, '../../../apps/api/src/operator/resolve.ts');
    const words = ['log-out', 'miniflix', one.cid, '--server', one.serverId, '--because', 'asked'];
    const { stdout } = await promisify(execFile)(process.execPath, [tool, ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: environment().databaseUrl },
    });
    expect(stdout).toMatch(/^Logged out everywhere\./);
    expect((await one.client.call('userOrders', {})).code).toBe(11002);
  });

  it('asks for the server, and does nothing for an invalid word', async () => {
    const one = await player();
    const servers = await want(one.client.call('servers', {}));
    const other = servers.find(
      ({ server_id, state }) => server_id !== one.serverId && state === 'open',
    );
    const there = { pr_id: other?.pr_id ?? '', server_id: other?.server_id ?? '', cid: one.cid };
    const twin = await createShopper(environment(), MINIFLIX);
    const found = await want(twin.client.call('role', there));
    if (!('user_token' in found)) throw new Error('another game');
    twin.client.useToken(found.user_token);
    await want(twin.client.call('userOrders', {}));
    await expect(logOut(one.cid)).rejects.toThrow('used on several servers: say --server');
    await expect(logOut('nobody')).rejects.toThrow('no such player');
    await expect(operator.resolve('log-out', 'miniflix', one.cid)).rejects.toThrow('--because');
    await expect(logOut(one.cid, '--to', '1/2')).rejects.toThrow('no --to');
    expect((await one.client.call('userOrders', {})).code).toBe(200);
    await logOut(one.cid, '--server', one.serverId);
    expect((await one.client.call('userOrders', {})).code).toBe(11002);
  });
});
