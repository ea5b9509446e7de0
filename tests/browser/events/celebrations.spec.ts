import type { Page } from '@playwright/test';
import { buyAs, CARDS } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { expectOneParty, watchParties } from '../../support/browser/parties.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const WHEEL = '/miniflix/activity/bargainirg#wheel';
const layer = (page: Page) => page.locator('[data-celebration]');
const prize = (page: Page) => page.getByRole('dialog', { name: /^You won / });
const spin = (page: Page) => page.getByRole('button', { name: 'Spin now' }).click();

test('[F08] a key or a press skips the celebration of a win @full', async ({ page }) => {
  await signIn(page);
  await page.clock.install();
  await page.goto(WHEEL);
  await expect(page.getByRole('button', { name: 'Spin now' })).toBeVisible();
  await isTakenOver(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  const answered = page.waitForResponse('**/bargain/spin');
  await spin(page);
  await (await answered).finished();
  const runOn = async () => {
    await page.clock.runFor(100);
    return layer(page).count();
  };
  await expect.poll(runOn, { intervals: [20] }).toBe(1);
  // The clock stands still: the press alone opens the sheet.
  await page.keyboard.press('Shift');
  await expect(layer(page)).toHaveCount(0);
  await page.clock.runFor(50);
  await expect(prize(page)).toBeVisible();
});

test('[F09] a claim is celebrated and announced once, and its row stays in its place; a press anywhere skips the next one @full', async ({
  page,
}) => {
  const parties = await watchParties(page);
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  await buyAs(shopper, 'gems-1280');
  await page.clock.install();
  // A slow network: the first claim comes before the pictures of its rewards.
  const slow = Promise.withResolvers<void>();
  await page.route('**/*.webp*', async (route) => {
    await slow.promise;
    await route.continue();
  });
  await page.goto('/miniflix/activity/cumulation', { waitUntil: 'commit' });
  const first = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({
      has: page.getByRole('progressbar'),
    });
  await expect(first.first()).toContainText('Earn 1,500 points');
  await page.getByRole('button', { name: 'Claim, Earn 1,500 points' }).click();
  await expect(first.first()).toContainText('Sent by mail');
  await expect(first.first()).toContainText('Earn 1,500 points');
  await shownTexts.announced('Sent to your in-game mail');
  await expect(layer(page)).toHaveCount(0);
  await expectOneParty(parties);

  slow.resolve();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await page.getByRole('button', { name: 'Claim, Earn 500 points' }).click();
  // The clock stands still: the press alone ends it.
  await expect(layer(page)).toHaveCount(1);
  await page.mouse.click(180, 300);
  await expect(layer(page)).toHaveCount(0);
});

test('[F06] a delivery that happens in sight is celebrated once, above the buttons without covering them @full', async ({
  page,
}) => {
  const parties = await watchParties(page);
  let isOnItsWay = true;
  await page.route('**/api/common/order/inquire', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: Record<string, unknown> };
    const queued = { delivery: { state: 'queued', reason: null, at: null }, next_poll_ms: 300 };
    if (isOnItsWay && body.result['state'] === 'success') Object.assign(body.result, queued);
    await route.fulfill({ response, json: body });
  });
  const shopper = await signIn(page);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await page.goto(`/miniflix/payment#order=${opened.token}`);
  await expect(page.getByRole('heading', { name: '60 Gems are on their way' })).toBeVisible();
  expect((await parties()).count).toBe(0);
  isOnItsWay = false;
  await expect(page.getByRole('heading', { name: '60 Gems delivered' })).toBeVisible();
  await expectOneParty(parties);
  await page.getByRole('button', { name: 'Shop' }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(layer(page)).toHaveCount(0);
});
