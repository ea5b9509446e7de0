import { expect, test } from '../../support/browser/test.ts';

test.use({ javaScriptEnabled: false });

/** Root font sizes by width, with and without the shop's script (A05). */
const SIZES = [
  [180, '20px'],
  [200, '20px'],
  [320, '32px'],
  [499, '49.9px'],
  [1280, '50px'],
  [360, '36px'],
] as const;

test('[A05, F02] without script home has its sizes and prices; home, the goods list and the orders say so at the top with a mail link, and show no skeleton @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toContainText('$0.99');
  for (const [width, root] of SIZES) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('html'), `${width} px`).toHaveCSS('font-size', root);
  }
  for (const path of ['/miniflix', '/miniflix/goodsList', '/dr2/orders']) {
    await test.step(path, async () => {
      await page.goto(path);
      const notice = page.locator('[data-no-script]');
      await expect(notice).toContainText('This shop needs JavaScript.');
      await expect(notice.getByRole('link')).toHaveAttribute('href', /^mailto:[^@\s]+@[^@\s]+$/);
      const box = await notice.boundingBox();
      expect(box?.y, 'the notice is at the top').toBe(0);
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
      await expect(page.locator('[data-skeleton]:visible')).toHaveCount(0);
    });
  }

  // A page of no project has no mail address.
  await page.goto('/login');
  await expect(page.locator('[data-no-script]')).toContainText('This shop needs JavaScript.');
  await expect(page.locator('[data-no-script] a')).toHaveCount(0);
});
