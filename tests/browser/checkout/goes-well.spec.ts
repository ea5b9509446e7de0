import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, checkOut, expectPaid, payByCard } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F06] a paid order offers goods, and one tap opens the checkout of one with the same method (15.8) @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await checkOut(page);
  await payByCard(page, CARDS.success);
  await expectPaid(page);
  const result = page.url();
  const offers = page.getByRole('region', { name: 'Goes well with it' });
  await expect(offers).toContainText('Same character, same way to pay');
  const cards = offers.getByRole('link');
  await expect(cards).not.toHaveCount(0);
  expect(await cards.count()).toBeLessThanOrEqual(4);
  await expect(cards.first()).toHaveAccessibleName(/Worth \$|First purchase ×2/);
  expect(await findBarriers(page)).toEqual([]);
  await resizeTo(page, { width: 800, height: 360 });
  await expect(offers).toBeHidden();
  await resizeTo(page, { width: 1280, height: 800 });

  const pack = cards.filter({ hasNotText: 'Weekly' }).first();
  const [name = ''] = ((await pack.textContent()) ?? '').split(',');
  await pack.click();
  await expect(page).toHaveURL(/\/miniflix\/directPayment\?product=/);
  await expect(page.getByText(name, { exact: true }).filter({ visible: true })).not.toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();

  // Seen by nobody but the character that received the goods.
  await page.evaluate(() => localStorage.clear());
  await page.goto(result);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/on their way|delivered/);
  await expect(offers).toHaveCount(0);
});
