import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { afterEach, describe, expect, it } from 'vitest';
import { runService } from '../../../apps/api/src/operator/service-verbs.ts';
import { lockServices, setServiceIn } from '../../../apps/api/src/domain/projects/service.ts';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { operatorOf } from '../../support/operator.ts';
import {
  approveWallet,
  CARDS,
  createShopper,
  freshCid,
  MINIFLIX,
  want,
} from '../../support/shopper.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const service = (...words: readonly string[]) => runService(operator.ctx(), words);

afterEach(async () => {
  await service('open', 'all', '--because', 'the next test');
  await service('refuse', 'all', '--countries', 'none', '--networks', 'none', '--because', 'so');
  // A call without a session, which checks the project's service state.
  await soon(() => clientFrom().call('payChannels', {})).toBe(10000);
});

function clientFrom(headers: Readonly<Record<string, string>> = {}): StoreClient {
  const settings = { baseUrl: environment().url, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX };
  return createStoreClient({ ...settings, headers });
}

/** A running shop follows within five seconds, without a restart. */
const soon = (call: () => Promise<{ code: number }>) =>
  expect.poll(async () => (await call()).code, { interval: 50 });

async function mirrorsOf(call: (client: StoreClient) => Promise<{ code: number }>) {
  return Promise.all(
    environment().config.apiHosts.map(async (baseUrl) => {
      const client = createStoreClient({ baseUrl, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX });
      return (await call(client)).code;
    }),
  );
}

describe('[E01] a project in maintenance', () => {
  it('answers 10502 to new actions at every mirror, and completes existing orders', async () => {
    const shopper = await createShopper(environment());
    const paid = await shopper.open();
    await shopper.payByCard(paid, CARDS.success);
    const open = await shopper.open();
    const { pr_id, server_id } = { pr_id: shopper.prId, server_id: shopper.serverId };
    await service('maintenance', 'miniflix', '--because', 'a new season');
    await soon(() => shopper.client.call('cartGet', {})).toBe(10502);
    const role = { pr_id, server_id, cid: freshCid() };
    expect(await mirrorsOf((client) => client.call('role', role))).toEqual(Array(4).fill(10502));
    await expect(shopper.open()).rejects.toThrow('10502');
    await expect(shopper.payByCard(open, CARDS.success)).rejects.toThrow('10502');
    const place = { ...role, cid: shopper.cid };
    const { client } = shopper;
    expect((await client.call('productLists', place)).code).toBe(10502);
    expect((await client.call('payChannels', {})).code).toBe(10502);
    expect((await client.call('bargainInfo', {})).code).toBe(10502);
    // Paid orders are delivered and can be queried; unpaid ones expire.
    await shopper.until(paid.token, (order) => order.delivery.state === 'delivered');
    expect((await want(shopper.client.call('userOrders', {}))).length).toBeGreaterThan(0);
    expect((await want(shopper.client.call('orderCancel', { token: open.token }))).state).toBe(
      'failed',
    );
    for (const name of ['configs', 'regions', 'servers'] as const) {
      expect((await shopper.client.call(name, {})).code, name).toBe(200);
    }
    expect((await fetch(`${environment().url}/miniflix`)).status).toBe(200);
    // Other projects are unaffected.
    const other = await createShopper(environment(), { websiteCode: 'cgg', gameId: '22' });
    expect((await other.client.call('cartGet', {})).code).toBe(200);
    await service('open', 'miniflix', '--because', 'done');
    await soon(() => shopper.client.call('cartGet', {})).toBe(200);
  });

  it('names its end, if an operator gave one, in refusals and to the maintenance page (15.7)', async () => {
    const { client } = await createShopper(environment());
    const ctx = operator.ctx();
    const opensAt = new Date(ctx.clock.now().getTime() + 3_600_000);
    await ctx.db.transaction(async (tx) => {
      await lockServices(tx);
      const by = { id: null, name: 'the test' };
      const change = { state: 'maintenance', opensAt, because: 'a new season', by } as const;
      await setServiceIn(ctx, tx, { projects: ['miniflix'], ...change });
    });
    await soon(() => client.call('cartGet', {})).toBe(10502);
    const end = { opens_at: opensAt.getTime() };
    expect((await client.call('cartGet', {})).result).toEqual(end);
    expect(await want(client.call('configs', {}))).toMatchObject(end);
    await service('maintenance', 'miniflix', '--because', 'it takes longer');
    await expect.poll(async () => (await client.call('cartGet', {})).result).toBeNull();
    expect(await want(client.call('configs', {}))).not.toHaveProperty('opens_at');
  });
});

describe('[E05] a project that is closed', () => {
  it('answers as an unknown project except for existing orders, and stays closed after an import', async () => {
    const shopper = await createShopper(environment());
    const paid = await shopper.open();
    await shopper.payByCard(paid, CARDS.success);
    // Another character's: a new order may replace the player's own unpaid one.
    const other = await createShopper(environment());
    const form = await other.open();
    const third = await createShopper(environment());
    const wallet = await third.open({ pay_id: 'paypal' });
    if (wallet.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    const { invoice_id, order_id } = wallet.pay;
    await approveWallet(environment(), order_id);
    await service('close', 'miniflix', '--because', 'the publisher left');
    await soon(() => shopper.client.call('configs', {})).toBe(10045);
    expect((await shopper.client.call('cartGet', {})).code).toBe(10045);
    await expect(shopper.open()).rejects.toThrow('10045');
    // An open card form charges nothing; an approved wallet order is paid and delivered.
    await expect(other.payByCard(form, CARDS.success)).rejects.toThrow('10045');
    expect((await other.inquire(form.token)).state).toBe('open');
    expect((await third.client.call('paypalCapture', { invoice_id, order_id })).code).toBe(200);
    for (const [buyer, { token }] of [
      [shopper, paid],
      [third, wallet],
    ] as const) {
      await buyer.until(token, (order) => order.delivery.state === 'delivered');
    }
    await operator
      .db()
      .pool.query(
        `update settings set value = to_jsonb((value #>> '{}')::int8 + 1) where key = 'catalogue_version'`,
      );
    expect((await shopper.client.call('configs', {})).code).toBe(10045);
    expect(await service('list')).toMatch(
      /^miniflix {2}closed, refuses nobody {2}since .+: the publisher left$/m,
    );
  });
});

describe('[E03] a blocked country or network', () => {
  it('is answered 10503 by the proxy’s header, or by the chosen country of payment', async () => {
    await service('refuse', 'miniflix', '--countries', 'CU,JP', '--because', 'law');
    const from = (country: string) => clientFrom({ 'x-country': country }).call('regions', {});
    await soon(() => from('CU')).toBe(10503);
    expect((await from('DE')).code).toBe(200);
    const shopper = await createShopper(environment());
    await expect(shopper.open({ country: 'JP' })).rejects.toThrow('10503');
    expect(
      (await shopper.client.call('productPrices', { product_ids: 'x', country: 'JP' })).code,
    ).toBe(10503);
    await shopper.open({ country: 'US' });
    // A paid order stays visible to its player everywhere.
    const order = await shopper.open();
    const abroad = clientFrom({ 'x-country': 'CU' });
    expect((await abroad.call('orderInquire', { token: order.token })).code).toBe(200);
  });

  it('is answered 10503 by its address, IPv4 and IPv6', async () => {
    const from = (address: string) =>
      clientFrom({ 'x-forwarded-for': address }).call('configs', {});
    await service(
      'refuse',
      'all',
      '--networks',
      '203.0.113.0/24,2001:db8:bad::/48',
      '--because',
      'abuse',
    );
    await soon(() => from('203.0.113.77')).toBe(10503);
    expect((await from('2001:db8:bad:1::5')).code).toBe(10503);
    expect((await from('203.0.114.1')).code).toBe(200);
    expect((await from('2001:db8:baf::5')).code).toBe(200);
  });
});

describe('[V07] a player flagged by an operator', () => {
  it('cannot order from that moment, and can again when the flag is cleared', async () => {
    const shopper = await createShopper(environment());
    const before = await shopper.open();
    const say = (verb: string) =>
      operator.resolve(verb, 'miniflix', shopper.cid, '--because', 'stolen cards');
    expect(await say('flag')).toMatch(/^Flagged\./);
    // Reads the row itself, so no wait is needed.
    await expect(shopper.open()).rejects.toThrow('20004');
    await expect(shopper.payByCard(before, CARDS.success)).rejects.toThrow('20004');
    await expect(say('flag')).rejects.toThrow('flagged this player already');
    expect(await operator.resolve('list')).toContain('operator');
    expect(await say('clear-flag')).toMatch(/^Cleared\./);
    await shopper.open();
    await expect(operator.resolve('flag', 'miniflix', 'nobody', '--because', 'x1')).rejects.toThrow(
      'no such player',
    );
  });
});

describe('npm run service', () => {
  it.each([
    [[], 'Say what to do'],
    [['shut', 'miniflix'], 'Say what to do'],
    [['open', 'miniflix'], '--because "…" is missing'],
    [['open', 'miniflix', '--because', ' '], '--because "…" is missing'],
    [['open', 'miniflix', 'cgg', '--because', 'x'], 'Say what to do'],
    [['open', 'nowhere', '--because', 'x'], 'There is no project "nowhere"'],
    [['open', 'miniflix', '--countries', 'DE', '--because', 'x'], 'open takes no list'],
    [['refuse', 'miniflix', '--because', 'x'], 'refuse takes --countries or --networks'],
    [['refuse', 'miniflix', '--countries', 'de', '--because', 'x'], '--countries holds "de"'],
    [['refuse', 'miniflix', '--networks', '1.2.3', '--because', 'x'], '--networks holds "1.2.3"'],
    [
      ['refuse', 'miniflix', '--networks', '0.0.0.0/0', '--because', 'x'],
      '--networks holds "0.0.0.0/0"',
    ],
    [['refuse', 'miniflix', '--networks', '::/129', '--because', 'x'], '--networks holds "::/129"'],
  ])('refuses %j in one sentence', async (words, sentence) => {
    await expect(service(...words)).rejects.toThrow(sentence);
  });
});
