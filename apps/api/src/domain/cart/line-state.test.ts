import { describe, expect, it } from 'vitest';
import { itemOf, lineNow } from './line-state.ts';
import type { CartLine } from './queries.ts';

const CART_LIMIT = 10;

/** Two of a good that cost 4.99 dollars when they were added, and still do. */
function line(changes: Partial<CartLine>): CartLine {
  return {
    product_id: 'good',
    count: 2,
    seen: { USD: { price: 499 } },
    seen_state: 'ok',
    kind: 'pack',
    on_sale: true,
    limit_max: null,
    limit_period: null,
    data: {
      name: { en: 'Good' },
      description: { en: 'A good.' },
      image: 'good.webp',
      category: 'packs',
      tier: 1,
      contents: [],
      bonus: null,
      tag: null,
    },
    price_minor: 499,
    usd_minor: 499,
    has_prices: true,
    held: 0,
    ...changes,
  };
}

describe('[V05] [S09] a cart line', () => {
  it.each<[string, Partial<CartLine>, string, string | undefined, number]>([
    ['sold as before', {}, 'ok', undefined, 10],
    ['of a limited good', { limit_max: 3, held: 1 }, 'ok', undefined, 2],
    ['above the rest of its limit', { limit_max: 2, held: 1 }, 'invalid', 'over_maximum', 1],
    ['with an exhausted limit', { limit_max: 2, held: 2 }, 'invalid', 'limit_reached', 0],
    [
      'bought more often than its limit allows now',
      { limit_max: 1, held: 5 },
      'invalid',
      'limit_reached',
      0,
    ],
    ['above the cart limit', { count: 11 }, 'invalid', 'over_maximum', 10],
    ['temporarily off sale', { on_sale: false }, 'invalid', 'not_on_sale', 10],
    ['sold by an event now', { kind: 'bargain' }, 'invalid', 'not_on_sale', 10],
    ['without a price here', { price_minor: null }, 'invalid', 'no_price', 10],
    [
      'removed from the catalogue',
      { on_sale: false, has_prices: false, price_minor: null },
      'expired',
      undefined,
      10,
    ],
  ])('%s', (_what, changes, state, reason, max) => {
    expect(lineNow(line(changes), 'USD', CART_LIMIT)).toMatchObject({ state, reason, max });
  });

  it('reports a changed price once, and its return as well', () => {
    const changed = lineNow(line({ price_minor: 599 }), 'USD', CART_LIMIT);
    expect(changed).toMatchObject({ isChanged: true, seen: { USD: { price: 599, was: 499 } } });
    const seenLine = line({ price_minor: 599, seen: changed.seen });
    expect(lineNow(seenLine, 'USD', CART_LIMIT)).toMatchObject({
      isUpdate: false,
      isChanged: false,
    });
    const again = lineNow({ ...seenLine, price_minor: 699 }, 'USD', CART_LIMIT);
    expect(again.seen).toEqual({ USD: { price: 699, was: 499 } });
    const back = lineNow({ ...seenLine, price_minor: 499 }, 'USD', CART_LIMIT);
    expect(back).toMatchObject({ isChanged: true, seen: { USD: { price: 499 } } });
    expect(itemOf(back, 'USD', 'en', 'en')).not.toHaveProperty('was');
  });

  it('reports no change on its first view in a country', () => {
    const abroad = lineNow(line({ price_minor: 760 }), 'JPY', CART_LIMIT);
    expect(abroad).toMatchObject({ isUpdate: true, isChanged: false });
    expect(abroad.seen).toEqual({ USD: { price: 499 }, JPY: { price: 760 } });
    const unpriced = lineNow(line({ price_minor: null }), 'JPY', CART_LIMIT);
    expect(unpriced).toMatchObject({ isUpdate: false, isChanged: false, state: 'invalid' });
  });

  it('without a price shows the last price seen here, else elsewhere', () => {
    const gone = line({ on_sale: false, has_prices: false, price_minor: null });
    const here = itemOf(lineNow(gone, 'USD', CART_LIMIT), 'USD', 'de', 'en');
    expect(here).toMatchObject({
      name: 'Good',
      price: { amount: '4.99', currency: 'USD' },
      subtotal: { amount: '9.98', currency: 'USD' },
    });
    expect(here).not.toHaveProperty('was');
    const elsewhere = itemOf(lineNow(gone, 'KWD', CART_LIMIT), 'KWD', 'en', 'en');
    expect(elsewhere.price).toEqual({ amount: '4.99', currency: 'USD' });
  });
});
