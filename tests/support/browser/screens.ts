import { expect, type Page } from '@playwright/test';
import { CARDS, want, type Shopper } from '../shopper.ts';
import type { Project } from './projects.ts';

type Open = (page: Page, project: Project, shopper: Shopper) => Promise<void>;

/** Opens each screen of a purchase until it is at rest, in any language. */
export const STOPS = {
  home: async (page: Page, project: Project): Promise<void> => {
    await page.goto(`/${project.code}`);
    await expect(page.locator(':is(main, aside) [data-primary]:visible')).toBeVisible();
  },
  goodsList: async (page, project) => {
    await page.goto(`/${project.code}/goodsList`);
    await page.locator('main li button[aria-pressed]').first().click();
    await expect(page.locator('[data-primary]:visible').first()).toBeVisible();
  },
  items: async (page, project) => {
    await page.goto(`/${project.code}/items`);
    await page.locator('main article button').first().click();
    await expect(page.locator('[data-primary]:visible').first()).toBeVisible();
  },
  cart: async (page, project, shopper) => {
    const { client } = shopper;
    const { goods } = await want(client.call('productLists', shopper.place));
    const limited = goods.find((each) => each.limit !== null && each.state === 'available');
    const [first, second] = goods.filter((each) => each.limit === null);
    for (const each of [first, second, limited]) {
      const product_id = each?.product_id ?? '';
      await want(client.call('cartSet', { product_id, count: '1' }));
    }
    const products = [{ product_id: limited?.product_id ?? '', count: limited?.limit?.left ?? 0 }];
    await shopper.payByCard(await shopper.open({ products }), CARDS.success);
    await page.goto(`/${project.code}/cart`);
    // Goods that reach the next reward come in a list of their own, perhaps before this look; they have no headings.
    await expect(page.locator('main li:has(:is(h2, h3))')).toHaveCount(3);
    await expect(page.locator(':is(main, aside) [data-primary]:visible')).not.toHaveAttribute(
      'aria-disabled',
    );
  },
  popup: async (page, project) => {
    await page.goto(`/${project.code}/goodsList`);
    await page.locator('main li button[aria-haspopup="dialog"]').first().click();
    await expect(page.locator(':is(dialog, [role=dialog]) [data-primary]')).toBeVisible();
  },
  payment: async (page, project, shopper) => {
    const opened = await shopper.open();
    const order = await shopper.inquire(opened.token);
    const product = order.items[0]?.product_id ?? '';
    await page.goto(`/${project.code}/directPayment?product=${product}&count=1`);
    await expect(page.frameLocator('iframe').locator('#number')).toBeVisible();
    await expect(page.locator(':is(main, aside) [data-primary]:visible')).not.toHaveAttribute(
      'aria-disabled',
    );
  },
  result: async (page, project, shopper) => {
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    await page.goto(`/${project.code}/payment#order=${opened.token}`);
    await expect(page.locator('main ol > li')).toHaveCount(3);
    await expect(page.locator('main ol [aria-current]')).toHaveCount(0);
  },
} as const satisfies Readonly<Record<string, Open>>;
