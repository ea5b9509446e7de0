import type { Page } from '@playwright/test';
import { buyAs, CARDS } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const WHEEL = '/miniflix/activity/bargainirg#wheel';
const layer = (page: Page) => page.locator('[data-celebration]');
const prize = (page: Page) => page.getByRole('dialog', { name: /^You won / });
const spin = (page: Page) => page.getByRole('button', { name: 'Spin now' }).click();

/** Longest celebration (interface.md §13), in ms. */
const LONGEST_MS = 1200;

type Parties = { readonly count: number; readonly longestMs: number };

/**
 * Counts celebrations of the open page, however brief, and reads the durations that they declare.
 * Call before the page opens.
 */
async function watchParties(page: Page): Promise<() => Promise<Parties>> {
  await page.addInitScript(() => {
    const seen = { count: 0, longestMs: 0 };
    Object.assign(window, { parties: seen });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element && node.matches('[data-celebration]'))) continue;
        seen.count += 1;
        const ends = node
          .getAnimations({ subtree: true })
          .map(({ effect }) => Number(effect?.getComputedTiming().endTime));
        seen.longestMs = Math.max(seen.longestMs, ...ends);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { parties: Parties }).parties);
}

async function expectOneParty(parties: () => Promise<Parties>): Promise<void> {
  await expect.poll(async () => (await parties()).count).toBe(1);
  const { longestMs } = await parties();
  expect(longestMs).toBeGreaterThan(0);
  expect(longestMs).toBeLessThanOrEqual(LONGEST_MS);
}

test('[F08] a win on the wheel is celebrated once within 1.2 s, which ends by itself and leaves the prize’s sheet @full', async ({
  page,
}) => {
  const parties = await watchParties(page);
  await signIn(page);
  await page.goto(WHEEL);
  await spin(page);
  await expect(prize(page)).toBeVisible();
  await expect(layer(page)).toHaveCount(0);
  await expectOneParty(parties);
  await prize(page).getByRole('button', { name: 'Nice' }).click();
  await expect(prize(page)).toBeHidden();
});

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

test('[F09] a press anywhere skips the celebration of a claim @full', async ({ page }) => {
  const shopper = await signIn(page);
  await buyAs(shopper, 'gems-1280');
  await page.clock.install();
  await page.goto('/miniflix/activity/cumulation');
  const claim = page.getByRole('button', { name: 'Claim, Earn 1,500 points' });
  await expect(claim).toBeVisible();
  await isTakenOver(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await claim.click();
  // The clock stands still: the press alone ends it.
  await expect(layer(page)).toHaveCount(1);
  await page.mouse.click(180, 300);
  await expect(layer(page)).toHaveCount(0);
});

test('[F08, F09] under reduced motion nothing is celebrated, and the end is the same @full', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const parties = await watchParties(page);
  const shopper = await signIn(page);
  await page.goto(WHEEL);
  await spin(page);
  await expect(prize(page)).toBeVisible();
  expect((await parties()).count).toBe(0);

  await buyAs(shopper, 'gems-60');
  await page.goto('/miniflix/activity/cumulation');
  await page.getByRole('button', { name: 'Claim, Top up on 1 day' }).click();
  await expect(page.getByText('Sent by mail')).toBeVisible();
  expect((await parties()).count).toBe(0);
});

test('[F09] a claim is celebrated and announced once, and its row stays in its place @full', async ({
  page,
}) => {
  const parties = await watchParties(page);
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  await buyAs(shopper, 'gems-1280');
  await page.goto('/miniflix/activity/cumulation');
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
