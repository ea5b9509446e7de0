import type { Browser, Page } from '@playwright/test';
import { moveClock } from '../../support/shop-days.ts';
import { clearFaults, setFault } from '../../support/shared-environment.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, payByCard } from '../../support/browser/checkout.ts';
import { buyGems, openGems, PAID } from '../../support/browser/gems.ts';
import { capturesOf, watchOrders } from '../../support/browser/money.ts';
import { takeOption } from '../../support/browser/picker.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/private-environment.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';

// Colours are those of the finished picture, not of one that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// One environment for the file: faults and the clock are everybody's in it.
test.describe.configure({ mode: 'default' });

const headline = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

/** The same order opened with nothing but its token: another browser, no session. */
async function seeElsewhere(browser: Browser, page: Page, says: string | RegExp): Promise<void> {
  const { hash, origin } = new URL(page.url());
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${origin}/miniflix${hash}`);
  await expect(headline(other, says)).toBeVisible();
  await context.close();
}

test('[F06, F15] a full mailbox is told with what to do, and the mail comes when there is room', async ({
  page,
  environment,
}) => {
  await setFault(environment, { target: 'game', op: 'mail', kind: 'mailbox_full', times: 100 });
  await buyGems(page, CARDS.success);
  await expect(headline(page, '60 Gems are on their way')).toBeVisible();
  await expect(
    page.getByText(/^Your mailbox is full\. Make room, we try again until /),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contact support' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await clearFaults(environment);
  // The game is asked again after 2, 5, 15, 30, 60 s.
  await expect(headline(page, '60 Gems arrived')).toBeVisible({ timeout: 150_000 });
  await expect(page.getByText('Sent to your in-game mail')).toBeVisible();
});

test('[F06, F15] a mail the game refuses is paid back: the page says so here and on any other device', async ({
  page,
  browser,
  environment,
}) => {
  await setFault(environment, { target: 'game', op: 'mail', kind: 'reject', times: 1 });
  const orders = watchOrders(page);
  await buyGems(page, CARDS.success);
  await expect(headline(page, '$0.99 went back to you')).toBeVisible();
  await expect(page.getByText('The items could not be delivered.')).toBeVisible();
  await expect(page.getByText(/^Refunded on /)).toBeVisible();
  expect((await capturesOf(orders)).map(({ state }) => state)).toEqual(['refunded']);
  expect(await findBarriers(page)).toEqual([]);

  // Another language is another load of the page: the order is still the one it was.
  const order = page.getByRole('button', { name: /^Copy the order number/ });
  const number = (await order.textContent()) ?? '?';
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.getByText(number)).toBeVisible();
  await expect(headline(page, /已退还给您/)).toBeVisible();
  await seeElsewhere(browser, page, '$0.99 went back to you');
});

test('[F06, S08] who does not want to confirm at the bank pays another way; a late yes there is paid back', async ({
  page,
  environment,
}) => {
  const orders = watchOrders(page);
  await buyGems(page, CARDS.challenge);
  await expect(headline(page, 'Your bank asks you to confirm')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const bank = await page.evaluate(() => {
    const kept: unknown = JSON.parse(sessionStorage.getItem('webpay:checkout:miniflix') ?? 'null');
    return typeof kept === 'object' && kept !== null && 'action_url' in kept ? kept.action_url : '';
  });

  await page.getByRole('button', { name: 'Pay another way' }).click();
  await expect(headline(page, 'You cancelled the payment')).toBeVisible();
  await expect(page.getByText(/^You have not been charged\./)).toBeVisible();
  expect(await capturesOf(orders)).toEqual([]);
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('radio', { name: 'Another card' }).check();
  await page.getByRole('button', { name: 'Pay with another card' }).click();
  await payByCard(page, MINIFLIX.price, CARDS.success);
  await expect(headline(page, PAID.name)).toBeVisible();
  expect(orders.size, 'the same order was paid').toBe(1);

  expect(String(bank)).toContain(environment.sandboxUrl);
  await fetch(String(bank), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result: 'approve' }),
  });
  await expect
    .poll(async () => (await capturesOf(orders)).map(({ state }) => state).toSorted())
    .toEqual(['captured', 'refunded']);
  await page.reload();
  await expect(headline(page, '60 Gems arrived')).toBeVisible();
  await expect(page.getByText(/A second payment arrived.*\$0\.99/)).toBeVisible();
});

test('[F06, S08] no answer for three minutes, then half an hour: what happens next, and no second payment', async ({
  page,
  browser,
  environment,
}) => {
  const orders = watchOrders(page);
  await signIn(page, MINIFLIX);
  await page.clock.install();
  await openGems(page);
  await payByCard(page, MINIFLIX.price, CARDS.challenge);
  await expect(headline(page, 'Your bank asks you to confirm')).toBeVisible();
  await page.clock.fastForward(181_000);
  await expect(page.getByText(/^Not confirmed yet, and you have not been charged\./)).toBeVisible();

  await page.clock.resume();
  await moveClock(environment, 31 * 60_000);
  await page.reload();
  await expect(headline(page, 'Payment timed out')).toBeVisible();
  await expect(page.getByText(/^You have not been charged\. If your bank did take/)).toBeVisible();
  await expect(page.getByRole('radiogroup')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  expect(await capturesOf(orders)).toEqual([]);
  await seeElsewhere(browser, page, 'Payment timed out');

  // The next purchase is another order.
  await openGems(page);
  await payByCard(page, MINIFLIX.price, CARDS.success);
  await expect(headline(page, PAID.name)).toBeVisible();
  expect(orders.size).toBe(2);
  expect(await capturesOf(orders)).toHaveLength(1);
  await moveClock(environment, 0);
});
