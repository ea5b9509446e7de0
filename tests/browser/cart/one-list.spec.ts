import { foot, lineOf, putInCart } from '../../support/browser/cart.ts';
import { listedGood } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F02, F03] Check out of selected goods shows what the cart already holds before it is paid (15.6) @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  await putInCart(shopper, { 'gems-300': 1 });
  await page.goto('/miniflix/goodsList');
  await listedGood(page, '60 Gems').click();
  await listedGood(page, '125 Gems').click();
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page).toHaveURL('/miniflix/cart');
  for (const name of ['60 Gems', '125 Gems', '300 Gems']) {
    await expect(lineOf(page, name).tick).toBeChecked();
  }
  await expect(foot(page)).toContainText('All · 3 items');
});
