import type { Browser, Page } from '@playwright/test';
import { moveClock } from '../../support/shop-days.ts';
import { clearFaults, setFault } from '../../support/shared-environment.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, openCheckout, PAID, payByCard } from '../../support/browser/checkout.ts';
import { signIn, takeOption } from '../../support/browser/player.ts';
import { capturesOf, watchOrders } from '../../support/browser/sandbox.ts';
import { expect } from '../../support/browser/test.ts';
import { ownShopTest as test } from '../../support/browser/own-shops.ts';

// Faults and clock are shared within the file.
test.describe.configure({ mode: 'default' });

const headline = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

async function seeElsewhere(browser: Browser, page: Page, says: string | RegExp): Promise<void> {
  const { hash, origin } = new URL(page.url());
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${origin}/miniflix${hash}`);
  await expect(headline(other, says)).toBeVisible();
  await context.close();
}

/** Pays by calls and opens the result. */
async function seePaid(page: Page) {
  const shopper = await signIn(page);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await page.goto(`/miniflix/payment#order=${opened.token}`);
  return opened;
}

test('[F06, F15] a full mailbox is reported with advice, and the mail arrives when there is room @full', async ({
  page,
  environment,
}) => {
  await setFault(environment, 'game', 'mail', 'mailbox_full', { times: 100 });
  await seePaid(page);
  await expect(headline(page, '60 Gems are on their way')).toBeVisible();
  await expect(
    page.getByText(/^Your mailbox is full\. Make room and we'll retry until /),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contact support' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await clearFaults(environment);
  // The worker retries after 2, 5, 15, 30, 60 s.
  await expect(headline(page, '60 Gems delivered')).toBeVisible({ timeout: 150_000 });
  await expect(page.getByText('Sent to your in-game mail')).toBeVisible();
});

test('[F06, F15] a mail that the game rejects is refunded, and every device says so @full', async ({
  page,
  browser,
  environment,
}) => {
  await setFault(environment, 'game', 'mail', 'reject');
  const { order_id } = await seePaid(page);
  await expect(headline(page, '$0.99 refunded')).toBeVisible();
  await expect(page.getByText("We couldn't deliver the items.")).toBeVisible();
  await expect(page.getByText(/^Refunded on /)).toBeVisible();
  expect((await capturesOf([order_id])).map(({ state }) => state)).toEqual(['refunded']);
  expect(await findBarriers(page)).toEqual([]);

  // A language switch reloads the page with the same order.
  const order = page.getByRole('button', { name: /^Copy the order number/ });
  const number = (await order.textContent()) ?? '?';
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.getByText(number)).toBeVisible();
  await expect(headline(page, /已退还给您/)).toBeVisible();
  await seeElsewhere(browser, page, '$0.99 refunded');
});

test('[F06, S08] an unanswered challenge warns after 3 minutes and times out after 30, without a second payment @full', async ({
  page,
  browser,
  environment,
}) => {
  const orders = watchOrders(page);
  await signIn(page);
  await page.clock.install();
  await openCheckout(page);
  await payByCard(page, CARDS.challenge);
  await expect(headline(page, 'Your bank needs you to confirm')).toBeVisible();
  await page.clock.fastForward(181_000);
  await expect(page.getByText(/^Not confirmed yet\. You haven't been charged\./)).toBeVisible();

  await page.clock.resume();
  await moveClock(environment, 31 * 60_000);
  await page.reload();
  await expect(headline(page, 'Payment timed out')).toBeVisible();
  await expect(page.getByText(/^You haven't been charged\. If your bank did take/)).toBeVisible();
  await expect(page.getByRole('radiogroup')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  expect(await capturesOf(orders)).toEqual([]);
  await seeElsewhere(browser, page, 'Payment timed out');

  await openCheckout(page);
  await payByCard(page, CARDS.success);
  await expect(headline(page, PAID.name)).toBeVisible();
  expect(orders.size).toBe(2);
  expect(await capturesOf(orders)).toHaveLength(1);
  await moveClock(environment, 0);
});
