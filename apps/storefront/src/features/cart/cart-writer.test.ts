import type { Cart } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { describe, expect, it, vi } from 'vitest';
import { CallLost, CallRefused } from '../../api/failure.ts';
import { mostInRow, overBy, usdOf, withWishes } from './cart-rules.ts';
import { createCartWriter, OtherSession } from './cart-writer.ts';
import { storeWishes, storedWishes } from './stored-wishes.ts';
import type { CartItem } from './queries.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const item = (product_id: string, count: number, change: Partial<CartItem> = {}): CartItem => ({
  product_id,
  name: product_id,
  image: '',
  count,
  price: usd('2.50'),
  subtotal: usd((2.5 * count).toFixed(2)),
  max: 10,
  state: 'ok',
  ...change,
});
const cartOf = (...items: CartItem[]): Cart => ({
  items,
  total: usd('0.00'),
  count: items.reduce((sum, each) => sum + each.count, 0),
  limits: { cart_limit: 10, cart_usd_limit: 1000 },
  refreshed: false,
});
const EMPTY = cartOf();

/** A server whose answers the test releases one by one. */
function server() {
  let answered = 0;
  const asked: { readonly what: string; readonly answer: (failure?: unknown) => void }[] = [];
  const ask = (what: string) =>
    new Promise<Cart>((resolve, reject) => {
      asked.push({
        what,
        answer: (failure) => (failure === undefined ? resolve(EMPTY) : reject(failure)),
      });
    });
  const onRefused = vi.fn<() => void>();
  let stored: string[] = [];
  const writer = createCartWriter({
    set: (id, count) => ask(`${id}=${count}`),
    remove: (ids) => ask(`-${ids.join(',')}`),
    onCart: () => Promise.resolve(),
    onRefused,
    store: (wishes) => (stored = [...wishes].map(([id, { count }]) => `${id}=${count}`)),
    pauseMs: 0,
  });
  return {
    writer,
    onRefused,
    stored: () => stored,
    asked: () => asked.map(({ what }) => what),
    async answerNext(failure?: unknown) {
      await expect.poll(() => asked.length).toBeGreaterThan(answered);
      asked[answered]?.answer(failure);
      answered += 1;
    },
  };
}
const refusal = (code: number, handled = false) =>
  new CallRefused({ code, msg: '', result: { max: 2 }, requestId: null, handled });

describe('cart writer', () => {
  it('[F03] sends one call at a time and merges presses meanwhile into the newest count', async () => {
    const { writer, asked, answerNext } = server();
    writer.wish(item('a', 1), 2);
    const done = writer.flush();
    writer.wish(item('a', 1), 3);
    writer.wish(item('a', 1), 4);
    await answerNext();
    await answerNext();
    expect(await done).toBe(true);
    expect(asked()).toEqual(['a=2', 'a=4']);
    expect(writer.current().wishes.size).toBe(0);
  });

  it('[F03] removes several goods in one call before any count is raised', async () => {
    const { writer, asked, answerNext } = server();
    writer.wish(item('a', 1), 2);
    writer.wish(item('b', 1), 0);
    writer.wish(item('c', 3), 0);
    const done = writer.flush();
    await answerNext();
    await answerNext();
    expect(await done).toBe(true);
    expect(asked()).toEqual(['-b,c', 'a=2']);
  });

  it('[F03, V05] takes a change back when the server refuses, with its reason at the good', async () => {
    const { writer, onRefused, answerNext } = server();
    writer.wish(item('a', 1), 3);
    const done = writer.flush();
    await answerNext(refusal(CODES.ITEM_MAXIMUM));
    expect(await done).toBe(false);
    expect(writer.current().refused.get('a')?.code).toBe(CODES.ITEM_MAXIMUM);
    expect(writer.current().wishes.size).toBe(0);
    expect(onRefused).toHaveBeenCalledOnce();

    // An earlier refusal does not stop the next change.
    writer.wish(item('b', 1), 2);
    const next = writer.flush();
    await answerNext();
    expect(await next).toBe(true);
    writer.wish(item('a', 1), 2);
    expect(writer.current().refused.size).toBe(0);
  });

  it('[F03, E02] stores changes while offline and sends them once online', async () => {
    const { writer, asked, answerNext, stored } = server();
    writer.wish(item('a', 1), 3);
    const done = writer.flush();
    await answerNext(new CallLost('offline', false));
    expect(await done).toBe(false);
    expect(writer.current().lost).toBeInstanceOf(CallLost);
    expect(writer.current().wishes.get('a')?.count).toBe(3);
    expect(stored(), 'they outlive the page').toEqual(['a=3']);

    const again = writer.flush();
    await answerNext();
    expect(await again).toBe(true);
    expect(asked()).toEqual(['a=3', 'a=3']);
    expect(writer.current().lost).toBeNull();
    expect(stored()).toEqual([]);
  });

  it.each([
    ['has ended', refusal(CODES.NO_SESSION, true)],
    ["is another character's", new OtherSession()],
  ])(
    '[S07, E04] stores all changes, without a refusal, when the session %s',
    async (_, failure) => {
      const { writer, asked, answerNext, stored, onRefused } = server();
      writer.wish(item('a', 1), 3);
      writer.wish(item('b', 1), 0);
      const done = writer.flush();
      await answerNext(failure);
      expect(await done).toBe(false);
      expect(asked(), 'nothing more is asked for').toEqual(['-b']);
      expect(onRefused).not.toHaveBeenCalled();
      expect(writer.current().lost).toBeNull();
      expect(stored()).toEqual(['a=3', 'b=0']);

      // Logged in again, perhaps in another tab.
      const again = writer.flush();
      await answerNext();
      await answerNext();
      expect(await again).toBe(true);
      expect(asked()).toEqual(['-b', '-b', 'a=3']);
      expect(stored()).toEqual([]);
    },
  );

  it('[S07] stores changes when another call ended the session first', () => {
    const { writer, asked, stored } = server();
    writer.wish(item('a', 1), 3);
    writer.close(false);
    expect(stored()).toEqual(['a=3']);
    expect(asked()).toEqual([]);
  });

  it('[S07] drops changes on log-out, also one that is being sent', async () => {
    const { writer, asked, answerNext, stored } = server();
    writer.wish(item('a', 1), 3);
    const sent = writer.flush();
    writer.close(true);
    await answerNext('lost');
    await sent;
    expect(asked()).toEqual(['a=3']);
    expect(stored()).toEqual([]);
  });

  it('[S07] restores stored changes for the same character, for one hour at most', () => {
    const role = { pr_id: 'eu', server_id: 's1', server_name: 'S1', cid: '1', name: 'A', level: 1 };
    const wish = { item: item('a', 1), count: 3 };
    storeWishes('miniflix', role, new Map([['a', wish]]), 0);
    expect(storedWishes('miniflix', role, 3_599_000)).toEqual([wish]);
    expect(storedWishes('miniflix', role, 3_600_000)).toEqual([]);
    const other = { ...role, cid: '2' };
    expect(storedWishes('miniflix', other, 0)).toEqual([]);
    expect(storedWishes('dr2', role, 0)).toEqual([]);
    storeWishes('miniflix', other, new Map());
    expect(storedWishes('miniflix', role, 0)).toEqual([wish]);
    storeWishes('miniflix', role, new Map());
    expect(storedWishes('miniflix', role, 0)).toEqual([]);
  });
});

describe('cart as the player sees it', () => {
  const cart = cartOf(item('a', 2), item('b', 1), item('gone', 1, { state: 'invalid' }));

  it('[F03] counts changes before the server has answered', () => {
    const seen = withWishes(
      cart,
      new Map([
        ['a', { item: item('a', 2), count: 4 }],
        ['b', { item: item('b', 1), count: 0 }],
        ['new', { item: item('new', 1), count: 1 }],
      ]),
    );
    expect(seen.items.map(({ product_id, count }) => [product_id, count])).toEqual([
      ['a', 4],
      ['gone', 1],
      ['new', 1],
    ]);
    expect(seen.total).toEqual(usd('12.50'));
    expect(seen.count).toBe(5);
  });

  it('[S09] makes an item above its maximum buyable again once it fits', () => {
    const over = item('a', 3, { state: 'invalid', reason: 'over_maximum', max: 1 });
    const seen = withWishes(cartOf(over), new Map([['a', { item: over, count: 1 }]]));
    expect(seen.items[0]?.state).toBe('ok');
  });

  it.each([
    ['its own maximum', item('a', 1, { max: 3 }), cartOf(item('a', 1), item('b', 2)), 3],
    ['the free capacity', item('a', 2), cartOf(item('a', 2), item('b', 7)), 3],
    ['a full cart', item('a', 4), cartOf(item('a', 4), item('b', 6)), 4],
    ['a cart over its limit', item('a', 4), cartOf(item('a', 4), item('b', 8)), 4],
  ])('[V05, A16] lets a row go up to %s', (_, row, within, most) => {
    expect(mostInRow(row, within, 10)).toBe(most);
  });

  it('[V05] computes a cart in another currency in dollars and its amount above the limit', () => {
    const euro = item('a', 3, { price: { amount: '2.29', currency: 'EUR' } });
    expect(usdOf([euro], new Map([['a', usd('2.50')]]))).toEqual(usd('7.50'));
    expect(usdOf([euro], new Map())).toBeNull();
    expect(usdOf([], new Map())).toEqual(usd('0.00'));
    expect(overBy(usd('1020.00'), 1000)).toEqual(usd('20.00'));
    expect(overBy(usd('1000.00'), 1000)).toBeNull();
  });
});
