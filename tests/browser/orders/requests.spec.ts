import type { Page } from '@playwright/test';
import { CARDS, type Shopper, want } from '../../support/shopper.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { signIn } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { decide } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

async function buyOne(shopper: Shopper) {
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
  return opened;
}

test('[F17] a refund request is filed once despite a lost answer, uses up the year, is approved and paid @full', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  const first = await buyOne(shopper);
  const second = await buyOne(shopper);
  const requests = () => want(shopper.client.call('resolutionList', {}));
  const helpOf = (tab: Page) => tab.getByRole('dialog', { name: 'Help with this order' });
  const help = helpOf(page);
  const yours = page.getByRole('region', { name: 'Your request' });

  const openForm = async () => {
    await page.getByRole('button', { name: 'Something wrong?' }).click();
    await help.getByRole('button', { name: /^Request a refund/ }).click();
  };

  const other = await context.newPage();
  await test.step('a second tab drafts a request for another order', async () => {
    await other.goto(`/miniflix/orders#order=${second.token}`);
    await other.getByRole('button', { name: 'Something wrong?' }).click();
    await other.getByRole('button', { name: /^Wrong character/ }).click();
    await other.getByRole('textbox', { name: 'Correct character' }).fill('S12, 123456789');
    await other.getByRole('textbox', { name: 'What happened?' }).fill('Not mine.');
  });

  const twin = await context.newPage();
  await test.step('a third tab drafts a request for the same order', async () => {
    await twin.goto(`/miniflix/orders#order=${first.token}`);
    await twin.getByRole('button', { name: 'Something wrong?' }).click();
    await twin.getByRole('button', { name: /^Wrong character/ }).click();
    await twin.getByRole('textbox', { name: 'Correct character' }).fill('S12, 123456789');
    await twin.getByRole('textbox', { name: 'What happened?' }).fill('Not mine.');
  });

  await test.step('the form names its cost and its missing fields, and keeps drafts', async () => {
    await page.goto('/miniflix/orders');
    const entries = () => page.evaluate(() => window.history.length);
    const before = await entries();
    // A double press adds one history entry.
    const older = page.getByRole('main').getByRole('listitem').getByRole('link').last();
    await older.evaluate((link: HTMLElement) => {
      link.click();
      link.click();
    });
    await expect(page).toHaveURL(new RegExp(`orders#order=${first.token}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/60 Gems/);
    expect(await entries()).toBe(before + 1);
    await page.getByRole('button', { name: 'Something wrong?' }).click();
    await expect(help).toContainText('One request per calendar year. 1 left until Dec 31');
    expect(await findBarriers(page)).toEqual([]);
    await help.getByRole('button', { name: /^Request a refund/ }).click();
    const form = page.getByRole('dialog', { name: 'Request a refund' });
    const text = form.getByRole('textbox', { name: 'What happened?' });
    await expect(text).toBeFocused();
    await expect(form).toContainText('This uses your one request for');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(form.getByRole('alert')).toHaveText('Tell us what happened.');
    await expect(text).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await text.fill('My brother bought it.\nNothing is used.');
    // A turned phone keeps the form open, with its text.
    const listed = page.getByRole('main').getByRole('listitem').getByRole('link');
    await resizeTo(page, { width: 800, height: 360 });
    await expect(listed).toHaveCount(2);
    await expect(text).toHaveValue('My brother bought it.\nNothing is used.');
    await resizeTo(page, { width: 360, height: 800 });
    await expect(listed).toHaveCount(0);
    await expect(text).toHaveValue('My brother bought it.\nNothing is used.');
    // A closed form keeps its draft.
    await page.goBack();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL(/orders#order=/);
    await page.getByRole('button', { name: 'Something wrong?' }).click();
    await expect(text).toHaveValue('My brother bought it.\nNothing is used.');
    // A reload keeps the draft, for this order only.
    await page.reload();
    await openForm();
    await expect(text).toHaveValue('My brother bought it.\nNothing is used.');
    await page.goBack();
    await expect(form).toBeHidden();
    await page.goto(`/miniflix/orders#order=${second.token}`);
    // The button belongs to the previous order until the page has changed.
    await expect(page.getByRole('main')).toContainText(second.order_no);
    await openForm();
    await expect(text).toHaveValue('');
    await page.goBack();
    await expect(form).toBeHidden();
    await page.goto(`/miniflix/orders#order=${first.token}`);
    await expect(page.getByRole('main')).toContainText(first.order_no);
    await openForm();
    await expect(text).toHaveValue('My brother bought it.\nNothing is used.');
  });

  await test.step('the request arrives, its answer is lost: the shop checks before it sends again', async () => {
    const form = page.getByRole('dialog', { name: 'Request a refund' });
    let isLost = true;
    await page.route('**/api/user/resolution/*', async (route) => {
      if (!isLost) return route.fallback();
      if (route.request().url().endsWith('/create')) await route.fetch();
      return route.abort();
    });
    await form.getByRole('button', { name: 'Send request' }).dblclick();
    await expect(form.getByRole('alert')).toContainText("We can't tell yet");
    await expect(form.getByRole('button', { name: 'Send request' })).toHaveCount(0);
    isLost = false;
    await form.getByRole('button', { name: 'Check again' }).click();
    const sent = page.getByRole('dialog', { name: 'Request sent' });
    await expect(sent).toContainText('In review');
    expect(await findBarriers(page)).toEqual([]);
    // The draft is deleted as soon as it is sent.
    const drafts = () =>
      page.evaluate(() => sessionStorage.getItem('webpay:requestDrafts:miniflix'));
    await expect.poll(drafts).toBe('{}');
    await sent.getByRole('button', { name: 'Back to order' }).click();
    expect(await requests()).toMatchObject({
      left_this_year: 0,
      requests: [{ order_id: first.order_id, text: 'My brother bought it.\nNothing is used.' }],
    });
  });

  await test.step('the request shows on its order and in the list', async () => {
    await expect(yours).toContainText('In review');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expect(cards.filter({ hasText: 'Your request · In review' })).toHaveCount(1);
    await cards.filter({ hasText: 'Your request' }).click();
    await expect(yours).toBeVisible();
  });

  await test.step('a second request of the year is refused', async () => {
    await other.getByRole('button', { name: 'Send request' }).click();
    await expect(other.getByRole('alert')).toContainText("You've used this year's request.");
    await expect(other.getByRole('button', { name: /^Wrong character/ })).toHaveCount(0);
    await expect(other.getByRole('button', { name: /^Contact customer service/ })).toBeVisible();
    expect((await requests()).requests).toHaveLength(1);
  });

  await test.step('a tab with the same order shows its existing request', async () => {
    await twin.getByRole('button', { name: 'Send request' }).click();
    await expect(twin.getByRole('alert')).toContainText('This order already has a request.');
    const filed = helpOf(twin).getByRole('region', { name: 'Your request' });
    await expect(filed).toContainText('Request a refund');
    await expect(filed).toContainText('My brother bought it.');
    await expect(twin.getByRole('dialog', { name: 'Request sent' })).toHaveCount(0);
    expect(await findBarriers(twin)).toEqual([]);
  });

  await test.step('an operator approves, and the page shows the refund', async () => {
    const [request] = (await requests()).requests;
    await decide('approve', request?.request_id ?? '', '--allow-delivered');
    await shopper.until(first.token, ({ state }) => state === 'refunded');
    // Makes the page visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(yours).toContainText('$0.99 refunded');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('$0.99 refunded');
    await expect(yours.getByRole('status')).toHaveText('Your request: Approved');
    expect(await findBarriers(page)).toEqual([]);
  });
});
