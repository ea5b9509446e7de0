import { findBarriers } from '../../support/browser/axe.ts';
import { cartOf, foot, lineOf, openCart, putInCart } from '../../support/browser/cart.ts';
import {
  CARDS,
  fillCard,
  openCheckout,
  payButton,
  payByCard,
  tryAnotherCard,
} from '../../support/browser/checkout.ts';
import { holdNotices } from '../../support/browser/observe.ts';
import { keep, signIn, want } from '../../support/browser/player.ts';
import { capturesOf, watchOrders } from '../../support/browser/sandbox.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[R09, R10, F02, F03, F06, R24, S08] goods are added, counted, removed, restored and paid together in the cart, with another card after a decline', async ({
  page,
}) => {
  await holdNotices(page);
  const shopper = await signIn(page);
  const orders = watchOrders(page);

  await test.step('add goods without leaving the list', async () => {
    await page.goto('/miniflix/goodsList');
    for (const name of ['60 Gems', '125 Gems', '300 Gems']) {
      await page.getByRole('button', { name: new RegExp(`^${name}, `) }).click();
    }
    await expect(foot(page)).toContainText('3 items');
    await expect(foot(page)).toContainText('$7.97');
    await foot(page).getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByText('3 items added to cart')).toBeVisible();
    await expect(page).toHaveURL('/miniflix/goodsList');
    await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible();

    await page.getByRole('button', { name: /^Matinee pack, / }).click();
    const popup = page.getByRole('dialog', { name: 'Matinee pack' });
    await popup.getByRole('button', { name: 'Add to cart' }).click();
    await expect(popup).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cart, 4 items' })).toBeVisible();
    await expect(foot(page)).toContainText('4 items in your cart');
    await foot(page).getByRole('button', { name: 'View cart' }).click();
    await expect(page).toHaveURL('/miniflix/cart');
  });

  await test.step('change counts', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart (4)');
    await expect(page.getByText(/^to .+ · S01 Sunset Lot$/)).toBeVisible();
    await lineOf(page, '60 Gems').more.click();
    await lineOf(page, '125 Gems').count.fill('3');
    await lineOf(page, '125 Gems').count.press('Enter');
    await expect(foot(page)).toContainText('All · 7 items');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart (7)');
    await expect
      .poll(() => cartOf(shopper))
      .toEqual({ 'gems-60': 2, 'gems-125': 3, 'gems-300': 1, 'pack-matinee': 1 });
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('delete and undo', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(lineOf(page, '60 Gems').count).toBeHidden();
    await expect(foot(page).getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
    await lineOf(page, '300 Gems').tick.check();
    await lineOf(page, 'Matinee pack').tick.check();
    expect(await findBarriers(page)).toEqual([]);
    await foot(page).getByRole('button', { name: 'Delete 2' }).click();
    const popup = page.getByRole('alertdialog', { name: 'Remove 2 items?' });
    await expect(popup).toContainText('300 Gems, Matinee pack');
    expect(await findBarriers(page)).toEqual([]);
    await popup.getByRole('button', { name: 'Remove 2 items' }).click();
    await expect(lineOf(page, 'Matinee pack').line).toBeHidden();
    await expect.poll(async () => Object.keys(await cartOf(shopper))).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lineOf(page, 'Matinee pack').line).toBeVisible();
    await expect.poll(async () => Object.keys(await cartOf(shopper))).toHaveLength(4);

    // Both removals can be undone while the notice stands.
    await lineOf(page, '300 Gems').remove.click();
    await lineOf(page, 'Matinee pack').remove.click();
    await expect(page.getByText('2 items removed')).toBeVisible();
    await expect.poll(async () => Object.keys(await cartOf(shopper))).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lineOf(page, '300 Gems').line).toBeVisible();
    await expect.poll(async () => Object.keys(await cartOf(shopper))).toHaveLength(4);

    await lineOf(page, '300 Gems').remove.click();
    await expect(lineOf(page, '300 Gems').line).toBeHidden();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await expect
      .poll(() => cartOf(shopper))
      .toEqual({ 'gems-60': 2, 'gems-125': 3, 'pack-matinee': 1 });
  });

  await test.step('pay for the selected items', async () => {
    await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
    await expect(foot(page)).toContainText('Nothing selected');
    await expect(foot(page).getByRole('button', { name: /^Check out/ })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await lineOf(page, 'Matinee pack').tick.uncheck();
    await expect(foot(page)).toContainText('$7.95');
    await foot(page).getByRole('button', { name: 'Check out' }).click();
    await expect(page).toHaveURL('/miniflix/payment');
    await expect(page.locator('[data-page="payment"]')).toBeVisible();
    await expect(page.getByText('5 items', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show the items' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '125 Gems × 3' })).toBeVisible();
    // A decline leaves the cart unchanged.
    await payByCard(page, CARDS.declined, '$7.95');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Your bank declined the payment',
    );
    await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
    await expect(page.getByText("We'll hold your order for")).toBeVisible();
    expect(await capturesOf(orders)).toEqual([]);
    expect(Object.keys(await cartOf(shopper))).toHaveLength(3);
    await tryAnotherCard(page);
    await payByCard(page, CARDS.success, '$7.95');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/on their way|delivered/);
    expect(orders.size, 'the same order was paid').toBe(1);
  });

  await test.step('paid items arrive once, the rest stays in the cart', async () => {
    await expect
      .poll(async () => (await shopper.mails()).flatMap(({ items }) => items))
      .toEqual([expect.objectContaining({ item_id: 'gem', count: 2 * 60 + 3 * 125 })]);
    expect(await capturesOf(orders)).toMatchObject([{ amount: '7.95', currency: 'USD' }]);
    await page.goto('/miniflix/cart');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart (1)');
    await expect(lineOf(page, 'Matinee pack').tick).toBeChecked();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await lineOf(page, 'Matinee pack').remove.click();
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: "See what's new" }).click();
    await expect(page).toHaveURL('/miniflix/goodsList');
    await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible();
  });
});

test('[R10, R11] the cart’s payment page never sells an earlier single purchase', async ({
  page,
}) => {
  const shopper = await signIn(page);
  await putInCart(shopper, { 'gems-300': 1 });
  const ordered = page.waitForResponse('**/api/recharge/order/create');
  await openCheckout(page);
  await ordered;
  await page.goto('/miniflix/payment');
  await expect(page).toHaveURL('/miniflix/cart');
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page).toHaveURL('/miniflix/payment');
  await expect(page.getByText('300 Gems').first()).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/miniflix/payment');
  await expect(page.getByText('300 Gems').first()).toBeVisible();
  await expect(page.getByText('60 Gems')).toHaveCount(0);
});

test('[C09, F02, F03, R09, R24, E08] two chosen goods go to the checkout, and changes by a second device are reported before payment @full', async ({
  page,
  browser,
}) => {
  const shopper = await signIn(page);
  await page.goto('/miniflix/goodsList');
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  await page.getByRole('button', { name: /^125 Gems, / }).click();
  const ordered = page.waitForRequest('**/api/recharge/order/create');
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page).toHaveURL('/miniflix/payment');
  const fields = new URLSearchParams((await ordered).postData() ?? '');
  expect(fields.get('source')).toBe('cart');
  const route = new URL('/miniflix/payment', page.url()).href;
  expect(fields.get('redirect_url')).toBe(encodeURIComponent(route));
  expect(await cartOf(shopper)).toEqual({ 'gems-60': 1, 'gems-125': 1 });
  // The list behind the checkout is kept; the one behind the cart is fresh (R24).
  await expect(page.locator('[data-page=payment]')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(page.locator('[data-page=goodsList]')).toBeVisible();
  await expect(foot(page)).toContainText('2 items');
  await page.goForward();
  await expect(page.locator('[data-page=payment]')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/miniflix/cart');
  await page.setViewportSize({ width: 1280, height: 800 });
  const summary = page.getByRole('complementary').last();
  await expect(summary.getByRole('button', { name: 'Check out · $2.98' })).toBeVisible();
  await expect(foot(page)).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 800 });

  const user = await page.evaluate(
    () => JSON.parse(localStorage.getItem('webpay:user:miniflix') ?? 'null') as unknown,
  );
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await keep(other, { project: 'miniflix', 'user:miniflix': user });
  await openCart(other);
  await expect(lineOf(other, '125 Gems').line).toBeVisible();
  await lineOf(other, '125 Gems').more.click();
  await expect.poll(() => cartOf(shopper)).toEqual({ 'gems-60': 1, 'gems-125': 2 });

  // The first device still shows one: it reports the change, and no order is created.
  await expect(foot(page)).toContainText('$2.98');
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByText('Your cart has changed. We updated it.')).toBeVisible();
  await expect(lineOf(page, '125 Gems').count).toHaveValue('2');
  await expect(foot(page)).toContainText('$4.97');

  // A change between the press and the order answers 20006.
  await page.route('**/api/recharge/order/create', async (route) => {
    await want(shopper.client.call('cartRemove', { product_ids: 'gems-60' }));
    await route.continue();
  });
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page.getByText('Cart data exception, cart refreshed')).toBeVisible();
  await expect(page.getByText("You haven't been charged.")).toBeVisible();
  await page.getByRole('button', { name: 'View cart' }).click();
  await expect(lineOf(page, '60 Gems').line).toBeHidden();
  await expect(lineOf(page, '125 Gems').count).toHaveValue('2');
  expect(await cartOf(shopper)).toEqual({ 'gems-125': 2 });
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(foot(page)).toContainText('2 items in your cart');
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await context.close();

  // Both devices are at the checkout with the same cart: only the first payment counts.
  await page.unrouteAll();
  const orders = watchOrders(page);
  await openCart(page);
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await fillCard(page, CARDS.success);
  const products = [{ product_id: 'gems-125', count: 2 }];
  await shopper.payByCard(await shopper.open({ products, source: 'cart' }), CARDS.success);
  await payButton(page, '$3.98').click();
  await expect(
    page.getByRole('heading', { name: 'These items are already in another order' }),
  ).toBeVisible();
  await expect(page.getByText("You haven't been charged.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go to shop' }).click();
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible();
  expect(orders.size).toBe(1);
  expect(await capturesOf(orders)).toEqual([]);
});

test('[F03, E02] counts changed offline are kept, marked unsaved, and saved when online @full', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  await putInCart(shopper, { 'gems-60': 1, 'gems-125': 1 });
  await openCart(page);
  await context.setOffline(true);
  await lineOf(page, '60 Gems').more.click();
  await lineOf(page, '125 Gems').count.fill('4');
  await lineOf(page, '125 Gems').count.press('Enter');
  await expect(
    page.getByText("Not saved yet. We'll save it when you're back online."),
  ).toBeVisible();
  await expect(foot(page)).toContainText("You're offline");
  await expect(foot(page).getByRole('button', { name: /^Check out/ })).toBeDisabled();
  expect(await findBarriers(page)).toEqual([]);
  expect(await cartOf(shopper)).toEqual({ 'gems-60': 1, 'gems-125': 1 });

  await context.setOffline(false);
  await expect.poll(() => cartOf(shopper)).toEqual({ 'gems-60': 2, 'gems-125': 4 });
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await expect(lineOf(page, '60 Gems').count).toHaveValue('2');
});
