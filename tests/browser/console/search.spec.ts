import { findBarriers } from '../../support/browser/axe.ts';
import {
  consoleTest as test,
  pasteIntoSearch,
  signInToConsole,
} from '../../support/browser/console.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

test('a character is found by its ID, and its page shows money, orders, mails and sessions @full', async ({
  page,
}) => {
  const shopper = await createShopper(addresses());
  const order = await shopper.open({ country: 'DE' });
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  await signInToConsole(page);
  await page.goto('/players');

  await test.step('several hits stand in groups, arrows and Enter open one', async () => {
    await page.getByRole('searchbox', { name: /^ID, server and ID/ }).fill(shopper.cid);
    await page.keyboard.press('Enter');
    const hits = page.getByRole('main').getByRole('link').filter({ hasText: shopper.cid });
    await expect(hits.first()).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
  });

  await test.step('the character', async () => {
    await expect(page.getByText('May order')).toBeVisible();
    await expect(page).toHaveURL(/\/players\/\d+$/);
    await expect(page.getByRole('row').filter({ hasText: order.order_no })).toContainText(
      'Delivered',
    );
    const parts = page.getByRole('navigation', { name: 'Parts of the life' });
    await parts.getByRole('link', { name: /^Mails 1/ }).click();
    await expect(page).toHaveURL(/tab=mails/);
    await expect(page.getByRole('table')).toContainText('Delivered');
    await parts.getByRole('link', { name: /^Sessions/ }).click();
    await expect(page.getByRole('table')).toContainText('Open');
    expect(await findBarriers(page)).toEqual([]);
  });
});

test('a name that is searched for is not in the address, and what was looked for is said @full', async ({
  page,
}) => {
  await signInToConsole(page);
  await page.goto('/orders');
  await pasteIntoSearch(page, 'Nobody of this name');
  await expect(page).toHaveURL('/search');
  await expect(page.getByText(/^Looked for: /)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Nobody of this name');
  await page.reload();
  await expect(page.getByText(/^Looked for: /)).toBeVisible();
});

test('an order and a player that do not exist are said to be missing @full', async ({ page }) => {
  await signInToConsole(page);
  const id = 'a'.repeat(20);
  await page.goto(`/orders/${id}`);
  await expect(page.getByText(`There is no order ${id}`)).toBeVisible();
  await page.goto('/players/999999999');
  await expect(page.getByText('There is no player 999999999')).toBeVisible();
});
