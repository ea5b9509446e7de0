import type { Browser, Page } from '@playwright/test';
import { answerOf } from '../../support/browser/answers.ts';
import { cartOf, openCart, putInCart } from '../../support/browser/cart.ts';
import {
  CARDS,
  checkOut,
  listedGood,
  payButton,
  payByCard,
} from '../../support/browser/checkout.ts';
import { expectMails, freshCid, signIn, want } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';

const PROJECT = PROJECTS.find(({ code }) => code === 'vp_mbo');
const GOOD = '180 Cores';
const PRICE = '$2.99';
const LIST = '/vp_mbo/goodsList';
const DOUBLED = /First purchase ×2/;

test.use({ extraHTTPHeaders: { 'x-country': 'US' } });

/** On the order, at the checkout and on its page. */
const chip = (page: Page) =>
  page.getByText('First purchase ×2', { exact: true }).filter({ visible: true }).first();

/** A page of the character on a device of its own. */
async function deviceOf(browser: Browser, cid: string): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-country': 'US' } });
  const page = await context.newPage();
  await signIn(page, PROJECT, cid);
  await page.goto(LIST);
  return page;
}

test('[F04, F06] a first purchase is doubled in the order and the mail, and then gone on every device (15.5) @full', async ({
  page,
  browser,
}) => {
  await test.step('before a character is known, the ribbon only says "First purchase"', async () => {
    await page.goto('/vp_mbo');
    await expect(page.getByRole('button', { name: /^180 Cores, .*First purchase$/ })).toBeVisible();
  });
  const cid = freshCid();
  const other = await deviceOf(browser, cid);
  await expect(listedGood(other, GOOD)).toHaveAccessibleName(DOUBLED);

  const shopper = await signIn(page, PROJECT, cid);
  await test.step('the cart shows the double, and how many a row buys', async () => {
    await putInCart(shopper, { 'cores-180': 2 });
    await openCart(page, 'vp_mbo');
    const row = page.getByRole('listitem').filter({ hasText: GOOD });
    await expect(row).toContainText(`${PRICE} × 2`);
    await expect(row.getByText('First purchase ×2', { exact: true })).toBeVisible();
    await want(shopper.client.call('cartRemove', { product_ids: 'cores-180' }));
    expect(await cartOf(shopper)).toEqual({});
  });

  await page.goto(LIST);
  await expect(listedGood(page, GOOD)).toHaveAccessibleName(DOUBLED);
  await checkOut(page, GOOD);
  await expect(chip(page)).toBeVisible();
  await payByCard(page, CARDS.success, PRICE);
  await expect(page.getByRole('heading', { level: 1, name: /360 Cores/ })).toBeVisible();
  await expect(chip(page)).toBeVisible();
  await expectMails(shopper, 1);
  expect((await shopper.mails())[0]?.items).toMatchObject([{ count: 360 }]);

  await page.goto('/vp_mbo/orders');
  await page.getByRole('main').getByText(GOOD).first().click();
  await expect(chip(page)).toBeVisible();
  await page.getByRole('button', { name: 'Receipt' }).click();
  const paper = page.getByRole('article', { name: 'Receipt' });
  await expect(paper).toContainText('180 Cores · First purchase ×2');

  for (const device of [page, other]) {
    await device.goto(LIST);
    await expect(listedGood(device, GOOD)).toBeVisible();
    await expect(listedGood(device, GOOD)).not.toHaveAccessibleName(DOUBLED);
  }
  await other.context().close();
});

test('[E01, F04] an order that gives fewer items than shown asks first (15.5) @full', async ({
  page,
}) => {
  const shopper = await signIn(page, PROJECT);
  const gives = [{ product_id: 'cores-180', counts: [180] }];
  const refusal = answerOf(20_017, { total: { amount: '2.99', currency: 'USD' }, gives });
  const accepted: boolean[] = [];
  // Like the server, refuses each order that was not told these contents.
  await page.route('**/api/recharge/order/create', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    accepted.push(form.get('gives') === JSON.stringify(gives));
    await (accepted.at(-1) ? route.continue() : route.fulfill(refusal));
  });
  await page.goto('/vp_mbo/directPayment?product=cores-180&count=1');
  const sheet = page.getByRole('alertdialog', { name: 'The items have changed' });
  await expect(sheet).toContainText('gives fewer items than shown. The price is $2.99.');
  // The page accepts nothing by itself.
  expect(accepted).not.toContain(true);
  await sheet.getByRole('button', { name: 'Continue with $2.99' }).click();
  // The contents that the player accepted, not those that the page showed first.
  await expect.poll(() => accepted.at(-1)).toBe(true);
  await expect(payButton(page, PRICE)).toBeVisible();
  expect(await shopper.mails()).toEqual([]);
});
