import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { openDb } from '../../../apps/api/src/platform/db/pool.ts';
import { signMallToken, type MallClaims } from '../../../apps/api/src/domain/mall/mall-token.ts';
import { mallBuyer, mallClaims, mallToken, SANDBOX_KEY } from '../../support/mall-buyer.ts';
import { CARDS, createShopper, MINIFLIX, times, want } from '../../support/shopper.ts';
import { capturesOf, commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

let client: StoreClient;
beforeAll(() => {
  client = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...MINIFLIX,
  });
});

const show = (token: string, country?: string) =>
  client.call('mallOrder', { token, ...(country === undefined ? {} : { country }) });

const pay = (token: string, fields: Partial<Record<'pay_id' | 'country' | 'total', string>> = {}) =>
  client.call('mallPay', { token, pay_id: 'card', country: 'US', ...fields });

describe('[R05] an order signed by a game', () => {
  it('is shown, paid without a session, and delivered to the character it names', async () => {
    const buyer = mallBuyer(environment());
    const products = [
      { product_id: 'gems-60', count: 2 },
      { product_id: 'pack-matinee', count: 1 },
    ];
    const token = mallToken({ cid: buyer.cid, products });
    const shown = await want(show(token));
    expect(shown).toMatchObject({
      website_code: 'miniflix',
      state: 'open',
      total: { amount: '4.97', currency: 'USD' },
      role: { cid: buyer.cid, server_id: '112', name: expect.any(String) as string },
      items: [
        { product_id: 'gems-60', count: 2, subtotal: { amount: '1.98', currency: 'USD' } },
        { product_id: 'pack-matinee', count: 1 },
      ],
      country: 'US',
    });
    expect(shown.channels.map((channel) => channel.pay_id)).toEqual(
      expect.arrayContaining(['card', 'paypal']),
    );
    expect(shown.expires_at - Date.now()).toBeGreaterThan(25 * 60_000);

    const opened = await want(pay(token, { total: JSON.stringify(shown.total) }));
    expect(opened).toMatchObject({ token: shown.token, total: shown.total, state: 'open' });
    expect((await buyer.payByCard(opened, CARDS.success)).state).toBe('success');
    const order = await buyer.until(shown.token, (each) => each.delivery.state === 'delivered');
    expect(order.role.cid).toBeUndefined();
    const [mail, ...more] = await buyer.mails();
    expect(more).toEqual([]);
    expect(mail?.items).toContainEqual({ item_id: 'gem', name: 'Gems', count: 2 * 60 + 120 });

    // Opened again later, the token shows the paid order without a method.
    const later = await want(show(token));
    expect(later).toMatchObject({ token: shown.token, state: 'success', channels: [] });
    expect(await want(pay(token))).toMatchObject({ state: 'success', pay: null });
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('sends a payer whose bank needs a challenge back to the inquiry page', async () => {
    const buyer = mallBuyer(environment());
    const opened = await want(pay(mallToken({ cid: buyer.cid })));
    const { action } = await buyer.payByCard(opened, CARDS.challenge);
    const approved = await fetch(action?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ result: 'approve' }),
      redirect: 'manual',
    });
    const back = new URL(approved.headers.get('location') ?? '');
    expect(back.pathname).toBe('/miniflix/actInquireOrder');
    expect(back.hash).toBe(`#order=${opened.token}`);
    await buyer.until(opened.token, (each) => each.delivery.state === 'delivered');
  });

  it('is one order when opened ten times at once, and one charge when paid ten times at once', async () => {
    const buyer = mallBuyer(environment());
    const token = mallToken({ cid: buyer.cid });
    const ten = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, work));
    const shown = await ten(() => want(show(token)));
    expect(new Set(shown.map((each) => each.token)).size).toBe(1);
    const opened = await ten(() => want(pay(token)));
    const sessions = opened.map((each) => (each.pay?.kind === 'payermax_card' ? each.pay : null));
    expect(new Set(sessions.map((each) => each?.session_key)).size).toBe(1);
    const [first] = opened;
    if (first === undefined) throw new Error('nothing was opened');
    await ten(() => buyer.payByCard(first, CARDS.success));
    await buyer.until(first.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), first.order_id)).toHaveLength(1);
    expect(await buyer.mails()).toHaveLength(1);
  });

  it('is charged once when paid by card and by wallet at once', async () => {
    const buyer = mallBuyer(environment());
    const token = mallToken({ cid: buyer.cid });
    const answers = await times(6, (index) =>
      pay(token, { pay_id: index % 2 === 0 ? 'card' : 'paypal' }),
    );
    for (const { code } of answers) expect([200, 10017]).toContain(code);
    const opened = await want(pay(token));
    expect((await buyer.payByCard(opened, CARDS.success)).state).toBe('success');
    await buyer.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('can be paid again after a decline, by another method and in another country', async () => {
    const buyer = mallBuyer(environment());
    const token = mallToken({ cid: buyer.cid });
    const first = await want(pay(token));
    expect((await buyer.payByCard(first, CARDS.declined)).state).toBe('failed');
    const german = await want(show(token, 'DE'));
    expect(german).toMatchObject({ state: 'failed', country: 'DE', total: { currency: 'EUR' } });
    const wrong = { amount: '0.01', currency: 'EUR' };
    expect(await pay(token, { country: 'DE', total: JSON.stringify(wrong) })).toMatchObject({
      code: 20017,
      result: { total: german.total },
    });
    const total = JSON.stringify(german.total);
    const second = await want(pay(token, { pay_id: 'paypal', country: 'DE', total }));
    expect(second).toMatchObject({ order_id: first.order_id, total: german.total });
    if (second.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    await buyer.approve(second.pay.order_id);
    await buyer.until(first.token, (each) => each.delivery.state === 'delivered');
    const captures = await capturesOf(environment(), first.order_id);
    expect(captures).toHaveLength(1);
    expect(captures[0]).toMatchObject({ currency: 'EUR', provider: 'paypal' });
  });

  it('shows its price in the requested country', async () => {
    const token = mallToken({});
    expect((await want(show(token, 'JP'))).total).toEqual({ amount: '150', currency: 'JPY' });
    expect((await want(show(token))).country).toBe('JP');
    expect((await want(show(token, 'KW'))).total).toEqual({ amount: '0.300', currency: 'KWD' });
    expect((await want(show(token, 'KW'))).channels.map((each) => each.pay_id)).not.toContain(
      'paypal',
    );
    expect(await pay(token, { country: 'KW', pay_id: 'paypal' })).toMatchObject({ code: 20016 });
    expect((await show(token, 'ZZ')).code).toBe(10028);
    expect((await want(pay(token, { country: 'KW' }))).total.currency).toBe('KWD');
  });

  it('abandoned before any payment attempt can still be paid', async () => {
    const buyer = mallBuyer(environment());
    const token = mallToken({ cid: buyer.cid });
    const shown = await want(show(token));
    const cancelled = await want(client.call('orderCancel', { token: shown.token }));
    expect(cancelled).toMatchObject({ state: 'failed', reason: 'cancelled' });
    const opened = await want(pay(token));
    expect(opened).toMatchObject({ token: shown.token, state: 'open' });
    expect((await buyer.payByCard(opened, CARDS.success)).state).toBe('success');
  });

  it("reserves a limited good, yields to the character's newer order, and can reserve it again", async () => {
    const shopper = await createShopper(environment());
    const limited = { product_id: 'pack-studio-star', count: 1 };
    const token = mallToken({ cid: shopper.cid, server_id: shopper.serverId, products: [limited] });
    const shown = await want(show(token));
    const opened = await shopper.open({ products: [limited] });
    expect((await shopper.inquire(shown.token)).state).toBe('failed');
    const again = await want(pay(token));
    expect((await shopper.inquire(opened.token)).state).toBe('failed');
    expect((await shopper.payByCard(again, CARDS.success)).state).toBe('success');
    const another = mallToken({
      cid: shopper.cid,
      server_id: shopper.serverId,
      products: [limited],
    });
    expect(await show(another)).toMatchObject({ code: 20009, result: { max: 1 } });
  });

  it('is refused for a flagged character', async () => {
    const shopper = await createShopper(environment());
    const db = openDb(environment().databaseUrl, { max: 1 });
    await db.pool.query('update players set flagged_at = now() where cid = $1', [shopper.cid]);
    await db.close();
    const token = mallToken({ cid: shopper.cid, server_id: shopper.serverId });
    expect((await show(token)).code).toBe(20004);
    expect((await pay(token)).code).toBe(20004);
  });
});

describe('[R05] the number of a mall purchase', () => {
  it('leads to the same order when the game signs it again', async () => {
    const claims = mallClaims({});
    const first = await want(show(signMallToken(SANDBOX_KEY, claims)));
    const longer = { ...claims, iat: claims.iat + 1, exp: claims.exp + 60_000 };
    expect((await want(show(signMallToken(SANDBOX_KEY, longer)))).token).toBe(first.token);
  });

  it('cannot be reused for another purchase or by two concurrent characters', async () => {
    const claims = mallClaims({});
    await want(show(signMallToken(SANDBOX_KEY, claims)));
    const others: Partial<MallClaims>[] = [
      { cid: mallBuyer(environment()).cid },
      { products: [{ product_id: 'gems-60', count: 2 }] },
      { server_id: '113' },
    ];
    for (const other of others) {
      const token = signMallToken(SANDBOX_KEY, { ...claims, ...other });
      expect((await show(token)).code).toBe(20010);
      expect((await pay(token)).code).toBe(20010);
    }
    const { ref } = mallClaims({});
    const tokens = Array.from({ length: 6 }, () =>
      mallToken({ cid: mallBuyer(environment()).cid, ref }),
    );
    const answers = await Promise.all(tokens.map((token) => show(token)));
    const codes = answers.map((answer) => answer.code).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, ...Array<number>(5).fill(20010)]);
  });
});

it('[R05] npm run mall-token prints an address that a running shop accepts', async () => {
  const tool = path.join(import.meta.dirname, '../../../apps/api/src/operator/mall-token.ts');
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [tool, '--project', 'miniflix', ...args], {
      env: { PATH: process.env['PATH'], PORT: new URL(environment().url).port },
    });
  const character = ['--server', '112', '--cid', mallBuyer(environment()).cid];
  const { stdout } = await run(...character, '--product', 'gems-60:2', '--product', 'gems-125');
  const address = new URL(stdout.trim());
  expect(address.origin + address.pathname).toBe(`${environment().url}/mallCheckout`);
  const shown = await want(show(address.searchParams.get('token') ?? ''));
  expect(shown.items.map((item) => item.count)).toEqual([2, 1]);
  await expect(run(...character, '--product', 'gems-60:0')).rejects.toThrow('--product is');
  await expect(run(...character)).rejects.toThrow('--product is missing');
});
