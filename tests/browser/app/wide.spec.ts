import { signIn } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const CLASSES = [
  [360, 800, 2],
  [768, 1024, 3],
  [1280, 800, 4],
  [1600, 900, 5],
] as const;

test('[A05] goods and their skeleton have 2, 3, 4 and 5 columns by class of screen @full', async ({
  page,
}) => {
  await signIn(page);
  const columnsOf = (grid: string) =>
    page
      .locator(grid)
      .first()
      .evaluate((each) => getComputedStyle(each).gridTemplateColumns.split(' ').length);

  // The list waits for its answer, so that the skeleton stays.
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/recharge/product/lists*', async (route) => {
    await answered;
    await route.continue();
  });
  await page.context().clearCookies({ name: 'known' });
  await page.goto('/miniflix/goodsList');
  const skeleton = '[data-page=goodsList] [aria-busy=true] [data-goods-grid]';
  await expect(page.locator(skeleton)).toBeVisible();
  for (const [width, height, columns] of CLASSES) {
    await resizeTo(page, { width, height });
    await expect.poll(() => columnsOf(skeleton), `skeleton at ${width} px`).toBe(columns);
  }
  answer();
  const goods = 'main ul[data-goods-grid]';
  await expect(page.locator(goods)).toBeVisible();
  for (const [width, height, columns] of CLASSES) {
    await resizeTo(page, { width, height });
    await expect.poll(() => columnsOf(goods), `goods at ${width} px`).toBe(columns);
  }
});
