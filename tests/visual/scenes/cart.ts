import { CARDS, want } from '../../support/shopper.ts';
import { refuse, signIn, type SceneParts, type Scenes } from './scene.ts';

export const CART: Scenes = {
  cart: async (parts) => {
    await fillCart(parts, [2, 1]);
    await openCart(parts);
  },
  'cart-edit': async (parts) => {
    await fillCart(parts, [2, 1, 1]);
    await openCart(parts);
    await editCart(parts);
  },
  'cart-delete': async (parts) => {
    await fillCart(parts, [2, 1, 1]);
    await openCart(parts);
    await editCart(parts);
    await parts.page.locator('[data-foot] button:visible').click();
    await parts.page.locator('dialog [data-primary]').waitFor();
  },
  'cart-gone': async (parts) => {
    await fillCart(parts, [1, 2], { withGone: true });
    await openCart(parts);
  },
  'cart-full': async (parts) => {
    await fillCart(parts, [7, 3]);
    await openCart(parts);
  },
  'cart-refused': async (parts) => {
    await fillCart(parts, [1, 2]);
    await refuse(parts.page, '**/api/cart/set', 20_008);
    await openCart(parts);
    await parts.page.locator('main li [role=group] button').nth(1).click();
    await parts.page.locator('main li [role=alert]').waitFor();
  },
  'cart-empty': async (parts) => {
    await fillCart(parts, []);
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}/cart`);
    await parts.page.locator('[data-set]').waitFor();
  },
  'cart-failed': async (parts) => {
    await refuse(parts.page, '**/api/cart/get', 10_502);
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}/cart`);
    await parts.page.getByText('5f0c2d9e').waitFor();
  },
};

/**
 * Puts this many of the first goods in the cart, without the cheapest; `withGone` adds a sold-out
 * pack.
 */
export async function fillCart(
  { shopper }: SceneParts,
  counts: readonly number[],
  { withGone = false } = {},
): Promise<void> {
  const { client } = shopper;
  const before = await want(client.call('cartGet', {}));
  const ids = before.items.map(({ product_id }) => product_id);
  if (ids.length > 0) await want(client.call('cartRemove', { product_ids: ids.join(',') }));
  const shelf = await want(client.call('productLists', shopper.place));
  const sold = shelf.goods.filter(({ state }) => state === 'available');
  const topUps = sold.filter(({ kind }) => kind === 'topup').slice(3);
  const limited = sold.find(({ kind, limit }) => kind === 'pack' && limit !== null);
  const set = (product_id: string, count: number) =>
    want(client.call('cartSet', { product_id, count: String(count) }));
  for (const [index, count] of counts.entries()) {
    const product = topUps[index];
    if (product) await set(product.product_id, count);
  }
  if (!withGone || !limited) return;
  const { product_id } = limited;
  await set(product_id, 1);
  const opened = await shopper.open({
    products: [{ product_id, count: limited.limit?.left ?? 1 }],
  });
  await shopper.payByCard(opened, CARDS.success);
}

export async function openCart(parts: SceneParts): Promise<void> {
  await signIn(parts);
  await parts.page.goto(`/${parts.theme}/cart`);
  await parts.page.locator('main li input').first().waitFor();
}

/** Opens the edit mode with the first two lines selected. */
async function editCart({ page }: SceneParts): Promise<void> {
  await page.locator('main header button').last().click();
  for (const each of [0, 1]) await page.locator('main li input').nth(each).check();
}
