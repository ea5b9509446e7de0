import { editedCatalogue } from '../../support/edited-catalogue.ts';
import { answerWith } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { cartOf, foot, lineOf, openCart, putInCart } from '../../support/browser/cart.ts';
import { listedGood } from '../../support/browser/checkout.ts';
import { holdNotices } from '../../support/browser/observe.ts';
import { type Shopper, signIn, want } from '../../support/browser/player.ts';
import { projectOf } from '../../support/browser/projects.ts';
import { databaseUrl } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[V05, A16, S09] the cart names its limits of items and units per item, and ignores an invalid count @full', async ({
  page,
}) => {
  await holdNotices(page);
  const shopper = await signIn(page);
  await putInCart(shopper, { 'gems-60': 2, 'pack-blockbuster': 1, 'gems-6480': 3 });
  await openCart(page);
  const gems = lineOf(page, '60 Gems');

  for (const nonsense of ['', 'abc', '💎', '-', '1e9']) {
    await gems.count.fill(nonsense);
    await gems.count.press('Enter');
    await expect(gems.count).toHaveValue('2');
  }
  await gems.count.fill('  3 ');
  await gems.count.press('Enter');
  await expect(gems.count).toHaveValue('3');
  expect((await cartOf(shopper))['gems-60']).toBeLessThanOrEqual(3);

  const chest = lineOf(page, 'Blockbuster chest');
  await chest.count.fill('99999');
  await chest.count.press('Enter');
  await expect(chest.count).toHaveValue('2');
  await expect(chest.more).toBeDisabled();
  await expect(
    chest.line.getByText('This is a limited purchase item with a maximum of 2'),
  ).toBeVisible();

  // A held button repeats until the cart is full.
  await gems.more.hover();
  await page.mouse.down();
  await expect(gems.count).toHaveValue('5');
  await page.mouse.up();
  await expect(page.getByText('Your cart is full (10 items). Check out first.')).toBeVisible();
  await expect(gems.more).toBeDisabled();
  await expect.poll(async () => (await cartOf(shopper))['gems-60']).toBe(5);
  expect(await findBarriers(page)).toEqual([]);

  await test.step('the server enforces the same limit', async () => {
    await page.goto('/miniflix/goodsList');
    await page.getByRole('button', { name: /^300 Gems, / }).click();
    await foot(page).getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByText('Your cart is full', { exact: true })).toBeVisible();
    expect((await cartOf(shopper))['gems-300']).toBeUndefined();
  });
});

test('[V05, E08] a count that the server refuses is undone, with the reason beside it', async ({
  page,
}) => {
  const shopper = await signIn(page, projectOf('vp_mbo'));
  await putInCart(shopper, { 'cores-8400': 8 });
  await openCart(page, 'vp_mbo');
  const dear = page.getByRole('listitem');
  await expect(dear.getByRole('spinbutton')).toHaveValue('8');
  await dear.getByRole('button', { name: /^Add one/ }).click();
  await expect(dear.getByRole('alert')).toHaveText('This would put you over the $1,000 limit.');
  await expect(dear.getByRole('spinbutton')).toHaveValue('8');
  expect(await cartOf(shopper)).toEqual({ 'cores-8400': 8 });

  await answerWith(page, '/api/cart/set', 20_009);
  await dear.getByRole('button', { name: /^Remove one/ }).click();
  await expect(dear.getByRole('alert')).toContainText('limited purchase item');
  await expect(dear.getByRole('spinbutton')).toHaveValue('8');
});

/** Goods that no other test buys: all tests see these changes. */
const CHANGES = [
  ['casket-snow-lotus', 'on_sale: true', 'on_sale: false'],
  ['casket-ink-and-wind', "TWD: '170.00'", "TWD: '190.00'"],
  ['casket-moon-court', 'max: 2', 'max: 1'],
  ['jade-7188', "USD: '98.99'", "USD: '249.99'"],
] as const;

test('[S09, F03, V05] the cart reports changed prices, unavailable items, lowered limits and an exceeded dollar limit @full', async ({
  page,
}) => {
  // The browser's en-US would mean the United States.
  await page.context().setExtraHTTPHeaders({ 'x-country': 'TW' });
  const shopper = await signIn(page, projectOf('dr2_mpt'));
  await putInCart(shopper, {
    'jade-7188': 5,
    'casket-ink-and-wind': 1,
    'casket-moon-court': 2,
    'casket-snow-lotus': 1,
  });
  const catalogue = await editedCatalogue(databaseUrl());
  try {
    for (const [id, from, to] of CHANGES) await catalogue.editGood('dr2_mpt', id, from, to);
    await catalogue.import();
    // The goods list comes from the server's memory, which follows the rows.
    await expect.poll(() => stateOnShelf(shopper, 'casket-snow-lotus')).toBeUndefined();
    await openCart(page, 'dr2_mpt');
    await expect(page.getByText('Prices changed. We updated your cart.')).toBeVisible();
    await expect(lineOf(page, 'Ink and wind').line).toContainText('NT$190was NT$170');
    const gone = page.getByRole('list', { name: 'Unavailable items' });
    await expect(gone.getByRole('listitem')).toHaveCount(2);
    await expect(gone).toContainText('Not available now');
    await expect(gone).toContainText('You can only buy 1');
    await expect(
      page.getByText('$255.94 over the $1,000 limit. Remove something.').first(),
    ).toBeVisible();
    await expect(foot(page).getByRole('button', { name: /^Check out/ })).toBeDisabled();
    expect(await findBarriers(page)).toEqual([]);

    // The court exceeds the dollar limit of this cart.
    await gone.getByRole('button', { name: /Reduce to 1$/ }).click();
    await expect(gone.getByRole('alert')).toHaveText('This would put you over the $1,000 limit.');
    await lineOf(page, '7,188 Jade').count.fill('1');
    await lineOf(page, '7,188 Jade').count.press('Enter');
    await gone.getByRole('button', { name: /Reduce to 1$/ }).click();
    await expect(lineOf(page, 'Moon court').count).toHaveValue('1');
    await page.getByRole('button', { name: 'Clear 1 item' }).click();
    await expect(gone).toBeHidden();
    await expect
      .poll(() => cartOf(shopper))
      .toEqual({ 'jade-7188': 1, 'casket-ink-and-wind': 1, 'casket-moon-court': 1 });
    await foot(page).getByRole('button', { name: 'Check out' }).click();
    await expect(page).toHaveURL('/dr2_mpt/payment');
    await expect(page.getByText('3 items', { exact: true })).toBeVisible();
  } finally {
    for (const [id, from, to] of CHANGES) await catalogue.editGood('dr2_mpt', id, to, from);
    await catalogue.import();
    await catalogue.remove();
  }
});

async function stateOnShelf(shopper: Shopper, productId: string): Promise<string | undefined> {
  const { client } = shopper;
  const { goods } = await want(client.call('productLists', shopper.place));
  return goods.find(({ product_id }) => product_id === productId)?.state;
}

test('[R09, F02, F03] a cart that fails to load can be reloaded; Check out of selected goods shows what it already holds before it is paid (15.6) @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  await putInCart(shopper, { 'gems-60': 1 });
  await answerWith(page, '/api/cart/get', 500);
  await page.goto('/miniflix/cart');
  await expect(page.getByRole('heading', { name: "Couldn't load your cart" })).toBeVisible();
  await expect(page.getByText('Reference test-request')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/api/cart/get');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lineOf(page, '60 Gems').line).toBeVisible();

  await page.goto('/miniflix/goodsList');
  await listedGood(page, '300 Gems').click();
  await listedGood(page, '125 Gems').click();
  await foot(page).getByRole('button', { name: 'Check out' }).click();
  await expect(page).toHaveURL('/miniflix/cart');
  for (const name of ['60 Gems', '125 Gems', '300 Gems']) {
    await expect(lineOf(page, name).tick).toBeChecked();
  }
  await expect(foot(page)).toContainText('All · 3 items');
});
