import type { Page } from '@playwright/test';
import { signIn } from '../../support/browser/player.ts';
import { expect, fullUnless, test } from '../../support/browser/test.ts';

type Block = { readonly x: number; readonly y: number; readonly height: number };

/** Larger differences are seen as a jump. */
const FAR_PX = 24;

/** Blocks of the skeleton in the main part. */
async function blocksOf(page: Page): Promise<readonly Block[]> {
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  return page.evaluate(() =>
    [...document.querySelectorAll('main [aria-busy=true] span')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ x, y, height }) => ({ x, y, height })),
  );
}

/** Largest distance of two blocks' edges. */
const distance = (one: Block, other: Block): number =>
  Math.max(
    Math.abs(one.x - other.x),
    Math.abs(one.y - other.y),
    Math.abs(one.y + one.height - other.y - other.height),
  );

for (const [width, height] of [
  [360, 800],
  [800, 360],
  [768, 1024],
  [1280, 800],
] as const) {
  const size = `${width}x${height}`;
  test.describe(size, () => {
    test.use({ viewport: { width, height } });

    test(`[C02] the first skeleton has the shape of the page that comes at ${size}${fullUnless(width === 360)}`, async ({
      page,
    }) => {
      const shopper = await signIn(page);
      const { token } = await shopper.open();
      const { items } = await shopper.inquire(token);
      // Without an answer each page stays at its own skeleton.
      await page.route('**/api/**', () => undefined);
      for (const address of [
        `directPayment?product=${items[0]?.product_id ?? ''}&count=1`,
        `actInquireOrder#order=${token}`,
        'cart',
        'orders',
        'items',
        'activity/bargainirg',
        'activity/cumulation',
        'activity/card',
      ]) {
        await test.step(address, async () => {
          await page.route('**/assets/**/*.js', (route) => route.abort());
          await page.goto('/robots.txt');
          await page.goto(`/miniflix/${address}`);
          const first = await blocksOf(page);
          await page.unroute('**/assets/**/*.js');
          await page.goto('/robots.txt');
          await page.goto(`/miniflix/${address}`);
          await expect(page.locator('#late')).toHaveCount(0);
          const own = await blocksOf(page);
          expect(own.length).toBeGreaterThan(0);
          const onScreen = own.filter(({ y }) => y < height - FAR_PX);
          for (const block of onScreen) {
            const nearest = Math.min(...first.map((each) => distance(each, block)));
            const facts = JSON.stringify({ block, first });
            expect.soft(nearest, `${size} ${address} ${facts}`).toBeLessThanOrEqual(FAR_PX);
          }
        });
      }
    });
  });
}
