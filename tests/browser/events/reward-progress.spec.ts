import type { Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import {
  buyAs,
  CARDS,
  checkOut,
  expectPaid,
  listedGood,
  payByCard,
} from '../../support/browser/checkout.ts';
import { signIn, want } from '../../support/browser/player.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const WIDE = { width: 1280, height: 800 };
const SHELF = '/miniflix/goodsList';

/** Above the goods, in the order's panel, or on the result. */
const reward = (page: Page, look: 'line' | 'nudge' | 'result') =>
  page.locator(`[data-reward=${look}]:visible`);

test('[F09, R07] on a phone, the shelf and the result say how far the next reward is, before and after a purchase; no good moves when the points arrive @full', async ({
  page,
}) => {
  const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/activity/list', async (route) => {
    await isFree;
    await route.continue();
  });
  await signIn(page);
  await page.goto(SHELF);
  const line = reward(page, 'line');
  await expect(line).toContainText('Top-up Festival');
  await expect(line).not.toContainText('to go');
  const place = () =>
    page.locator('[data-goods-grid]').evaluate((grid) => grid.getBoundingClientRect().top);
  await expect(listedGood(page, '60 Gems')).toBeVisible();
  await isTakenOver(page);
  await page.evaluate(() => document.fonts.ready);
  const before = await place();
  letGo();
  await expect(line).toContainText('500 points to go');
  expect(await place()).toBe(before);
  await expect(line.getByRole('listitem')).toHaveText([/Gems ×\s30/, /×\s2/]);
  expect(await findBarriers(page)).toEqual([]);

  await listedGood(page, '60 Gems').click();
  await expect(line).toContainText('+99 points');
  await expect(line).toContainText('401 points to go');
  await listedGood(page, '60 Gems').click();
  await expect(line).toContainText('500 points to go');

  await checkOut(page);
  await payByCard(page, CARDS.success);
  await expectPaid(page);
  const after = reward(page, 'result');
  await expect(after).toContainText('401 points to go');
  expect(await findBarriers(page)).toEqual([]);
  await after.click();
  await expect(page).toHaveURL('/miniflix/activity/cumulation');
  // The shelf offers the last purchase again.
  await page.goto(SHELF);
  await expect(line).toContainText('302 points to go');
  await expect(line).toContainText('198 of 500');
});

test('[F09, R09] the cart offers top-ups that reach the next reward, and a press adds one @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  await want(shopper.client.call('cartSet', { product_id: 'gems-60', count: '1', country: 'US' }));
  await page.goto('/miniflix/cart');
  const offers = page.getByRole('region', { name: 'Add to reach the next reward' });
  await expect(offers).toContainText('401 points to go');
  expect(await findBarriers(page)).toEqual([]);
  // The fewest points that are enough come first.
  await offers.getByRole('button').first().click();
  await expect(page.getByRole('list', { name: 'In your cart' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await expect(offers).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: /^Cart/ })).toBeFocused();
});

test.describe('on a wide screen', () => {
  test.use({ viewport: WIDE });

  test('[F09, R07] the rail, the order and the result say how far the next reward is @full', async ({
    page,
  }) => {
    const shopper = await signIn(page);
    await buyAs(shopper, 'gems-300');
    await page.goto(SHELF);
    const rail = page.getByRole('navigation', { name: 'Events' });
    await expect(rail.getByRole('link', { name: /^Top-up Festival/ })).toContainText(
      '1 point to go',
    );
    await expect(reward(page, 'line')).toHaveCount(0);

    await listedGood(page, '60 Gems').click();
    const order = reward(page, 'nudge');
    await expect(order).toContainText('+99 points');
    await expect(order).toContainText('Earns 1 reward');
    await expect(order).toContainText('500 of 500');
    expect(await findBarriers(page)).toEqual([]);

    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    await page.goto(`/miniflix/payment#order=${opened.token}`);
    await expectPaid(page);
    await expect(reward(page, 'result')).toContainText('1 reward ready');
    expect(await findBarriers(page)).toEqual([]);
  });
});
