import { sign } from '@webpay/contract/sign';
import { VERSION_LABEL } from '@webpay/contract/version';
import { afterEach, expect, it } from 'vitest';
import { type Caller, createClient, type Reactions } from './client.ts';
import { CallLost, CallRefused } from './failure.ts';
import { createHosts } from './hosts.ts';
import { createServerClock } from './server-clock.ts';
import { answering, deadHost, startHost, type TestHost } from '../testing/hosts.ts';

const SECRET = 'a-secret';
const open: TestHost[] = [];

async function host(handle: Parameters<typeof startHost>[0]): Promise<TestHost> {
  const started = await startHost(handle);
  open.push(started);
  return started;
}

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

type Shop = {
  readonly caller?: Partial<Caller>;
  readonly reactions?: Partial<Reactions>;
  readonly isOnline?: boolean;
  readonly timeoutMs?: number;
};

/** Creates a client whose page's own host is `own`. */
function clientOf(own: string, mirrors: readonly string[] = [], shop: Shop = {}) {
  const clock = createServerClock();
  clock.learn(Date.now());
  const hosts = createHosts(mirrors, own);
  const client = createClient({
    fetch: (url, init) => globalThis.fetch(url.startsWith('/') ? own + url : url, init),
    clock,
    hosts,
    secret: SECRET,
    caller: () => ({
      project: 'miniflix',
      gameId: '20',
      lang: 'de',
      userToken: null,
      ...shop.caller,
    }),
    reactions: () => ({ refused: () => false, noNetwork: () => true, ...shop.reactions }),
    isOnline: () => shop.isOnline ?? true,
    // The default is longer than a busy machine stalls.
    timeoutMs: shop.timeoutMs ?? 60_000,
  });
  return { client, clock, hosts };
}

it('[C13] sends the common fields, the project, the session and a right signature', async () => {
  const own = await host(answering(200, { countries: [] }));
  const { client } = clientOf(own.url, [], { caller: { userToken: 'TOKEN' } });
  await client('productPrices', { product_ids: 'a,b', country: 'DE' });
  const [line = ''] = own.requests;
  expect(line).toContain('POST /api/recharge/product/prices ');
  const form = new URLSearchParams(line.split(' ').at(-1));
  const fields = Object.fromEntries(form);
  expect(fields).toMatchObject({
    game_id: '20',
    lang: 'de',
    ver: VERSION_LABEL,
    user_token: 'TOKEN',
    website_code: 'miniflix',
    product_ids: 'a,b',
    country: 'DE',
  });
  expect(Math.abs(Number(fields['timestamp']) - Date.now())).toBeLessThan(60_000);
  expect(fields['sign']).toBe(sign(form, SECRET));
});

it('[V04] leaves out what is absent, and an empty cid', async () => {
  const own = await host(answering(200, {}));
  const { client } = clientOf(own.url);
  await client('role', { pr_id: 'eu', server_id: 's1', cid: '', pwd: undefined });
  const form = new URLSearchParams(own.requests[0]?.split(' ').at(-1));
  expect([...form.keys()].toSorted()).toEqual([
    'game_id',
    'lang',
    'pr_id',
    'server_id',
    'sign',
    'timestamp',
    'ver',
    'website_code',
  ]);
});

it('rejects a refusal with its code, and whether the player was informed', async () => {
  const own = await host(answering(20017, { total: { amount: '1.00', currency: 'USD' } }));
  const { client } = clientOf(own.url);
  const refusal = await client('orderInquire', { token: 'x' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CallRefused);
  expect(refusal).toMatchObject({
    code: 20017,
    handled: false,
    result: { total: { amount: '1.00' } },
  });
});

it('[S01] reads the time of every answer, refusals included', async () => {
  const own = await host(answering(10009, null, { clockOffsetMs: 3_600_000 }));
  const { client, clock } = clientOf(own.url);
  await client('orderInquire', { token: 'x' }).catch(() => null);
  expect(clock.now() - Date.now()).toBeGreaterThan(3_500_000);
});

it('repeats a call when the refusal shows that the clock was wrong', async () => {
  let asked = 0;
  const own = await host((request, response, body) => {
    asked += 1;
    const sent = Number(new URLSearchParams(body).get('timestamp'));
    const serverMs = Date.now() + 86_400_000;
    const isRight = Math.abs(sent - serverMs) < 300_000;
    answering(isRight ? 200 : 10001, { ok: true }, { clockOffsetMs: 86_400_000 })(
      request,
      response,
      body,
    );
  });
  const { client } = clientOf(own.url);
  await expect(client('regions', {})).resolves.toEqual({ ok: true });
  expect(asked).toBe(2);
});

it('[S01] repeats a call when the clock was corrected before the refusal arrived', async () => {
  const own = await startHost((_request, response, body) => {
    const isRight =
      Math.abs(Number(new URLSearchParams(body).get('timestamp')) - Date.now()) < 60_000;
    if (!isRight) shop.clock.learn(Date.now());
    answering(isRight ? 200 : 10001, { ok: true })(_request, response, body);
  });
  open.push(own);
  const shop = clientOf(own.url);
  shop.clock.learn(Date.now() - 86_400_000);
  await expect(shop.client('regions', {})).resolves.toEqual({ ok: true });
  expect(own.requests).toHaveLength(2);
});

it('[E02] tries one other host and keeps it when it answers', async () => {
  const mirror = await host(answering(200, []));
  const { client, hosts } = clientOf(await deadHost(), [mirror.url]);
  await expect(client('regions', {})).resolves.toEqual([]);
  expect(hosts.base()).toBe(mirror.url);
});

it('calls with the device’s cookie go to the page’s own host first, then to the fastest (14.12)', async () => {
  const [own, mirror] = [await host(answering(200, {})), await host(answering(200, {}))];
  const { client, hosts } = clientOf(own.url, [mirror.url]);
  hosts.use(mirror.url);
  await client('role', { pr_id: 'eu', server_id: 's1', cid: '1' });
  await client('regions', {});
  expect([own.requests.length, mirror.requests.length]).toEqual([1, 1]);
  const lost = clientOf(await deadHost(), [mirror.url]);
  lost.hosts.use(mirror.url);
  await lost.client('role', { pr_id: 'eu', server_id: 's1', cid: '1' });
  expect(mirror.requests).toHaveLength(2);
});

it('calls with the device’s cookie go to the fastest host when the page’s own did not answer the race (14.12)', async () => {
  const [own, mirror] = [await host(answering(200, {})), await host(answering(200, {}))];
  const { client, hosts } = clientOf(own.url, [mirror.url]);
  hosts.use(mirror.url);
  hosts.loseOwn();
  await client('role', { pr_id: 'eu', server_id: 's1', cid: '1' });
  expect([own.requests.length, mirror.requests.length]).toEqual([0, 1]);
});

it('[E02] reports an unreachable store once, and never for a background call', async () => {
  let reported = 0;
  const noNetwork = () => {
    reported += 1;
    return true;
  };
  const { client } = clientOf(await deadHost(), [await deadHost()], { reactions: { noNetwork } });
  await expect(client('regions', {})).rejects.toMatchObject({ kind: 'network', handled: true });
  expect(reported).toBe(1);
  const poll = client('orderInquire', { token: 'x' }, { background: true });
  await expect(poll).rejects.toMatchObject({ kind: 'network', handled: false });
  expect(reported).toBe(1);
});

it('[E02] reports no unreachable store while the browser is offline', async () => {
  let reported = 0;
  const { client } = clientOf(await deadHost(), [], {
    isOnline: false,
    reactions: { noNetwork: () => (reported += 1) > 0 },
  });
  await expect(client('regions', {})).rejects.toMatchObject({ kind: 'offline' });
  expect(reported).toBe(0);
});

it('[S12, E04] reports the session of a refused call, even after another log-in', async () => {
  const reported: unknown[] = [];
  let userToken = 'BEFORE';
  const own = await host((request, response, body) => {
    userToken = 'AFTER';
    answering(11_002, null)(request, response, body);
  });
  const clock = createServerClock();
  clock.learn(Date.now());
  const client = createClient({
    fetch: (url, init) => globalThis.fetch(url.startsWith('/') ? own.url + url : url, init),
    clock,
    hosts: createHosts([], own.url),
    secret: SECRET,
    caller: () => ({ project: 'miniflix', gameId: '20', lang: 'de', userToken }),
    reactions: () => ({
      refused: (...refusal) => reported.push(refusal) > 0,
      noNetwork: () => true,
    }),
    isOnline: () => true,
  });
  await expect(client('cartGet', {})).rejects.toMatchObject({ code: 11_002 });
  const settled = client('logout', {}, { userToken: 'ITS OWN' });
  await expect(settled).rejects.toMatchObject({ code: 11_002 });
  expect(reported).toEqual([
    [11_002, 'cartGet', 'BEFORE', null],
    [11_002, 'logout', 'ITS OWN', null],
  ]);
});

it('[E01] reports the detail of a refusal, but not of a background call (15.7)', async () => {
  const reported: unknown[] = [];
  const detail = { opens_at: 1 };
  const own = await host(answering(10_502, detail));
  const reactions = {
    refused: (...refusal: readonly unknown[]) => reported.push(refusal.at(-1)) > 0,
  };
  const { client } = clientOf(own.url, [], { reactions });
  await expect(client('regions', {})).rejects.toMatchObject({ code: 10_502, result: detail });
  await expect(client('regions', {}, { background: true })).rejects.toThrow();
  expect(reported).toEqual([detail, null]);
});

it('rejects a call after its time limit', async () => {
  const own = await host(() => {});
  const { client } = clientOf(own.url, [], { timeoutMs: 50 });
  const lost = await client('regions', {}).catch((error: unknown) => error);
  expect(lost).toBeInstanceOf(CallLost);
  expect(lost).toMatchObject({ kind: 'timeout' });
});

it('rejects with the caller’s abort reason and tries no other host', async () => {
  const own = await host(() => {});
  const mirror = await host(answering(200, []));
  const { client } = clientOf(own.url, [mirror.url]);
  const over = new AbortController();
  const asked = client('regions', {}, { signal: over.signal });
  const left = expect(asked).rejects.toThrow('the page was left');
  await expect.poll(() => own.requests.length).toBe(1);
  over.abort(new Error('the page was left'));
  await left;
  expect(mirror.requests).toEqual([]);
});

it.each([
  ['HTML', 502, '<html>Bad gateway</html>'],
  ['nothing', 200, ''],
  ['JSON of another service', 200, '{"hello":1}'],
  ['a list', 413, '[]'],
])('reads %s as a system error, after one attempt on another host', async (_what, status, body) => {
  const own = await host((_request, response) => {
    response.statusCode = status;
    response.end(body);
  });
  const { client } = clientOf(own.url);
  await expect(client('regions', {})).rejects.toMatchObject({ code: 500, handled: false });
  expect(own.requests).toHaveLength(2);
});
