import { focusOf } from '../../support/browser/keyboard.ts';
import { holdNotices } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { isTakenOver, stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[R24, A17, A15] popup, Back and toast never lose the focus @full', async ({ page }) => {
  await page.clock.install();
  await holdNotices(page);
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await isTakenOver(page);
  const pack = page.getByRole('main').getByRole('button', { name: /^Matinee pack, / });
  await pack.focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: /Matinee pack/ });
  await expect(popup).toBeVisible();
  // The focus cycles inside the popup.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const isInside = await popup.evaluate((dialog) => {
      const { activeElement } = document;
      return dialog.contains(activeElement) || activeElement === document.body;
    });
    expect(isInside, 'the focus stays inside the popup').toBe(true);
  }
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  await expect(pack).toBeFocused();

  const gems = page.getByRole('button', { name: /^60 Gems, / });
  await gems.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Buy now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/directPayment/);
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/goodsList$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // A focused toast stays, and returns the focus when it closes.
  await gems.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Add to cart' }).focus();
  await page.keyboard.press('Enter');
  const view = page.getByRole('status').getByRole('button');
  await expect(view).toBeFocused();
  await page.clock.fastForward(20_000);
  await expect(view).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.clock.fastForward(20_000);
  await expect(view).toHaveCount(0);
  await expect.poll(async () => (await focusOf(page)).said).not.toBe('');
});

test('[A09] a heading that renders late still receives the focus @full', async ({ page }) => {
  await page.clock.install();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/ReturningVisitor-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await stepTo(page, '/miniflix', 'home');
  await page.clock.fastForward(30_000);
  const heading = page.locator('[data-page=home] h1');
  await expect(heading).toHaveCount(0);
  letGo();
  await expect(heading).toBeFocused();
});
