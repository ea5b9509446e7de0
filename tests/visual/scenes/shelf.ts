import { fillCart } from './cart.ts';
import { openShelf, PACK, refuse, type Scenes, signIn, TOP_UP } from './scene.ts';

export const SHELF: Scenes = {
  'goods-list': async (parts) => openShelf(parts),
  'goods-list-end': async (parts) => {
    await openShelf(parts);
    await parts.page.evaluate('scrollTo(0, document.body.scrollHeight)');
  },
  'goods-selected': async (parts) => {
    await openShelf(parts);
    await parts.page.locator(TOP_UP).nth(3).click();
  },
  'goods-popup': async (parts) => {
    await openShelf(parts);
    await parts.page.locator(PACK).first().click();
    await parts.page.locator(':is(dialog, [role=dialog]) [data-primary]').waitFor();
  },
  'goods-several': async (parts) => {
    await fillCart(parts, []);
    await openShelf(parts);
    for (const each of [1, 3, 4]) await parts.page.locator(TOP_UP).nth(each).click();
  },
  'goods-cart': async (parts) => {
    await fillCart(parts, [2, 1]);
    await openShelf(parts);
    await parts.page.locator('[data-primary]:visible').first().waitFor();
  },
  items: async (parts) => {
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}/items`);
    await parts.page.locator('main article button').first().click();
  },
  'goods-failed': async (parts) => {
    await refuse(parts.page, '**/api/recharge/product/lists', 10_502);
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}/goodsList`);
    await parts.page.getByText('5f0c2d9e').waitFor();
  },
};
