import { createStoreClient } from '@webpay/contract/client';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import * as v from 'valibot';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { purgeLinks } from '../../../apps/api/src/domain/access/queries.ts';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { createDevice } from '../../support/device.ts';
import { operatorOf } from '../../support/operator.ts';
import { capturesOf, sharedEnvironment } from '../../support/shared-environment.ts';
import { moveAllClocks } from '../../support/shop-days.ts';
import {
  CARDS,
  createShopper,
  MINIFLIX,
  orderFields,
  payCard,
  scanQr,
  times,
  want,
  type Shopper,
} from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const MINUTE = 60_000;

afterEach(() => moveAllClocks(environment(), 0));

const linkKept = statement({
  name: 'test.phone_link',
  text: `select l::text as written from phone_links l where l.order_id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({ written: v.string() }),
});

const secret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

type Game = { readonly websiteCode: string; readonly gameId: string };

/** A browser that has scanned a link and has no session. */
function phoneOf(link: string, { offsetMs = 0, key = secret() } = {}, game: Game = MINIFLIX) {
  const client = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...game,
    now: () => Date.now() + offsetMs,
  });
  const keys = { link, key };
  return {
    keys,
    client,
    look: () => client.call('phoneOrder', keys),
    pay: async (pay_id = 'card', payer = '') => {
      const { order } = await want(client.call('phoneOrder', keys));
      const fields = { ...keys, pay_id, total: JSON.stringify(order.total) };
      return client.call('phonePay', payer === '' ? fields : { ...fields, payer });
    },
  };
}

const linkFor = async ({ client }: Pick<Shopper, 'client'>, token: string) =>
  want(client.call('orderPhone', { token }));
const stateFor = async ({ client }: Pick<Shopper, 'client'>, token: string) =>
  want(client.call('orderPhoneState', { token }));

/** A player at a desktop, and a phone that has opened the link of its order. */
async function scanned(fields: Parameters<Shopper['open']>[0] = {}) {
  const shopper = await createShopper(environment());
  const opened = await shopper.open({ order_key: `key-${crypto.randomUUID()}`, ...fields });
  const { link } = await linkFor(shopper, opened.token);
  const phone = phoneOf(link);
  await want(phone.look());
  return { shopper, opened, link, phone };
}

describe('an order that continues on a phone', () => {
  it('is paid there without a session, while the desktop follows', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open({ order_key: `key-${crypto.randomUUID()}` });
    const { link, ends_at } = await linkFor(shopper, opened.token);
    expect(link).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(ends_at - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
    expect((await stateFor(shopper, opened.token)).state).toBe('waiting');

    const phone = phoneOf(link);
    const shown = await want(phone.look());
    expect(shown).toMatchObject({ country: 'US', order: { state: 'open', total: opened.total } });
    expect(shown.channels.map(({ pay_id }) => pay_id)).toContain('card');
    // A stranger who photographs the code learns the name, neither the id nor the order's keys.
    expect(shown.order.role.cid).toBeUndefined();
    expect(shown.order.order_key).toBeUndefined();
    // The token reads and cancels the order for good: a payment answers it.
    expect(JSON.stringify(shown)).not.toContain(opened.token);
    expect((await stateFor(shopper, opened.token)).state).toBe('opened');

    const begun = await want(phone.pay());
    expect(begun).toMatchObject({ order_id: opened.order_id, token: opened.token });
    expect((await payCard(environment(), phone.client, begun, CARDS.success)).state).toBe(
      'success',
    );
    const followed = await stateFor(shopper, opened.token);
    expect(followed.order.state).toBe('success');
    expect((await want(phone.look())).channels).toEqual([]);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('can be declined and paid with another card, and shows a code that its payer scans', async () => {
    const { shopper, opened, phone } = await scanned();
    const first = await want(phone.pay());
    expect((await payCard(environment(), phone.client, first, CARDS.declined)).state).toBe(
      'failed',
    );
    expect((await stateFor(shopper, opened.token)).order).toMatchObject({ state: 'failed' });
    const second = await want(phone.pay());
    expect((await payCard(environment(), phone.client, second, CARDS.success)).state).toBe(
      'success',
    );

    const thai = await scanned({ country: 'TH' });
    expect((await want(thai.phone.pay('promptpay_th'))).pay).toBeNull();
    const { order } = await want(thai.phone.look());
    if (order.action?.kind !== 'qr') throw new Error(`no code: ${JSON.stringify(order.action)}`);
    await scanQr(environment(), order.action.code, 'approve');
    await thai.shopper.until(thai.opened.token, (each) => each.state === 'success');
  });

  it('is charged once when desktop and phone press Pay at once', async () => {
    const { shopper, opened, phone } = await scanned();
    const begun = await want(phone.pay());
    const again = await shopper.open({
      order_key: (await shopper.inquire(opened.token)).order_key ?? '',
    });
    const answers = await times(4, (index) =>
      index % 2 === 0
        ? shopper.payByCard(again, CARDS.success)
        : payCard(environment(), phone.client, begun, CARDS.success),
    );
    for (const each of answers) expect(['success', 'waiting']).toContain(each.state);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('keeps the sum and the country of the desktop', async () => {
    const { opened, phone } = await scanned();
    const total = JSON.stringify({ ...opened.total, amount: '0.01' });
    const less = await phone.client.call('phonePay', { ...phone.keys, pay_id: 'card', total });
    expect(less.code).toBe(20017);
    const fields = { ...phone.keys, country: 'JP', pay_id: 'card', products: '[]' };
    const wishes = { ...fields, total: JSON.stringify(opened.total) };
    expect(await want(phone.client.call('phonePay', wishes))).toMatchObject({
      order_id: opened.order_id,
      total: opened.total,
    });
    expect((await phone.pay('gcash_ph')).code).toBe(20016);
  });
});

describe('a link for a phone', () => {
  it('opens on the first phone only, whatever arrives at once', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open({ order_key: `key-${crypto.randomUUID()}` });
    const { link } = await linkFor(shopper, opened.token);
    const phones = Array.from({ length: 6 }, () => phoneOf(link));
    const answers = await Promise.all(phones.map((phone) => phone.look()));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    for (const { code, result } of answers) {
      if (code !== 200) expect([code, result]).toEqual([20005, { why: 'opened' }]);
    }
    const mine = phones[answers.findIndex(({ code }) => code === 200)];
    expect((await mine?.look())?.code).toBe(200);
    const once = phoneOf((await linkFor(shopper, opened.token)).link);
    expect((await times(4, () => once.look())).map(({ code }) => code)).toEqual(Array(4).fill(200));
    expect((await mine?.look())?.code).toBe(20005);
  });

  it('ends with time, at the press of its player and at log-out, and opens nothing after a payment', async () => {
    const shopper = await createShopper(environment());
    const open = () => shopper.open({ order_key: `key-${crypto.randomUUID()}` });
    const unopened = await linkFor(shopper, (await open()).token);
    const late = phoneOf((await linkFor(shopper, (await open()).token)).link);
    expect((await late.look()).code).toBe(200);
    await moveAllClocks(environment(), 11 * MINUTE);
    const later = { offsetMs: 11 * MINUTE };
    expect((await phoneOf(unopened.link, later).look()).code).toBe(20005);
    // The phone that was in time goes on, and its order expires by its own rule.
    const known = phoneOf(late.keys.link, { ...later, key: late.keys.key });
    expect((await known.look()).code).toBe(200);
    await moveAllClocks(environment(), 61 * MINUTE);
    const over = phoneOf(late.keys.link, { offsetMs: 61 * MINUTE, key: late.keys.key });
    expect((await over.look()).code).toBe(20005);
    await moveAllClocks(environment(), 0);

    const { shopper: other, opened, phone } = await scanned();
    const ended = await want(
      other.client.call('orderPhoneState', { token: opened.token, end: '1' }),
    );
    expect(ended.state).toBe('ended');
    expect((await phone.look()).code).toBe(20005);
    expect(
      (await phone.client.call('phonePay', { ...phone.keys, pay_id: 'card', total: '{}' })).code,
    ).not.toBe(200);
    const next = phoneOf((await linkFor(other, opened.token)).link);
    expect((await next.look()).code).toBe(200);
    await want(other.client.call('logout', {}));
    expect((await next.look()).code).toBe(20005);

    const paid = await scanned();
    await paid.shopper.payByCard(paid.opened, CARDS.success);
    await paid.shopper.until(paid.opened.token, (each) => each.state === 'success');
    expect((await paid.shopper.client.call('orderPhone', { token: paid.opened.token })).code).toBe(
      20013,
    );
    expect((await paid.phone.pay()).result).toMatchObject({ state: 'success', pay: null });
    expect(await capturesOf(environment(), paid.opened.order_id)).toHaveLength(1);
  });

  it('belongs to one order of one character and one project', async () => {
    const { opened, link, phone } = await scanned();
    const stranger = await createShopper(environment());
    expect((await stranger.client.call('orderPhone', { token: opened.token })).code).toBe(20013);
    expect((await stranger.client.call('orderPhoneState', { token: opened.token })).code).toBe(
      20010,
    );
    const game = { websiteCode: 'cgg', gameId: '10' };
    expect((await phoneOf(link, { key: phone.keys.key }, game).look()).code).toBe(10001);
    expect((await phoneOf(secret()).look()).code).toBe(20005);
  });

  it('is stored as hashes, and deleted a day after its end', async () => {
    const { opened, link, phone } = await scanned();
    const { written } = await operator.db().one(linkKept, { orderId: opened.order_id });
    for (const each of [link, phone.keys.key]) {
      expect(written).not.toContain(each);
      expect(written).not.toContain(Buffer.from(each).toString('hex'));
    }
    const orderId = opened.order_id;
    await operator.db().run(purgeLinks, { now: new Date(Date.now() + 24 * 60 * MINUTE) });
    expect(await operator.db().maybe(linkKept, { orderId })).not.toBeNull();
    await operator.db().run(purgeLinks, { now: new Date(Date.now() + 26 * 60 * MINUTE) });
    expect(await operator.db().maybe(linkKept, { orderId })).toBeNull();
  });
});

const OWN: readonly CallName[] = ['phoneOrder', 'phonePay'];

describe('a phone without a session', () => {
  let scan: Awaited<ReturnType<typeof scanned>>;
  beforeAll(async () => {
    scan = await scanned();
  });
  const named = Object.entries(CALL_PATHS)
    .filter(([name, { method }]) => method === 'POST' && !OWN.includes(name as CallName))
    .map(([name, { session }]) => [name as CallName, session] as const);

  it.each(named)('has no session for %s, whichever of its secrets it sends', async (name, need) => {
    const device = createDevice(environment().url, '203.0.113.9', () => 0);
    const { link, key } = scan.phone.keys;
    for (const user_token of [link, key, `${link}.${key}`, scan.opened.token]) {
      // A look-up needs no link: it names the character that it was told.
      const place = name === 'role' ? {} : scan.shopper.place;
      const fields = { ...orderFields('gems-60'), ...place, token: scan.opened.token };
      const { code, result } = await device.call(name, { ...fields, user_token, link, key });
      if (need === 'required') expect(code).toBe(11002);
      // Open to everybody with or without a link: it adds nothing to them.
      else expect(JSON.stringify(result ?? {})).not.toContain(scan.shopper.cid);
    }
  });
});
