import { findBarriers } from '../../support/browser/axe.ts';
import {
  clipboard,
  consoleTest as test,
  pasteIntoSearch,
  signInToConsole,
} from '../../support/browser/console.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

test('a pasted order number leads to its cause in two actions, its answer is copied within four, and its character is found by the ID @full', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  const shopper = await createShopper(addresses());
  const order = await shopper.open({ country: 'DE' });
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  await signInToConsole(page);
  await page.goto('/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();

  await test.step('paste, Enter: the sentence', async () => {
    await pasteIntoSearch(page, order.order_no);
    const cause = page.getByRole('region', { name: 'Cause' });
    await expect(cause.getByRole('heading', { level: 2 })).toContainText('the game took the mail');
    await expect(page).toHaveURL(new RegExp(`/orders/${order.token.slice(0, 20)}$`));
    await expect(page.getByRole('list', { name: 'Steps of the order' })).toContainText('Paid');
  });

  await test.step('the answer in another language', async () => {
    const answer = page.getByRole('region', { name: 'Answer for the player' });
    await expect(answer.getByRole('combobox')).toHaveValue('en');
    await answer.getByRole('combobox').selectOption('de');
    await expect(answer.locator('[lang=de]')).toBeVisible();
    await page.getByRole('button', { name: 'Copy answer', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
    expect(await clipboard(page)).toBe(await answer.locator('[lang=de]').textContent());
  });

  await test.step('keys copy the number and lead back past the search', async () => {
    await page.keyboard.press('y');
    await shownTexts.announced(`Copied: ${order.order_no}`);
    expect(await clipboard(page)).toBe(order.order_no);
    expect(await findBarriers(page)).toEqual([]);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  });

  await test.step('a name that is searched for is not in the address, and what was looked for is said', async () => {
    await pasteIntoSearch(page, 'Nobody of this name');
    await expect(page).toHaveURL('/search');
    await expect(page.getByText(/^Looked for: /)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Nobody of this name');
    await page.reload();
    await expect(page.getByText(/^Looked for: /)).toBeVisible();
  });

  await test.step('several hits stand in groups, arrows and Enter open one', async () => {
    await page.goto('/players');
    await page.getByRole('searchbox', { name: /^ID, server and ID/ }).fill(shopper.cid);
    await page.keyboard.press('Enter');
    const hits = page.getByRole('main').getByRole('link').filter({ hasText: shopper.cid });
    await expect(hits.first()).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
  });

  await test.step('the page of a character shows money, orders, mails and sessions', async () => {
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

  await test.step('an order and a player that do not exist are said to be missing', async () => {
    const id = 'a'.repeat(20);
    await page.goto(`/orders/${id}`);
    await expect(page.getByText(`There is no order ${id}`)).toBeVisible();
    await page.goto('/players/999999999');
    await expect(page.getByText('There is no player 999999999')).toBeVisible();
  });
});
