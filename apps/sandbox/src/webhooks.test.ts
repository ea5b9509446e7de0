import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from './sandbox.ts';
import { CARD, payByCard, type AckRule, type Shop } from './testing/shop.ts';
import { openWallet } from './testing/wallet.ts';
import { openShopAndSandbox } from './testing/sandbox.ts';

let shop: Shop;
let sandbox: Sandbox;
let close: () => Promise<void>;

async function open(ack: AckRule, timeScale: number): Promise<void> {
  ({ shop, sandbox, close } = await openShopAndSandbox(ack, timeScale));
}
afterEach(() => close());

/** Waits for this many deliveries, and that no more follow. */
const settled = async (count: number): Promise<void> => {
  await shop.wait(() => shop.received.length >= count);
  for (let before = -1; before !== shop.received.length;) {
    before = shop.received.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
};

describe('notifications of PayerMax', () => {
  it('are sent six times without an acknowledgement, with a new date, then never again', async () => {
    await open(() => ({ status: 500, body: '' }), 100_000);
    await payByCard(sandbox.url, shop.url, CARD.success, 'N1_1');
    await settled(6);
    expect(shop.received).toHaveLength(6);
    expect(new Set(shop.received.map(({ json }) => json['notifyTime'])).size).toBe(6);
    expect(new Set(shop.received.map(({ headers }) => headers['sign'])).size).toBe(6);
  });

  it.each([
    ['another word', { status: 200, body: '{"msg":"success","code":"success"}' }],
    ['more than the word', { status: 200, body: '{"msg":"Success","code":"SUCCESS","x":1}' }],
    ['another status', { status: 201, body: '{"msg":"Success","code":"SUCCESS"}' }],
    ['nothing', { status: 200, body: '' }],
  ])('are not acknowledged by %s', async (_what, wrong) => {
    const right = { status: 200, body: '{"msg":"Success","code":"SUCCESS"}' };
    await open((_heard, count) => (count === 1 ? wrong : right), 1_000);
    await payByCard(sandbox.url, shop.url, CARD.success, 'N2_1');
    await settled(2);
    expect(shop.received).toHaveLength(2);
  });

  it('follow the schedule divided by the time scale', async () => {
    const right = { status: 200, body: '{"code":"SUCCESS","msg":"Success"}' };
    await open((_heard, count) => (count < 3 ? { status: 500, body: '' } : right), 1_000);
    await payByCard(sandbox.url, shop.url, CARD.success, 'N3_1');
    await settled(3);
    const [first, second, third] = shop.received.map(({ at }) => at);
    expect(shop.received).toHaveLength(3);
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(29);
    expect(Number(third) - Number(second)).toBeGreaterThanOrEqual(299);
  });
});

describe('events of PayPal', () => {
  it('are sent 25 times at most, as the same event under the same transmission id', async () => {
    await open(() => ({ status: 404, body: '' }), 10_000_000);
    const wallet = await openWallet(sandbox, shop);
    await wallet.approve(await wallet.openOrder('N4_1'));
    await settled(25);
    expect(shop.received).toHaveLength(25);
    expect(new Set(shop.received.map(({ json }) => json['id'])).size).toBe(1);
    expect(
      new Set(shop.received.map(({ headers }) => headers['paypal-transmission-id'])).size,
    ).toBe(1);
  });

  it('stop at any 2xx answer', async () => {
    await open(() => ({ status: 204, body: '' }), 10_000_000);
    const wallet = await openWallet(sandbox, shop);
    await wallet.approve(await wallet.openOrder('N5_1'));
    await settled(1);
    expect(shop.received).toHaveLength(1);
  });
});
