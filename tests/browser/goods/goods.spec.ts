import type { Locator } from '@playwright/test';
import { CARDS, payByCard } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F02, R07] the goods list filters by category, announces its count, and selects and deselects goods @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  const shelf = page.getByRole('list', { name: 'Items' });
  const gems = page.getByRole('button', { name: /^60 Gems, / });
  await expect(gems).toBeVisible();
  const all = await shelf.getByRole('listitem').count();

  await page.getByRole('group', { name: 'Category' }).getByText('Packs', { exact: true }).click();
  await expect(gems).toBeHidden();
  const packs = await shelf.getByRole('listitem').count();
  expect(packs).toBeLessThan(all);
  await expect(page.getByRole('status').filter({ hasText: `${packs} items` })).toHaveCount(1);

  await page.getByRole('group', { name: 'Category' }).getByText('All', { exact: true }).click();
  await gems.click();
  await expect(gems).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^125 Gems, / }).click();
  await expect(gems).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-foot]:visible')).toContainText('$2.98');
  await gems.click();
  await expect(gems).toHaveAttribute('aria-pressed', 'false');
  await expect(page.locator('[data-foot]:visible')).toContainText('$1.99');

  await page.getByRole('link', { name: 'Weekly Card, $4.99' }).click();
  await expect(page).toHaveURL('/miniflix/activity/card');
  await expect(page.getByRole('button', { name: 'Activate card' })).toBeVisible();

  await page.goto('/miniflix/goodsList');
  await page.getByRole('link', { name: /^Bargain Bash/ }).click();
  await expect(page).toHaveURL('/miniflix/activity/bargainirg');
});

test('[A16, R07, F02] a pack shows its contents, its count stops at the limit, and the limit holds after the purchase @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^Blockbuster chest, / }).click();
  const popup = page.getByRole('dialog', { name: 'Blockbuster chest' });
  const inside = popup.getByRole('list', { name: "What's inside" }).getByRole('listitem');
  await expect.poll(() => inside.count()).toBeGreaterThan(1);
  await expect(popup.getByText('2 per account')).toBeVisible();

  const count = popup.getByRole('spinbutton', { name: 'Blockbuster chest' });
  const more = popup.getByRole('button', { name: 'Add one Blockbuster chest' });
  await expect(count).toHaveValue('1');
  const buy = popup.getByRole('button', { name: /^Buy now/ });
  await expect(buy).toContainText('$');
  const single = await priceIn(buy);
  await more.click();
  await expect(count).toHaveValue('2');
  await expect(more).toBeDisabled();
  await expect(popup.getByText('Maximum 2', { exact: true })).toBeVisible();
  await expect(
    popup.getByText('This is a limited purchase item with a maximum of 2'),
  ).toBeVisible();
  const double = (single * 2).toFixed(2);
  await expect.poll(async () => (await priceIn(buy)).toFixed(2)).toBe(double);

  await buy.click();
  await payByCard(page, CARDS.success, `$${double}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    /on (its|their) way|delivered/,
  );
  await page.getByRole('button', { name: 'Shop', exact: true }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(page.getByRole('button', { name: /^Blockbuster chest, .*Bought/ })).toBeVisible();
});

async function priceIn(button: Locator): Promise<number> {
  const text = (await button.textContent()) ?? '';
  return Number(/\$([\d.]+)/.exec(text)?.[1]);
}
