import { createShopper } from '../support/shopper.ts';
import { PICTURED } from './pictures-scenes.ts';
import { differenceFrom, IS_WRITING, TOO_MUCH } from '../support/browser/pictures.ts';
import { MINIFLIX } from '../support/browser/projects.ts';
import { addresses } from '../support/browser/shop.ts';
import { expect, test } from '../support/browser/test.ts';

/**
 * Compares the ten main screens with tests/visual, coarsely enough for other fonts.
 * `WEBPAY_VISUAL=write npx playwright test tests/visual/visual.spec.ts` writes them anew.
 */

test.use({ deviceScaleFactor: 1 });

const HALVES: readonly (readonly string[])[] = [
  ['login', 'home', 'home-found', 'goods-selected', 'goods-popup'],
  ['cart', 'payment', 'result-success', 'result-declined', 'not-found'],
];
/** The way to the next reward, which arrives after the page. */
const REWARDS: Readonly<Record<string, string>> = {
  'goods-selected': 'Earns 1 reward',
  'goods-popup': 'points to go',
  'result-success': 'points to go',
};
/** Fixed IDs: names and carts stay the same. */
const CIDS = ['204518767', '204518768'] as const;

for (const [half, screens] of HALVES.entries()) {
  test(`[A01, A02, A03] ${screens.join(', ')} match their reference images @full`, async ({
    page,
  }, info) => {
    const { code: theme, gameId } = MINIFLIX;
    const shopper = await createShopper(addresses(), {
      websiteCode: theme,
      gameId,
      cid: CIDS[half] ?? '',
    });
    for (const name of screens) {
      await test.step(name, async () => {
        await page.goto('/robots.txt');
        await page.evaluate(() => localStorage.clear());
        await page.context().clearCookies();
        await PICTURED[name]?.({ page, theme, shopper });
        await expect(page.locator('main ol [aria-current]')).toHaveCount(0);
        await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
        const reward = REWARDS[name];
        if (reward !== undefined) {
          await expect(page.locator('[data-reward]:visible').first()).toContainText(reward);
        }
        // The last frames may still be drawing.
        const difference = () => differenceFrom(page, name, info);
        await expect.poll(difference, name).toBeLessThan(TOO_MUCH);
      });
    }
    if (half === 1 || IS_WRITING) return;
    for (const [what, shape] of [
      ['the foot', '[data-foot] { display: none !important }'],
      ['the art', 'main li img { visibility: hidden !important }'],
      ['the ring', 'main *::after { box-shadow: none !important }'],
    ] as const) {
      await test.step(`without ${what} the comparison fails`, async () => {
        await PICTURED['goods-selected']?.({ page, theme, shopper });
        await page.evaluate((css) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets = [sheet];
        }, shape);
        expect(await differenceFrom(page, 'goods-selected', info), what).toBeGreaterThan(TOO_MUCH);
      });
    }
  });
}
