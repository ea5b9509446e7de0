import { CALL_PATHS } from '@webpay/contract/paths';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { createShopper, freshCid, MINIFLIX, want } from '../../support/shopper.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

/** A twentieth of the contract's: 60 calls per address, 12 per session, 12 look-ups, 2 orders, 3 bad webhooks. */
const environment = sharedEnvironment({ env: { LIMIT_SCALE: '0.05' } });

/** A project of its own: other tests meet no image codes because of it. */
const CGG = { websiteCode: 'cgg', gameId: '22' };

function clientFrom(address: string, baseUrl = environment().url, project: typeof CGG = MINIFLIX) {
  return createStoreClient({
    baseUrl,
    secret: DEFAULT_SIGN_SECRET,
    ...project,
    headers: { 'x-forwarded-for': address },
  });
}

/**
 * Calls until one is refused. The minute may change, which restarts the count: the limit is met
 * once or twice.
 */
async function expectLimit(
  limit: number,
  code: number,
  call: (n: number) => Promise<{ code: number }>,
): Promise<void> {
  const codes: number[] = [];
  // One more: the caller may have used a call of the first minute.
  while (codes.at(-1) !== code && codes.length <= 2 * limit + 1) {
    codes.push((await call(codes.length)).code);
  }
  expect(codes.at(-1)).toBe(code);
  expect(codes.length).toBeGreaterThan(limit);
  expect(new Set(codes.slice(0, -1))).not.toContain(code);
}

async function serverOf(client: StoreClient) {
  const servers = await want(client.call('servers', {}));
  const server = servers.find((each) => each.state === 'open');
  if (server === undefined) throw new Error('no open server');
  return { pr_id: server.pr_id, server_id: server.server_id };
}

describe('[E01, V06] a limit answers', () => {
  it('10002 to calls of one address or IPv6 network, over the shop and its mirrors together', async () => {
    const { apiHosts } = environment().config;
    await expectLimit(60, 10002, (n) =>
      clientFrom(`2001:db8:1:2::${n.toString(16)}`, apiHosts[n % apiHosts.length]).call(
        'regions',
        {},
      ),
    );
    expect((await clientFrom('2001:db8:1:3::1').call('regions', {})).code).toBe(200);
    const told = await (await fetch(`${environment().metricsUrl}/metrics`)).text();
    expect(told).toMatch(/webpay_limited_total\{limit="address"\} [1-9]/);
  });

  it('10005 to look-ups of one address', async () => {
    const near = clientFrom('198.51.100.1');
    const place = await serverOf(near);
    const lookUp = (client: StoreClient) => client.call('role', { ...place, cid: freshCid() });
    await expectLimit(12, 10005, () => lookUp(near));
    expect((await lookUp(clientFrom('198.51.100.2'))).code).toBe(200);
  });

  it('with an image code for all when ids are guessed from many addresses, and raises a metric', async () => {
    const from = (address: string) => clientFrom(address, environment().url, CGG);
    const place = await serverOf(from('192.0.2.1'));
    // Thirty a minute and project, each from a new address; ids that end in 0 do not exist.
    await expectLimit(30, 20003, (n) =>
      from(`100.64.${n}.1`).call('role', { ...place, cid: `${50_000 + n}${n % 2}` }),
    );
    expect((await from('100.65.0.1').call('role', { ...place, cid: freshCid() })).code).toBe(20003);
    const told = async () => (await fetch(`${environment().metricsUrl}/metrics`)).text();
    expect(await told()).toMatch(/webpay_alarms_total\{kind="characters_enumerated"\} [1-9]/);
    // Row metrics refresh every five seconds.
    await expect.poll(told).toMatch(/webpay_lookups_guarded\{place="cgg"\} [1-9]/);
  });

  it('429 to webhooks of one network that are not verified, and to no other network (14.14)', async () => {
    const forge = (provider: string, from: string) =>
      fetch(`${environment().url}/webhooks/${provider}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, sign: 'paid' },
        body: '{}',
      });
    const statuses: number[] = [];
    // The minute may change once, which restarts the count.
    while (statuses.at(-1) !== 429 && statuses.length < 7) {
      const provider = statuses.length % 2 === 0 ? 'payermax' : 'paypal';
      statuses.push((await forge(provider, '198.51.100.9')).status);
    }
    expect(statuses.length).toBeGreaterThan(3);
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
    expect((await forge('paypal', '198.51.100.10')).status).toBe(401);
    const told = await (await fetch(`${environment().metricsUrl}/metrics`)).text();
    expect(told).toMatch(/webpay_limited_total\{limit="webhook"\} [1-9]/);
  });

  it('10002 to calls of one session, from any number of addresses', async () => {
    const { userToken } = await createShopper(environment());
    // The session used one of its 12 calls.
    await expectLimit(11, 10002, (n) => {
      const client = clientFrom(`203.0.113.${n}`);
      client.useToken(userToken);
      return client.call('activityList', {});
    });
  });

  it('10002 to orders of one character', async () => {
    const shopper = await createShopper(environment());
    await expectLimit(2, 10002, async () =>
      shopper.open().then(
        () => ({ code: 200 }),
        (error: Error) => ({ code: Number(error.message.slice(0, 5)) }),
      ),
    );
  });

  it('with an envelope, not a closed connection', async () => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': '192.0.2.77',
    };
    const post = () =>
      fetch(environment().url + CALL_PATHS.regions.path, { method: 'POST', headers, body: 'x=y' });
    await expectLimit(60, 10002, async () => {
      const response = await post();
      expect(response.status).toBe(200);
      // Verified edge: every answer has a code.
      return (await response.json()) as { code: number };
    });
  });
});
