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

test('a pasted order number leads to its cause in two actions, and its answer is copied within four @full', async ({
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
});

test('an order changes under the eyes of the operator, from unresolved to delivered @full', async ({
  page,
}) => {
  const shopper = await createShopper(addresses());
  const order = await shopper.open({ country: 'DE' });
  await signInToConsole(page);
  await page.goto(`/orders/${order.token.slice(0, 20)}`);
  const cause = page.getByRole('region', { name: 'Cause' });
  await expect(cause.getByRole('heading', { level: 2 })).toContainText('Not paid');
  await shopper.payByCard(order, CARDS.success);
  await expect(cause.getByRole('heading', { level: 2 })).toContainText('the game took the mail');
  await expect(page.getByRole('list', { name: 'Timeline, newest first' })).toContainText('mail');
});
