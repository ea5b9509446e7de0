import type { Cart } from '@webpay/contract/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CARDS,
  createShopper,
  MINIFLIX,
  orderFields,
  want,
  type Shopper,
} from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';
import { editedCatalogue, type EditedCatalogue } from '../../support/edited-catalogue.ts';

// Edits the catalogue, so it needs a shop of its own.
const environment = sharedEnvironment();

const set = (shopper: Shopper, product_id: string, count: number, country = 'US') =>
  want(shopper.client.call('cartSet', { product_id, count: String(count), country }));

const get = (shopper: Shopper, country = 'US') => want(shopper.client.call('cartGet', { country }));

const countsOf = (cart: Cart) =>
  Object.fromEntries(cart.items.map((item) => [item.product_id, item.count]));

type Counts = Readonly<Record<string, number>>;

/** order/create from the cart, as the storefront sends it. */
const checkOut = (
  shopper: Shopper,
  counts: Counts,
  options: { readonly total?: Cart['total']; readonly order_key?: string } = {},
) =>
  shopper.client.call('orderCreate', {
    ...orderFields(''),
    products: JSON.stringify(
      Object.entries(counts).map(([product_id, count]) => ({ product_id, count })),
    ),
    source: 'cart',
    ...(options.total === undefined ? {} : { total: JSON.stringify(options.total) }),
    ...(options.order_key === undefined ? {} : { order_key: options.order_key }),
  });

describe('[F03] a checkout of the cart', () => {
  it('[V05] charges the shown sum; bought goods leave the cart, later additions stay', async () => {
    const shopper = await createShopper(environment());
    await set(shopper, 'gems-60', 2);
    await set(shopper, 'gems-125', 1);
    const cart = await set(shopper, 'gems-300', 1);
    const part = { 'gems-60': 2, 'gems-125': 1 };
    const opened = await want(checkOut(shopper, part));
    expect((await get(shopper)).count).toBe(4);

    const tablet = await createShopper(environment(), { ...MINIFLIX, cid: shopper.cid });
    await set(tablet, 'gems-60', 3);
    expect((await shopper.payByCard(opened, CARDS.success)).state).toBe('success');
    expect(countsOf(await get(shopper))).toEqual({ 'gems-60': 1, 'gems-300': 1 });
    expect((await get(tablet)).refreshed).toBe(false);
    const order = await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(order.items.map((item) => item.count)).toEqual([2, 1]);
    expect(cart.count).toBe(4);
    const [mail, ...more] = await shopper.mails();
    expect(more).toEqual([]);
    expect(mail?.items).toEqual([{ item_id: 'gem', name: 'Gems', count: 2 * 60 + 125 }]);
  });

  it('removes its goods once, however often the gateway notifies', async () => {
    const shopper = await createShopper(environment());
    await set(shopper, 'gems-60', 1);
    await setFault(environment(), 'payermax', 'webhook', 'duplicate', { times: 2 });
    const opened = await want(checkOut(shopper, { 'gems-60': 1 }));
    await shopper.payByCard(opened, CARDS.pending);
    await shopper.until(opened.token, (each) => each.state === 'success');
    expect((await get(shopper)).items).toEqual([]);
    await set(shopper, 'gems-60', 1);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    await clearFaults(environment());
    expect(countsOf(await get(shopper))).toEqual({ 'gems-60': 1 });
  });

  it('leaves the cart alone when the payment fails or is abandoned', async () => {
    const shopper = await createShopper(environment());
    await set(shopper, 'gems-60', 1);
    const order_key = `key-${crypto.randomUUID()}`;
    const opened = await want(checkOut(shopper, { 'gems-60': 1 }, { order_key }));
    expect((await shopper.payByCard(opened, CARDS.declined)).state).toBe('failed');
    expect(countsOf(await get(shopper))).toEqual({ 'gems-60': 1 });
    // Another phone empties the cart; the open order is unaffected.
    await want(shopper.client.call('cartRemove', { product_ids: 'gems-60' }));
    const again = await want(checkOut(shopper, { 'gems-60': 1 }, { order_key }));
    expect(again.order_id).toBe(opened.order_id);
    await want(shopper.client.call('orderCancel', { token: again.token }));
    await set(shopper, 'gems-60', 1);
    expect(countsOf(await get(shopper))).toEqual({ 'gems-60': 1 });
  });

  it('[S09] [E08] answers 20006 when another phone changed or bought the cart, and creates nothing', async () => {
    const phone = await createShopper(environment());
    const tablet = await createShopper(environment(), { ...MINIFLIX, cid: phone.cid });
    await set(phone, 'gems-60', 2);
    await set(tablet, 'gems-60', 3);
    expect((await checkOut(phone, { 'gems-60': 2 })).code).toBe(20006);
    expect((await checkOut(phone, { 'gems-60': 3, 'gems-125': 1 })).code).toBe(20006);
    const opened = await want(checkOut(tablet, { 'gems-60': 3 }));
    await tablet.payByCard(opened, CARDS.success);
    expect((await checkOut(phone, { 'gems-60': 3 })).code).toBe(20006);
    // A single good bought outside the cart leaves the cart alone.
    expect((await phone.open()).state).toBe('open');
  });

  it('charges its own content or answers 20006 when the cart changes at the same moment', async () => {
    const shopper = await createShopper(environment());
    for (let round = 0; round < 4; round += 1) {
      await set(shopper, 'gems-60', 1);
      const [answer] = await Promise.all([
        checkOut(shopper, { 'gems-60': 1 }),
        set(shopper, 'gems-60', 2),
      ]);
      expect([200, 20006]).toContain(answer.code);
      const token = answer.code === 200 ? answer.result?.token : undefined;
      if (token !== undefined) expect((await shopper.inquire(token)).items[0]?.count).toBe(1);
      expect(countsOf(await get(shopper))).toEqual({ 'gems-60': 2 });
    }
  });

  it('loses neither cart nor payment when the cart changes during the payment', async () => {
    const shopper = await createShopper(environment());
    await set(shopper, 'gems-60', 1);
    await set(shopper, 'gems-125', 1);
    const opened = await want(checkOut(shopper, { 'gems-60': 1, 'gems-125': 1 }));
    await Promise.all([
      shopper.payByCard(opened, CARDS.success),
      set(shopper, 'gems-300', 2),
      set(shopper, 'gems-60', 3),
    ]);
    await shopper.until(opened.token, (each) => each.state === 'success');
    const left = countsOf(await get(shopper));
    // The cart was set to three, before or after the purchase of one.
    expect([2, 3]).toContain(left['gems-60']);
    expect(left).toEqual({ 'gems-300': 2, 'gems-60': left['gems-60'] });
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });
});

describe('[S09] a cart whose goods changed in the catalogue', () => {
  let catalogue: EditedCatalogue;
  let shopper: Shopper;
  beforeAll(async () => {
    shopper = await createShopper(environment());
    await set(shopper, 'gems-60', 1);
    await set(shopper, 'pack-matinee', 2);
    await set(shopper, 'pack-directors-kit', 1);
    await set(shopper, 'pack-casting-call', 1);
    await set(shopper, 'pack-premiere-night', 3);
    catalogue = await editedCatalogue(environment().databaseUrl);
    await catalogue.editGood('miniflix', 'pack-matinee', "USD: '2.99'", "USD: '3.49'");
    await catalogue.editGood('miniflix', 'pack-directors-kit', 'on_sale: true', 'on_sale: false');
    await catalogue.editGood('miniflix', 'pack-casting-call', 'pack-casting-call', 'pack-gone');
    await catalogue.editGood('miniflix', 'pack-premiere-night', 'max: 3', 'max: 2');
    await catalogue.import();
  });
  afterAll(() => catalogue.remove());

  it('[E08] answers 20017 to the old price, with today’s sum', async () => {
    const one = await createShopper(environment());
    await set(one, 'pack-matinee', 1);
    const total = { amount: '2.99', currency: 'USD' };
    expect(await checkOut(one, { 'pack-matinee': 1 }, { total })).toMatchObject({
      code: 20017,
      result: { total: { amount: '3.49', currency: 'USD' } },
    });
  });

  it('reports once that it was refreshed, with the reason for each good', async () => {
    const told = await get(shopper);
    expect(told).toMatchObject({
      refreshed: true,
      count: 3,
      total: { amount: '7.97', currency: 'USD' },
    });
    const items = Object.fromEntries(told.items.map((item) => [item.product_id, item]));
    expect(items['gems-60']).toMatchObject({ state: 'ok' });
    expect(items['gems-60']).not.toHaveProperty('was');
    expect(items['pack-matinee']).toMatchObject({
      state: 'ok',
      price: { amount: '3.49' },
      was: { amount: '2.99', currency: 'USD' },
    });
    expect(items['pack-directors-kit']).toMatchObject({ state: 'invalid', reason: 'not_on_sale' });
    expect(items['pack-casting-call']).toMatchObject({ state: 'expired', name: 'Casting call' });
    // It has no price any more; the last known one is shown.
    expect(items['pack-casting-call']?.price.currency).toBe('USD');
    expect(Number(items['pack-casting-call']?.price.amount)).toBeGreaterThan(0);
    expect(items['pack-premiere-night']).toMatchObject({
      state: 'invalid',
      reason: 'over_maximum',
      count: 3,
      max: 2,
    });
    // A lost answer changes only the flag of the next one.
    expect(await get(shopper)).toEqual({ ...told, refreshed: false });
  });

  it('cannot be bought with goods that are no longer sold', async () => {
    for (const id of ['pack-directors-kit', 'pack-casting-call']) {
      expect((await checkOut(shopper, { 'gems-60': 1, [id]: 1 })).code).toBe(10010);
    }
    expect((await checkOut(shopper, { 'pack-premiere-night': 3 })).code).toBe(20009);
  });

  it('becomes payable by a lower count and the removal of the rest', async () => {
    const lowered = await set(shopper, 'pack-premiere-night', 2);
    expect(lowered).toMatchObject({ count: 5, refreshed: false });
    const cleared = await want(shopper.client.call('cartClearInvalid', { country: 'US' }));
    expect(countsOf(cleared)).toEqual({
      'gems-60': 1,
      'pack-matinee': 2,
      'pack-premiere-night': 2,
    });
    const { total, items } = await set(shopper, 'pack-matinee', 2);
    expect(items.every((item) => item.state === 'ok' && item.was === undefined)).toBe(true);
    const opened = await want(checkOut(shopper, countsOf(cleared), { total }));
    expect(opened.total).toEqual(total);
    expect((await shopper.payByCard(opened, CARDS.success)).state).toBe('success');
    expect((await get(shopper)).items).toEqual([]);
  });
});
