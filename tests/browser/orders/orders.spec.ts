import { answerChallenge, CARDS, want } from '../../support/shopper.ts';
import { answerOnce } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { tabTo } from '../../support/browser/keyboard.ts';
import { findTextFaultsInAllLanguages } from '../../support/browser/languages.ts';
import { signIn } from '../../support/browser/player.ts';
import { decide } from '../../support/browser/shop.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F19, F16] a player finds past orders, follows a pending one, prints a receipt and contacts support @full', async ({
  page,
  browser,
}) => {
  await page.addInitScript(() => {
    // A fake printer notes the document's title.
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      document.documentElement.setAttribute('data-printed', document.title);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  const shopper = await signIn(page);
  const list = page.getByRole('heading', { level: 1, name: 'Your orders' });

  await test.step('the empty list', async () => {
    await page.goto('/miniflix/orders');
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });

  const paid = await shopper.open({ country: 'DE' });
  await shopper.payByCard(paid, CARDS.success);
  await shopper.until(paid.token, ({ delivery }) => delivery.state === 'delivered');
  await expect
    .poll(async () => {
      const { paid_with } = await want(shopper.client.call('userReceipt', { token: paid.token }));
      return paid_with?.card?.last4;
    })
    .toBe('1111');
  const declined = await shopper.open({ country: 'DE' });
  await shopper.payByCard(declined, CARDS.declined);
  const waiting = await shopper.open({ country: 'DE' });
  const { action } = await shopper.payByCard(waiting, CARDS.challenge);

  await test.step('the list, opened from home', async () => {
    await page.goto('/miniflix');
    // Before hydration the link loads a new page, and the browser places the focus.
    await expect(page.getByRole('main').getByRole('link', { name: 'Your orders' })).toBeVisible();
    await isTakenOver(page);
    await page.getByRole('main').getByRole('link', { name: 'Your orders' }).click();
    await expect(page).toHaveURL('/miniflix/orders');
    await expect(list).toBeFocused();
    const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expect(cards).toHaveCount(3);
    await expect(cards).toContainText(['Confirm', 'Declined, not charged', 'Delivered']);
    await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await resizeTo(page, { width: 320, height: 640 });
    expect(await findTextFaultsInAllLanguages(page, 'miniflix')).toEqual([]);
    await resizeTo(page, { width: 360, height: 800 });
  });

  await test.step('a pending order, opened by keyboard, updates', async () => {
    await tabTo(page, /link "60 Gems Confirm/);
    await page.keyboard.press('Enter');
    const headline = page.getByRole('heading', { level: 1 });
    await expect(headline).toHaveText('Your bank needs you to confirm');
    const life = page.getByRole('region', { name: 'Order timeline' }).getByRole('listitem');
    await expect(life).toContainText(['Order placed', 'Your bank needs you to confirm']);
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible();
    expect(page.url()).toBe(action?.url);
    await page.goBack();
    await answerChallenge(action?.url, 'approve');
    await expect(headline).toHaveText(/60 Gems (are on their way|delivered)/);
    await expect(life.filter({ hasText: 'Sent to your in-game mail' })).toHaveCount(1);
    await expect(life.last()).toContainText('Ready to claim in the game');
    await expect(life.filter({ hasText: 'Payment received' })).toHaveCount(1);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(list).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Delivered');
  });

  await test.step('the receipt and its print view', async () => {
    await page.goto(`/miniflix/orders#order=${paid.token}`);
    await page.getByRole('button', { name: 'Receipt' }).click();
    const paper = page.getByRole('article', { name: 'Receipt' });
    await expect(paper).toContainText('WebPay Publishing Ltd.');
    await expect(paper).toContainText('•••• 1111');
    await expect(paper).toContainText(paid.order_no);
    await expect(paper).toContainText(/19% VAT included.*€0\.16/);
    expect(await findBarriers(page)).toEqual([]);
    await resizeTo(page, { width: 320, height: 640 });
    expect(await findTextFaultsInAllLanguages(page, 'miniflix')).toEqual([]);
    const print = page.getByRole('button', { name: 'Print or save as PDF' });
    await print.click();
    await expect(page.locator('html')).toHaveAttribute(
      'data-printed',
      `Miniflix Receipt ${paid.order_no}`,
    );
    await page.emulateMedia({ media: 'print' });
    await resizeTo(page, { width: 794, height: 1123 });
    await expect(paper).toBeVisible();
    await expect(print).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    const pages = () => page.evaluate(() => document.documentElement.scrollHeight / 1123);
    await expect.poll(pages).toBeLessThanOrEqual(1);
    await page.emulateMedia({ media: 'screen' });
    await resizeTo(page, { width: 360, height: 800 });
    await page.reload();
    await expect(paper).toContainText(paid.order_no);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(`/miniflix/orders#order=${paid.token}`);
  });

  await test.step('support receives the order numbers', async () => {
    await page.getByRole('button', { name: 'Something wrong?' }).click();
    const help = page.getByRole('dialog', { name: 'Help with this order' });
    await help.getByRole('button', { name: /^Contact customer service/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Customer service' });
    await expect(sheet).toContainText(paid.order_no);
    await expect(sheet).toContainText('Payment reference');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await help.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Something wrong?' })).toBeFocused();
  });

  await test.step('[R22] another device sees the order, and nothing of its payment', async () => {
    const { origin } = new URL(page.url());
    const other = await browser.newPage();
    await other.goto(`${origin}/miniflix/orders#order=${paid.token}`);
    await expect(other).toHaveURL(`${origin}/miniflix#order=${paid.token}`);
    await expect(other.getByRole('heading', { level: 1, name: '60 Gems delivered' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Receipt' })).toHaveCount(0);
    await other.close();
  });
});

test('[F19] older orders load on scroll, and a failed list can be retried @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  for (let n = 0; n < 22; n += 1) await shopper.payByCard(await shopper.open(), CARDS.success);
  const over = await shopper.open();
  await shopper.payByCard(over, CARDS.declined);

  const call = '/api/user/orders';
  await answerOnce(page, call, 10017);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/miniflix/orders');
  const problem = page.getByRole('alert');
  await expect(problem).toContainText("Couldn't load your orders");
  await expect(problem).toContainText('Your orders and payments are safe.');
  await expect(problem).toContainText('test-request');
  expect(await findBarriers(page)).toEqual([]);
  // No order is on its way beside it.
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 800 });
  await problem.getByRole('button', { name: 'Try again' }).click();

  const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(cards).toHaveCount(20);
  // Only the next page fails: the first one is polled for updates.
  let isLost = true;
  await page.route(`**${call}`, (route) => {
    const isNext = route.request().postData()?.includes('before=') === true;
    return isNext && isLost ? route.abort() : route.fallback();
  });
  await page.getByRole('button', { name: 'Show older' }).scrollIntoViewIfNeeded();
  await expect(problem).toBeVisible();
  await expect(cards).toHaveCount(20);
  isLost = false;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(cards).toHaveCount(23);
  await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
  await expect(cards.first()).toContainText('Declined, not charged');
});

test('[F17, F19] a partial refund appears in the list, on the order and on its receipt @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  const paid = await shopper.open();
  await shopper.payByCard(paid, CARDS.success);
  await shopper.until(paid.token, ({ delivery }) => delivery.state === 'delivered');
  const card = page.getByRole('main').getByRole('listitem').getByRole('link');
  await page.goto('/miniflix/orders');
  await expect(card).toContainText('Delivered');
  await expect(card).not.toContainText('refunded');
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/60 Gems/);

  const because = ['--allow-delivered', '--because', 'sold for less that day'];
  await decide('refund', paid.order_id, '--amount', '0.40', ...because);
  await shopper.until(paid.token, ({ refunded }) => refunded?.amount === '0.40');
  // Makes the page visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const told = page.getByRole('status').filter({ hasText: '$0.40 refunded' });
  await expect(told).toContainText('Paid after refund: $0.59');
  const life = page.getByRole('region', { name: 'Order timeline' }).getByRole('listitem');
  await expect(life.last()).toContainText('$0.40 refunded');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Receipt', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('$0.59');

  await page.goto(`/miniflix/actInquireOrder#order=${paid.token}`);
  await expect(told).toContainText('Paid after refund: $0.59');

  await page.goto('/miniflix/orders');
  await expect(card).toContainText('Delivered');
  await expect(card).toContainText('$0.40 refunded');
  expect(await findBarriers(page)).toEqual([]);
});
