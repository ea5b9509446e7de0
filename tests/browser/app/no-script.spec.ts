import { expect, test } from '../../support/browser/test.ts';

test.use({ javaScriptEnabled: false });

test('without script home, the goods list and the orders say so at the top with a mail link, and show no skeleton @full', async ({
  page,
}) => {
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
});

test('without script a page of no project says so without a mail link @full', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('[data-no-script]')).toContainText('This shop needs JavaScript.');
  await expect(page.locator('[data-no-script] a')).toHaveCount(0);
});
