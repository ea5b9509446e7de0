import { connect } from 'node:net';
import { createStoreClient } from '@webpay/contract/client';
import { expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import {
  CALLS_AN_HOUR,
  isCallOfCrowd,
} from '../../../apps/api/src/domain/players/network-budgets.ts';
import { knowImage } from '../../support/access-player.ts';
import { operatorOf } from '../../support/operator.ts';
import { setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, createShopper, MINIFLIX, orderFields, want } from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
const operator = operatorOf(environment);

/** A new character behind an address, who opens orders and asks for mails. */
async function buyerAt(address: string) {
  const shopper = await createShopper(environment());
  const shelf = await want(shopper.client.call('productLists', shopper.place));
  const client = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...MINIFLIX,
    headers: { 'x-forwarded-for': address },
  });
  client.useToken(shopper.userToken);
  const product = shelf.goods[0]?.product_id ?? '';
  return {
    open: (more: { order_key?: string; v_code?: string; v_code_md5?: string } = {}) =>
      client.call('orderCreate', { ...orderFields(product), ...more }),
    mail: (more: { v_code?: string; v_code_md5?: string } = {}) =>
      client.call('mailCode', { purpose: 'pwd_set', ...more }),
    solve: async () =>
      knowImage(operator.ctx(), (await want(client.call('captcha', {}))).v_code_md5),
  };
}

const HOUR_MS = 3_600_000;

/** Uses a scope's budget up, as earlier calls from there do; of the next hour as well, which may begin meanwhile. */
async function useUp(
  what: keyof typeof CALLS_AN_HOUR,
  scope: 'network' | 'block',
  caller: Parameters<typeof isCallOfCrowd>[2],
) {
  const ctx = operator.ctx();
  for (const laterMs of [0, HOUR_MS]) {
    const real = () => new Date(Date.now() + laterMs);
    await isCallOfCrowd({ ...ctx, clock: { ...ctx.clock, real } }, what, caller);
  }
  const calls = CALLS_AN_HOUR[what][scope];
  await ctx.db.pool.query(`update rate_counters set calls = $1 where key like $2`, [
    calls,
    `hour:${what}:%`,
  ]);
}

it('needs an image code above 600 orders of one network in an hour, whatever their characters', async () => {
  const address = '198.51.100.7';
  expect((await (await buyerAt(address)).open()).code).toBe(200);
  await useUp('openings', 'network', { network: address, block: 'another block' });
  const flood = await buyerAt(address);
  expect((await flood.open()).code).toBe(20003);
  const order_key = crypto.randomUUID();
  const opened = await want(flood.open({ order_key, ...(await flood.solve()) }));
  // The attempt remembers its picture.
  expect((await want(flood.open({ order_key }))).pay).toEqual(opened.pay);
  expect((await flood.open()).code).toBe(20003);
  // A neighbour's order is free.
  expect((await (await buyerAt('198.51.100.8')).open()).code).toBe(200);
});

it('counts the /24 around a network, too: who owns it changes the address', async () => {
  await useUp('openings', 'block', { network: 'another network', block: '203.0.113.0/24' });
  expect((await (await buyerAt('203.0.113.200')).open()).code).toBe(20003);
});

it('needs an image code above 60 mails with a code of one network in an hour, whatever their characters', async () => {
  const address = '192.0.2.7';
  expect((await (await buyerAt(address)).mail()).code).toBe(200);
  await useUp('mails', 'network', { network: address, block: 'another block' });
  const flood = await buyerAt(address);
  expect((await flood.mail()).code).toBe(20003);
  expect((await flood.mail(await flood.solve())).code).toBe(200);
  expect((await (await buyerAt('192.0.2.8')).mail()).code).toBe(200);
});

/** The answers of queries that this process of the shop has had. */
async function queriesOfServer(): Promise<number> {
  const told = await fetch(`${environment().metricsUrl}/metrics`);
  const counts = (await told.text()).matchAll(
    /^webpay_gateway_words_total\{provider="payermax",source="query".*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

it('asks the gateway once for many cancellations at once', async () => {
  const shopper = await createShopper(environment());
  const opened = await shopper.open();
  expect((await shopper.payByCard(opened, CARDS.challenge)).state).toBe('waiting');
  await setFault(environment(), 'payermax', 'query', 'slow', { times: 50, ms: 500 });
  const { token } = opened;
  const all = Array.from({ length: 30 }, () => shopper.client.call('orderCancel', { token }));
  for (const { code } of await Promise.all(all)) expect(code).toBe(200);
  expect(await queriesOfServer()).toBeLessThan(5);
});

it('holds 64 unfinished webhooks of one network, and no other network waits for them', async () => {
  const { hostname, port } = new URL(environment().url);
  const head = (address: string, length: number): string =>
    `POST /webhooks/payermax HTTP/1.1\r\nHost: shop\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${length}\r\n\r\n`;
  const slow = Array.from({ length: 64 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`${head('192.0.2.60', 100_000)}{`);
    return socket;
  });
  const statusFor = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    const url = `${environment().url}/webhooks/payermax`;
    return (await fetch(url, { method: 'POST', body: '{}', headers })).status;
  };
  await expect.poll(() => statusFor('192.0.2.60')).toBe(429);
  const metrics = await fetch(`${environment().metricsUrl}/metrics`);
  expect(await metrics.text()).toContain('webpay_limited_total{limit="webhook_bodies"}');
  expect(await statusFor('192.0.2.61')).toBe(401);
  for (const socket of slow) socket.destroy();
  await expect.poll(() => statusFor('192.0.2.60')).toBe(401);
});
