import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { CallResult } from '@webpay/contract/calls';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import {
  signLink,
  type LinkClaims,
} from '../../../apps/api/src/domain/access/links/access-link.ts';
import { fileOfCommand } from '../../support/command.ts';
import { createAccessPlayer } from '../../support/access-player.ts';
import {
  accessLink,
  linkClaims,
  mallToken,
  SANDBOX_KEY,
  signedText,
} from '../../support/mall-buyer.ts';
import { operatorOf } from '../../support/operator.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { moveClock } from '../../support/shop-days.ts';
import { freshCid, MINIFLIX, times, want } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const POI = { websiteCode: 'poi_mbo', gameId: '10' } as const;

const newClient = (project: typeof MINIFLIX | typeof POI = MINIFLIX, now = Date.now) =>
  createStoreClient({ baseUrl: environment().url, secret: DEFAULT_SIGN_SECRET, ...project, now });

let client: StoreClient;
beforeAll(() => void (client = newClient()));

const open = (link: string) => client.call('link', { link });

async function come(link: string): Promise<{ come: CallResult<'link'>; holder: StoreClient }> {
  const came = await want(open(link));
  const holder = newClient();
  holder.useToken(came.user_token);
  return { come: came, holder };
}

const rows = async (text: string, values: readonly unknown[]) =>
  (await operator.db().pool.query<Record<string, unknown>>(text, [...values])).rows;

describe('[F18] an access link', () => {
  it('opens the shop as its character, without a password or an image code', async () => {
    const claims = linkClaims();
    const { come: came, holder } = await come(signLink(SANDBOX_KEY, claims));
    expect(came).toEqual({
      user_token: expect.any(String) as string,
      has_pwd: false,
      role: {
        pr_id: expect.any(String) as string,
        server_id: claims.server_id,
        server_name: expect.any(String) as string,
        cid: claims.cid,
        name: expect.any(String) as string,
        level: expect.any(Number) as number,
      },
    });
    expect((await want(holder.call('cartGet', {}))).items).toEqual([]);
    const { pr_id, server_id, cid } = came.role;
    expect((await holder.call('productLists', { pr_id, server_id, cid })).code).toBe(200);
    await want(holder.call('logout', {}));
    expect((await holder.call('cartGet', {})).code).toBe(11002);
  });

  it('opens once: afterwards it has expired, also when signed again under its number', async () => {
    const claims = linkClaims();
    await want(open(signLink(SANDBOX_KEY, claims)));
    expect(await open(signLink(SANDBOX_KEY, claims))).toMatchObject({ code: 20005, result: null });
    const again = { ...claims, cid: freshCid(), exp: claims.exp + 1 };
    expect((await open(signLink(SANDBOX_KEY, again))).code).toBe(20005);
  });

  it('opens one session when used 100 times at once', async () => {
    const claims = linkClaims();
    const link = signLink(SANDBOX_KEY, claims);
    // All other calls arrive while the game answers the first; the link counts as unused.
    await setFault(environment(), 'game', 'role', 'slow', { times: 100, ms: 4000 });
    const answers = await times(100, () => open(link));
    await clearFaults(environment());
    const codes = Map.groupBy(answers, (answer) => answer.code);
    expect(codes.get(200)?.length ?? 0).toBeLessThanOrEqual(1);
    // The game may be silent under load, for the first call too; no second session opens.
    await expect.poll(async () => (await open(link)).code).not.toBe(10504);
    for (const code of codes.keys()) expect([200, 20005, 10504]).toContain(code);
    const sessions = await rows(
      `select s.by_link from sessions s join players p on p.id = s.player_id where p.cid = $1`,
      [claims.cid],
    );
    expect(sessions).toEqual([{ by_link: true }]);
  });

  it('stays valid while its game is silent or in maintenance', async () => {
    const link = accessLink();
    await setFault(environment(), 'game', 'role', 'maintenance');
    expect((await open(link)).code).toBe(10502);
    await setFault(environment(), 'game', 'role', 'error');
    expect((await open(link)).code).toBe(10504);
    await clearFaults(environment());
    expect((await open(link)).code).toBe(200);
  });

  it.each<[string, Partial<LinkClaims>]>([
    ['a character that does not exist', { cid: '1234560' }],
    ['a character that plays another game', { cid: '912345671' }],
    ['an id of another form', { cid: 'abc' }],
    ['a server that is gone', { server_id: 'nowhere' }],
  ])('answers “account is gone” for %s, without other details', async (_what, claims) => {
    expect(await open(accessLink(claims))).toMatchObject({ code: 10008, result: null });
  });

  it('accepts the character in any case in a project whose ids are upper-cased', async () => {
    const poi = newClient(POI);
    const servers = await want(poi.call('servers', {}));
    const server = servers.find((each) => each.state === 'open');
    const cid = `a${freshCid()}`;
    const claims = linkClaims({ website_code: 'poi_mbo', server_id: server?.server_id ?? '', cid });
    const came = await want(poi.call('link', { link: signLink('game-key-10', claims) }));
    expect(came.role.cid).toBe(cid.toUpperCase());
  });

  it('leaves neither itself nor its token in the database', async () => {
    const link = accessLink();
    const { user_token } = (await come(link)).come;
    const kept = await rows(`select token_hash from sessions where token_hash = $1`, [
      createHash('sha256').update(user_token).digest(),
    ]);
    expect(kept).toHaveLength(1);
    const [signature = ''] = link.split('.').slice(-1);
    const found = await rows(`select ref from used_access_links u where u::text like $1`, [
      `%${signature}%`,
    ]);
    expect(found).toEqual([]);
  });
});

describe('[F18] a session from a link', () => {
  it('is bound to its character: 10003 for any other, a look-up of its own is allowed', async () => {
    const { come: came, holder } = await come(accessLink());
    const { pr_id, server_id, cid } = came.role;
    const other = { pr_id, server_id, cid: freshCid() };
    expect(await holder.call('role', other)).toMatchObject({ code: 10003, result: null });
    expect((await holder.call('productLists', other)).code).toBe(10003);
    const own = { pr_id, server_id, cid, keep_session: '1' } as const;
    expect((await holder.call('role', own)).code).toBe(200);
    // After the log-out the character opens sessions as before.
    await want(holder.call('logout', {}));
    expect((await holder.call('role', other)).code).toBe(200);
  });

  it('differs from one without a link, which keeps the ordinary answers', async () => {
    const servers = await want(client.call('servers', {}));
    const pr_id = servers.find((each) => each.server_id === '112')?.pr_id ?? '';
    const own = { pr_id, server_id: '112', cid: freshCid() };
    const found = await want(client.call('role', own));
    if (!('user_token' in found)) throw new Error('another game');
    const player = newClient();
    player.useToken(found.user_token);
    const other = { ...own, cid: freshCid() };
    expect((await player.call('productLists', other)).code).toBe(10001);
    expect((await player.call('role', other)).code).toBe(200);
  });
});

describe('[F18, F13, S11] a character with an access password', () => {
  it('gets a session by its game’s link alone, which a password change ends', async () => {
    const one = await createAccessPlayer(environment(), operator.ctx);
    await one.set('dawn77');
    expect((await one.role()).code).toBe(20001);
    const { come: came, holder } = await come(
      accessLink({ server_id: one.serverId, cid: one.cid }),
    );
    expect(came).toMatchObject({ has_pwd: true, role: { cid: one.cid } });
    expect((await holder.call('cartGet', {})).code).toBe(200);
    const code = await one.codeFor('pwd_change');
    const change = { old_pwd: 'dawn77', pwd: 'dusk-88', pwd_confirm: 'dusk-88', code };
    await want(one.client.call('passwordChange', change));
    expect((await holder.call('cartGet', {})).code).toBe(11002);
  });
});

describe('[F18, V06] a link is refused', () => {
  it('in another project, whichever game signed it', async () => {
    const poi = newClient(POI);
    expect((await poi.call('link', { link: accessLink() })).code).toBe(10001);
    // Signed by one game for the other one's project, and the reverse.
    const claims = linkClaims();
    expect((await poi.call('link', { link: signLink('game-key-10', claims) })).code).toBe(10001);
    expect((await open(signLink('game-key-10', claims))).code).toBe(10001);
    expect((await open(accessLink({ website_code: 'poi_mbo' }))).code).toBe(10001);
    expect((await open(signLink(SANDBOX_KEY, claims))).code).toBe(200);
  });

  it('when any part of it was changed', async () => {
    const claims = linkClaims();
    const [text = '', signature = ''] = signLink(SANDBOX_KEY, claims).split('.');
    const changed = (claims_: object) =>
      `${Buffer.from(JSON.stringify(claims_)).toString('base64url')}.${signature}`;
    const links = [
      ...(['cid', 'server_id', 'ref', 'website_code'] as const).map((key) =>
        changed({ ...claims, [key]: `${claims[key]}1` }),
      ),
      changed({ ...claims, exp: claims.exp + 60_000 }),
      `${text}.${signature.slice(0, -1)}`,
      `${text}.${signature}A`,
      `${text}.${signature}.${signature}`,
      `${text}.${'A'.repeat(43)}`,
      `${text}=.${signature}`,
      text,
      `.${signature}`,
      '.',
      'x'.repeat(1025),
      '<script>',
      signLink('', claims),
    ];
    for (const link of links) expect((await open(link)).code, link).toBe(10001);
    expect((await open('')).code).toBe(10000);
    // The link is still unused.
    expect((await open(`${text}.${signature}`)).code).toBe(200);
  });

  it('when its game signed an invalid content', async () => {
    const claims = linkClaims();
    const hostile: unknown[] = [
      null,
      [],
      'text',
      {},
      { ...claims, v: 2 },
      { ...claims, use: 'order' },
      { ...claims, use: undefined },
      { ...claims, ref: undefined },
      { ...claims, ref: 'r'.repeat(65) },
      { ...claims, cid: 123456 },
      { ...claims, exp: String(claims.exp) },
      { ...claims, exp: 1e300 },
      { ...claims, iat: -1 },
      { ...claims, exp: claims.iat },
      { ...claims, exp: claims.iat + 3_600_001 },
      { ...claims, iat: claims.iat + 600_000, exp: claims.exp + 600_000 },
    ];
    const texts = [
      ...hostile.map((each) => JSON.stringify(each)),
      `{"__proto__":${JSON.stringify(claims)}}`,
      '['.repeat(500),
      '{"v":1',
      '\u0000\ud800',
    ];
    for (const text of texts) {
      expect((await open(signedText(SANDBOX_KEY, text))).code, text).toBe(10001);
    }
  });

  it('in place of an order’s token, and the reverse', async () => {
    expect((await open(mallToken({}))).code).toBe(10001);
    expect((await client.call('mallOrder', { token: accessLink() })).code).toBe(20010);
  });

  it('after its time by the shop’s clock, used or not', async () => {
    const moved = 11 * 60_000;
    const late = newClient(MINIFLIX, () => Date.now() + moved);
    const used = accessLink();
    await want(open(used));
    const unused = accessLink();
    await moveClock(environment(), moved);
    try {
      expect((await late.call('link', { link: unused })).code).toBe(20005);
      expect((await late.call('link', { link: used })).code).toBe(20005);
    } finally {
      await moveClock(environment(), 0);
    }
    const expired = accessLink({ iat: Date.now() - 700_000, exp: Date.now() - 1 });
    expect((await open(expired)).code).toBe(20005);
    expect((await open(unused)).code).toBe(200);
  });
});

it('[F18] npm run access-link prints an address that a running shop accepts once', async () => {
  const tool = fileOfCommand('access-link');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [tool, '--project', 'miniflix', ...args], {
      env: { PATH: process.env['PATH'], PORT: new URL(environment().url).port },
    });
  const character = ['--server', '112', '--cid', freshCid()];
  const { stdout } = await run(...character, '--minutes', '5');
  const address = new URL(stdout.trim());
  expect(address.origin + address.pathname + address.search).toBe(`${environment().url}/miniflix`);
  const link = address.hash.replace(/^#link=/, '');
  expect((await want(open(link))).role.cid).toBe(character[3]);
  expect((await open(link)).code).toBe(20005);
  await expect(run(...character, '--minutes', '61')).rejects.toThrow('--minutes is "61"');
  await expect(run('--server', '112')).rejects.toThrow('--cid is missing');
  await expect(run('--server', '112', '--cid', 'a b')).rejects.toThrow('no ID of miniflix');
});
