import { expect, type Locator, type Page } from '@playwright/test';
import { want, type Shopper } from './player.ts';

/** Counts in the server's cart, by product. */
export async function cartOf(shopper: Shopper): Promise<Readonly<Record<string, number>>> {
  const { items } = await want(shopper.client.call('cartGet', {}));
  return Object.fromEntries(items.map(({ product_id, count }) => [product_id, count]));
}

/** Fills the server's cart, as another device would. */
export async function putInCart(shopper: Shopper, counts: Readonly<Record<string, number>>) {
  for (const [product_id, count] of Object.entries(counts)) {
    await want(shopper.client.call('cartSet', { product_id, count: String(count) }));
  }
}

export function lineOf(page: Page, name: string) {
  const line: Locator = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name, exact: true }),
  });
  return {
    line,
    tick: line.getByRole('checkbox', { name, exact: true }),
    count: line.getByRole('spinbutton', { name }),
    more: line.getByRole('button', { name: `Add one ${name}` }),
    fewer: line.getByRole('button', { name: `Remove one ${name}` }),
    remove: line.getByRole('button', { name: `Remove ${name}` }),
  };
}

export async function openCart(page: Page, project = 'miniflix'): Promise<void> {
  await page.goto(`/${project}/cart`);
  await expect(page.getByRole('list', { name: 'In your cart' })).toBeVisible();
}

export function foot(page: Page): Locator {
  return page.locator('[data-foot]:visible');
}
