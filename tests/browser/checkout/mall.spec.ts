import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { mallToken } from '../../support/mall-buyer.ts';
import { answerWith } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  CARDS,
  chooseCountry,
  expectPaid,
  fillCard,
  payButton,
  payByPayPal,
  tryAnotherCard,
} from '../../support/browser/checkout.ts';
import { freshCid } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { capturesOf, mailsOf, seeMail } from '../../support/browser/sandbox.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

const SERVER_ID = '112';

const open = (page: Page, token: string) => page.goto(`/mallCheckout?token=${token}`);

const numberOn = (page: Page) =>
  page.getByRole('button', { name: /^Copy the order number/ }).textContent();

test('[R05, F06] a mall order survives a decline, a reload and the bank, is paid once, and hides its token @full', async ({
  page,
  context,
}) => {
  const cid = freshCid();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { referer } = request.headers();
    if (referer !== undefined) asked.push(referer);
  });
  const token = mallToken({ cid });
  await open(page, token);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByText('60 Gems').first()).toBeVisible();
  await expect(page.getByText(/^to .+ · S12/)).toBeVisible();
  await expect(page.getByText("We'll hold your order for")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await expect(page).toHaveURL('/mallCheckout?website_code=miniflix');
  expect(await findBarriers(page)).toEqual([]);

  await chooseCountry(page, 'Germany');
  await expect(page.getByText('Price updated to €0.99')).toBeVisible();

  await page.reload();
  await expect(page).toHaveURL('/mallCheckout?website_code=miniflix');
  await fillCard(page, CARDS.declined);
  await payButton(page, '€0.99').click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your bank declined the payment' }),
  ).toBeVisible();
  await expect(page.getByText(/^You haven't been charged\./)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await tryAnotherCard(page);
  await fillCard(page, CARDS.challenge);
  await payButton(page, '€0.99').click();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page).toHaveURL(/\/miniflix\/actInquireOrder\?.*#order=/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your bank declined the payment' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expect(page).toHaveURL('/mallCheckout?website_code=miniflix');
  await tryAnotherCard(page);
  await fillCard(page, CARDS.success);
  await payButton(page, '€0.99').click();
  await expectPaid(page);
  const number = (await numberOn(page)) ?? '';
  await seeMail(context, { gameId: MINIFLIX.gameId, serverId: SERVER_ID, cid });

  // The same link again: the order is paid and no longer payable.
  await open(page, token);
  await expectPaid(page);
  expect(await numberOn(page)).toBe(number);
  await expect(page.getByRole('radiogroup')).toHaveCount(0);
  const { id } = v.parse(
    v.object({ id: v.string() }),
    await oneRow('select id from orders where order_no = $1', [number]),
  );
  expect(await capturesOf([id])).toHaveLength(1);
  expect(asked.filter((each) => each.includes('token='))).toEqual([]);
});

test('[R05, F04] PayPal pays a mall order; a forged, expired or missing token is reported @full', async ({
  page,
  browser,
}) => {
  const cid = freshCid();
  await open(page, mallToken({ cid, products: [{ product_id: 'gems-60', count: 2 }] }));
  await payByPayPal(page);
  await expect(
    page.getByRole('heading', { level: 1, name: /120 Gems (are on their way|delivered)/ }),
  ).toBeVisible();
  await expect(page.getByText(/^Paid \$1\.98 · for/)).toBeVisible();
  await expect
    .poll(async () => {
      const box = { gameId: MINIFLIX.gameId, serverId: SERVER_ID, cid };
      return (await mailsOf(box)).length;
    })
    .toBe(1);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  const origin = new URL(page.url()).origin;
  const good = mallToken({});
  const hour = 3_600_000;
  const old = mallToken({ iat: Date.now() - 2 * hour, exp: Date.now() - hour });
  for (const [address, words] of [
    // First, because a tab remembers its token.
    ['?website_code=miniflix', 'Open this page from the game'],
    [`?token=${good}x`, 'Payment invalid or order does not exist'],
    [`?token=${old}`, 'Link has expired'],
    ['?token=nonsense', 'Open this page from the game'],
    ['', 'Open this page from the game'],
  ] as const) {
    await test.step(address === '' ? 'no token' : address.slice(0, 24), async () => {
      await other.goto(`${origin}/mallCheckout${address}`);
      await expect(other.getByRole('heading', { level: 1, name: words })).toBeVisible();
      await expect(other.getByText(/Go back to the game/)).toBeVisible();
      await expect(other.getByRole('radiogroup')).toHaveCount(0);
      expect(await findBarriers(other)).toEqual([]);
    });
  }
  await elsewhere.close();
});

test('[R05] a mall order stays payable after an invalid answer and a country without a price', async ({
  page,
}) => {
  await page.route('**/api/mall/order', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await open(page, mallToken({ cid: freshCid() }));
  await expect(
    page.getByRole('heading', { level: 1, name: "Couldn't load the order" }),
  ).toBeVisible();
  await expect(page.getByText(/You haven't been charged\./)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();

  await answerWith(page, '/api/mall/order', 10_028);
  await chooseCountry(page, 'Japan');
  await expect(page.getByText("Couldn't load the price")).toBeVisible();
  await expect(page.getByText("This item isn't sold in your country.")).toBeVisible();
  await page.unrouteAll();
  await chooseCountry(page, 'United States');
  await fillCard(page, CARDS.success);
  await payButton(page).click();
  await expectPaid(page);
});
