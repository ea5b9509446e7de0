import { CARDS } from '../../support/shopper.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { focusOf } from '../../support/browser/keyboard.ts';
import { signIn, type Shopper } from '../../support/browser/player.ts';
import { isTakenOver, resizeTo, scrollTop } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** Buys the good once, then tries it with a refused card. */
async function buyAndFail(shopper: Shopper) {
  const paid = await shopper.open({ country: 'DE' });
  await shopper.payByCard(paid, CARDS.success);
  await shopper.until(paid.token, ({ delivery }) => delivery.state === 'delivered');
  const declined = await shopper.open({ country: 'DE' });
  await shopper.payByCard(declined, CARDS.declined);
  return { paid, declined };
}

test('[F19, A01] on a phone the list leads to the order, and turning it shows both; on wide screens orders stand beside the chosen one, and the address keeps it @full', async ({
  page,
}) => {
  const { paid, declined } = await buyAndFail(await signIn(page));
  const detail = page.getByRole('complementary', { name: 'Summary and help' });
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link');

  await page.goto('/miniflix/orders');
  await expect(cards).toHaveCount(2);
  await expect(page.locator('[aria-current=true]')).toHaveCount(0);
  await isTakenOver(page);
  await cards.last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('60 Gems delivered');
  await expect(page.getByRole('main')).toContainText(paid.order_no);
  await expect(page.getByRole('button', { name: 'Buy again' })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await resizeTo(page, { width: 800, height: 360 });
  await expect(cards).toHaveCount(2);
  await expect(detail).toContainText(paid.order_no);
  await expect(detail.locator('[data-primary]')).toBeInViewport({ ratio: 1 });
  expect(await findBarriers(page)).toEqual([]);
  await resizeTo(page, { width: 360, height: 800 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('60 Gems delivered');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible();

  await resizeTo(page, { width: 1280, height: 800 });
  const chosen = page.getByRole('main').locator('[aria-current]');
  const life = detail.getByRole('region', { name: 'Order timeline' }).getByRole('listitem');

  await test.step('the newest is open', async () => {
    await page.goto('/miniflix/orders');
    await isTakenOver(page);
    await expect(cards).toHaveCount(2);
    await expect(chosen).toHaveCount(1);
    await expect(chosen).toContainText(declined.order_no);
    await expect(detail).toContainText(declined.order_no);
    await expect(life.last()).toContainText('Your bank declined the payment');
    await expect(detail.locator('[data-primary]')).toBeInViewport({ ratio: 1 });
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('the keyboard chooses another and stays in the list', async () => {
    await cards.last().focus();
    const top = await scrollTop(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/miniflix/orders#order=${paid.token}`);
    await expect(detail).toContainText(paid.order_no);
    await expect(chosen).toContainText(paid.order_no);
    await expect(life).toContainText([
      'Order placed',
      'Payment received',
      'Sent to your in-game mail',
      'Ready to claim in the game',
    ]);
    await expect(life.nth(1)).toContainText('•••• 1111');
    await expect(detail.getByRole('status')).toContainText('60 Gems, €0.99');
    await expect.poll(async () => (await focusOf(page)).said).toContain('60 Gems Delivered');
    expect(await scrollTop(page)).toBe(top);
    // The sticky bar covers a part of what is scrolled.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('Back, Forward and a reload follow', async () => {
    await page.goBack();
    await expect(chosen).toContainText(declined.order_no);
    await expect(detail).toContainText(declined.order_no);
    await page.goForward();
    await expect(detail).toContainText(paid.order_no);
    await page.reload();
    await expect(detail).toContainText(paid.order_no);
    await expect(chosen).toContainText(paid.order_no);
  });

  await test.step('its number is copied, its receipt opens, it is bought again', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await detail.getByRole('button', { name: `Copy the order number ${paid.order_no}` }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toBe(paid.order_no);
    await detail.getByRole('button', { name: 'Receipt' }).click();
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText(paid.order_no);
    await page.goBack();
    await detail.getByRole('button', { name: 'Buy again' }).click();
    await expect(page).toHaveURL(/directPayment\?product=gems-60&count=1$/);
  });
});
