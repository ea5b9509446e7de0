import { buyAs } from '../../support/browser/checkout.ts';
import { freshCid, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F19, F02] a purchase follows its character to another device: "Buy again", the usual method and the order', async ({
  page,
}) => {
  const cid = freshCid();
  const device = await signIn(page, MINIFLIX, cid);
  await buyAs(device, 'gems-60');

  // This browser has bought nothing yet.
  await page.goto('/miniflix/goodsList');
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toBeVisible();
  await page.goto('/miniflix');
  await page.getByRole('button', { name: /^Buy again, 60 Gems/ }).click();
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();
  await page.goto('/miniflix/orders');
  await expect(page.getByRole('main').getByText('60 Gems').first()).toBeVisible();
});
