import { listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

// The set-up of all browser tests asks for reduced motion; looks.spec finds what moves in spite of it.

test('with reduced motion dialogs close, toasts leave, and a changed price replaces the one before @full', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  const cards = page.locator('[data-page=goodsList] main li button[aria-pressed]');
  await cards.nth(0).click();
  await cards.nth(1).click();
  const sum = page.locator('[data-foot] b.num, aside b.num').first();
  await expect(sum).toBeVisible();
  await expect(sum.locator('[aria-hidden=true]'), 'the price before').toHaveCount(0);

  await page.locator('main li button[aria-haspopup="dialog"]').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('dialog')).toHaveCount(0);
  await shownTexts.announced('Added to cart');
  await expect(page.locator('[role=status]').filter({ hasText: 'Added to cart' })).toHaveCount(0);
});
