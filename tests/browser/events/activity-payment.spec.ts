import { lowerPrices } from '../../support/lower-prices.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  CARDS,
  fillCard,
  payButton,
  payByPayPal,
  tryAnotherCard,
} from '../../support/browser/checkout.ts';
import { keep, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { capturesOf, seeMail, watchOrders } from '../../support/browser/sandbox.ts';
import { databaseUrl } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

const CARD = '/miniflix/activityPayment?card=card-weekly';

test('[R13, R14, C09, C11] a weekly card rejected at the bank returns to actInquireOrder and is paid with another card @full', async ({
  page,
  context,
}) => {
  const orders = watchOrders(page);
  const shopper = await signIn(page);
  const ordered = page.waitForRequest('**/api/recharge/order/create');
  await page.goto(CARD);
  const sent = new URLSearchParams((await ordered).postData() ?? '');
  const route = new URL('/miniflix/payment', page.url()).href;
  expect(sent.get('redirect_url')).toBe(encodeURIComponent(route));
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByText('Weekly Card').first()).toBeVisible();
  await fillCard(page, CARDS.challenge);
  expect(await findBarriers(page)).toEqual([]);
  await payButton(page, '$4.99').click();
  await expect(page).toHaveURL(/\/activityPayment\?card=card-weekly#order=/);
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();

  await expect(page).toHaveURL(/\/miniflix\/actInquireOrder\?.*#order=/);
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText('Your bank declined the payment');
  await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Weekly card' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay another way' }).click();

  await expect(page).toHaveURL(/\/miniflix\/activityPayment#order=/);
  await tryAnotherCard(page);
  await fillCard(page, CARDS.success);
  await payButton(page, '$4.99').click();
  await expect(headline).toHaveText(/^Weekly Card (is on its way|delivered)$/);
  await seeMail(context, {
    gameId: MINIFLIX.gameId,
    serverId: shopper.serverId,
    cid: shopper.cid,
  });
  expect(orders.size).toBe(1);
  expect((await capturesOf(orders)).map(({ amount }) => amount)).toEqual(['4.99']);
});

test('[R13, R14, V05] a bargain pack is paid by PayPal once per account; a missing player or an unknown item is refused @full', async ({
  page,
}) => {
  // A visitor of this project without a character (R21).
  await keep(page, { project: 'miniflix' });
  await page.goto(CARD);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Who are you topping up?' }),
  ).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go to shop' }).click();
  await expect(page).toHaveURL('/miniflix');

  const shopper = await signIn(page);
  await page.goto('/miniflix/activityPayment');
  await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
  // Valid once more, because its purchase follows.
  await page.goto(CARD);
  await expect(page.getByText('Weekly Card').first()).toBeVisible();
  for (const other of ['?card=gems-60', '?card=%3Cb%3E', '?product=gems-60']) {
    await page.goto(`/miniflix/activityPayment${other}`);
    await expect(page.getByRole('alert')).toContainText("This item doesn't exist");
    await expect(payButton(page, '$4.99')).toHaveCount(0);
  }

  const bargain = '/miniflix/activityPayment?bargain=bargain-heros-hoard';
  await lowerPrices(databaseUrl(), shopper, 'hoard');
  await page.goto(bargain);
  await expect(payButton(page, '$9.99')).toBeVisible();
  await payByPayPal(page);
  await expect(
    page.getByRole('heading', { level: 1, name: /^Hero’s hoard (is on its way|delivered)$/ }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Your orders' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Hero’s hoard');

  await page.goto(bargain);
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await expect(page.getByRole('alert')).toContainText('maximum of 1');
});
