import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  CARDS,
  cardForm,
  expectPaid,
  fillCard,
  openCheckout,
  payButton,
  tryAnotherCard,
} from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

const COMPUTER: BrowserContextOptions = {
  hasTouch: false,
  isMobile: false,
  viewport: { width: 1280, height: 800 },
};

async function pageOf(browser: Browser, options: BrowserContextOptions, baseURL = '') {
  return (await browser.newContext({ ...options, baseURL })).newPage();
}

const offer = (page: Page) => page.getByRole('button', { name: 'Pay on your phone' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pay on your phone' });

/** Opens the code at a computer. @returns the address in it */
async function showCode(page: Page): Promise<string> {
  await offer(page).click();
  await expect(dialog(page).getByRole('img', { name: 'QR code' })).toBeVisible();
  return dialog(page)
    .getByText(/#phone=/)
    .innerText();
}

test('an order goes on by card on a phone that scans it, while the computer follows @full', async ({
  browser,
  baseURL,
  page: phone,
}) => {
  await phone.setViewportSize({ width: 360, height: 800 });
  const computer = await pageOf(browser, COMPUTER, baseURL);
  await signIn(computer);
  await openCheckout(computer);
  const address = await showCode(computer);
  await expect(dialog(computer).getByText('$0.99')).toBeVisible();
  expect(await findBarriers(computer)).toEqual([]);

  await phone.goto(address);
  await expect(phone.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(phone).toHaveURL('/mallCheckout?website_code=miniflix');
  await expect(phone.getByRole('button', { name: /^Paying from / })).toHaveCount(0);
  await expect(offer(phone)).toHaveCount(0);
  await expect(dialog(computer).getByText('Opened on your phone')).toBeVisible();
  expect(await findBarriers(phone)).toEqual([]);
  expect(await findBarriers(computer)).toEqual([]);

  await fillCard(phone, CARDS.declined);
  await payButton(phone).click();
  await expect(
    phone.getByRole('heading', { level: 1, name: 'Your bank declined the payment' }),
  ).toBeVisible();
  await expect(dialog(computer).getByText('Not paid on your phone')).toBeVisible();
  await phone.reload();
  await tryAnotherCard(phone);
  await fillCard(phone, CARDS.success);
  await payButton(phone).click();
  await expectPaid(phone);
  await expectPaid(computer);
  await computer.context().close();
});

test('a second phone is told that another one was first, and paying at the computer ends the first @full', async ({
  browser,
  baseURL,
  page: phone,
}) => {
  const computer = await pageOf(browser, COMPUTER, baseURL);
  await signIn(computer);
  await openCheckout(computer);
  const address = await showCode(computer);
  await phone.goto(address);
  await expect(phone.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  const second = await pageOf(browser, {}, baseURL);
  await second.goto(address);
  await expect(
    second.getByRole('heading', { level: 1, name: 'Another phone has opened this code' }),
  ).toBeVisible();
  expect(await findBarriers(second)).toEqual([]);
  await expect(dialog(computer).getByText('Opened on your phone')).toBeVisible();
  // The phone follows its order only once its payment has begun.
  await expect(cardForm(phone).locator('label').first()).not.toBeEmpty();
  await dialog(computer).getByRole('button', { name: 'Pay here instead' }).click();
  await expect(dialog(computer)).toBeHidden();
  await fillCard(computer, CARDS.success);
  await payButton(computer).click();
  await expectPaid(computer);
  await expectPaid(phone);
  await second.context().close();
  await computer.context().close();
});
