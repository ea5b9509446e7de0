import { cartOf, foot } from '../../support/browser/cart.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[R08, F02] item packs list their contents by category; one is bought directly, several through the cart', async ({
  page,
}) => {
  const shopper = await signIn(page);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('group', { name: 'Category' }).getByText('Packs', { exact: true }).click();
  await page.getByRole('link', { name: 'See all packs and their contents' }).click();
  await expect(page).toHaveURL('/miniflix/items');
  await expect(page.getByRole('heading', { level: 1, name: 'Item packs' })).toBeVisible();

  const packs = page.getByRole('list', { name: 'Packs', exact: true }).getByRole('article');
  const matinee = packs.filter({ has: page.getByRole('heading', { name: 'Matinee pack' }) });
  await expect(matinee.getByRole('listitem')).toHaveText([
    'Gems× 120',
    'Popcorn bucket× 5',
    'Energy drink× 10',
  ]);
  await expect(packs.filter({ hasText: /^60 Gems/ })).toHaveCount(0);
  const all = await packs.count();

  const kinds = page.getByRole('group', { name: 'Category' });
  await kinds.getByText('Limited', { exact: true }).click();
  await expect(matinee).toBeHidden();
  expect(await packs.count()).toBeLessThan(all);
  await expect(packs.first()).toContainText(/per account|a day|a week|a month/);
  await kinds.getByText('All', { exact: true }).click();

  const choose = page.getByRole('button', { name: 'Choose Matinee pack, $2.99' });
  await choose.click();
  await expect(choose).toHaveAttribute('aria-pressed', 'true');
  await foot(page).getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL('/miniflix/directPayment?product=pack-matinee&count=1');

  await page.goto('/miniflix/items');
  await choose.click();
  await page.getByRole('button', { name: /^Choose Director/ }).click();
  await expect(foot(page)).toContainText('2 items');
  await foot(page).getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
  await expect.poll(() => cartOf(shopper)).toEqual({ 'pack-matinee': 1, 'pack-directors-kit': 1 });
  await expect(choose).toHaveAttribute('aria-pressed', 'false');
  await choose.click();
  await page.getByRole('button', { name: /^Choose Director/ }).click();
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page).toHaveURL('/miniflix/payment');
  await expect(page.getByText('2 items', { exact: true })).toBeVisible();
});
