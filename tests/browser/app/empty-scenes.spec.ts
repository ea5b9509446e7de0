import type { Locator, Page } from '@playwright/test';
import { CODES } from '@webpay/contract/codes';
import { answerOf } from '../../support/browser/answers.ts';
import { signIn } from '../../support/browser/player.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const PHONE = { width: 360, height: 800 };
const LAND = { width: 800, height: 360 };
const WIDE = { width: 1280, height: 800 };

type Box = { x: number; y: number; width: number; height: number };

async function boxOf(part: Locator): Promise<Box> {
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

const setOf = (page: Page, name: string) => page.locator(`[data-set=${name}]`);
const panelOf = (page: Page) => page.locator('main section:has(> h1)');

/** The drawing is a file of its own: it has shapes once it has loaded. */
async function isDrawn(set: Locator): Promise<void> {
  const width = () =>
    set.locator('use').evaluateAll((all) => {
      const widths = all.map((each) =>
        each instanceof SVGGraphicsElement ? each.getBBox().width : 0,
      );
      return widths.length === 2 ? Math.min(...widths) : 0;
    });
  await expect.poll(width).toBeGreaterThan(300);
}

/** Phones: the panel overlaps the set. Land and wide: the set is at the start, the panel beside it. */
async function standsByClass(page: Page, set: Locator): Promise<void> {
  const panel = panelOf(page);
  await resizeTo(page, PHONE);
  // How much of the set's height is above the panel.
  const free = async () => {
    const [above, below] = [await boxOf(set), await boxOf(panel)];
    return (below.y - above.y) / above.height;
  };
  await expect.poll(free, 'the panel overlaps the set').toBeLessThan(1);
  await expect.poll(free, 'the set stands above the panel').toBeGreaterThan(0.5);
  for (const size of [LAND, WIDE]) {
    await resizeTo(page, size);
    const gap = async () => {
      const [first, second] = [await boxOf(set), await boxOf(panel)];
      return second.x - first.x - first.width;
    };
    await expect
      .poll(gap, `the panel beside the set at ${size.width} px`)
      .toBeGreaterThanOrEqual(0);
    await expect(page.locator('[data-primary]:visible')).toHaveCount(1);
    await expect(page.locator('[data-primary]:visible')).toBeInViewport({ ratio: 1 });
  }
}

test('[A01, R20] an empty cart, an empty list of orders and an unknown address show a set with one panel and one button in every class @full', async ({
  page,
}) => {
  await signIn(page);
  for (const [path, name, title] of [
    ['cart', 'stall', 'Your cart is empty'],
    ['orders', 'post', 'No orders yet'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`/miniflix/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await isDrawn(setOf(page, name));
      await standsByClass(page, setOf(page, name));
    });
  }
  await page.goto('/nowhere/at/all');
  const set = setOf(page, 'signpost');
  await isDrawn(set);
  await expect(set.locator('text')).toHaveText(['Shop', 'Nowhere']);
  await standsByClass(page, set);
});

test('[R04] the maintenance page counts to its next try before a curtain, and leaves when the shop answers @full', async ({
  page,
}) => {
  let isOpen = false;
  await page.route('**/api/common/heartbeat*', async (route) =>
    isOpen ? route.continue() : route.abort(),
  );
  await page.goto('/miniflix');
  await expect
    .poll(async () => (await page.context().cookies()).some((each) => each.name === 'project'))
    .toBe(true);
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  await page.goto('/error/maintenance');
  await isTakenOver(page, { isClockStopped: true });
  const set = setOf(page, 'curtain');
  // React reveals a loaded part after a moment of its own clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return set.count();
    })
    .toBe(1);
  await isDrawn(set);
  await expect(set.locator('text')).toHaveText(['Back soon']);
  await expect(page.getByText("We'll retry in 10 s.")).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page.getByText("We'll retry in 8 s.")).toBeVisible();
  await page.clock.runFor(8000);
  await expect(page.getByText("Still closed. We'll keep trying.")).toBeVisible();
  await expect(page.getByText("We'll retry in 10 s.")).toBeVisible();
  isOpen = true;
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL('/miniflix');
});

// Noon, so that an end in two hours is on the same day.
const hour = new Date().getUTCHours();
const ZONE_OF_NOON = `Etc/GMT${hour < 12 ? `-${12 - hour}` : `+${hour - 12}`}`;

test.describe('at noon', () => {
  test.use({ timezoneId: ZONE_OF_NOON });

  test('[R04, E01] a maintenance with an end leads to its page, which tells the end in local time, waits for it and returns (15.7) @full', async ({
    page,
  }) => {
    const end = Date.now() + 2 * 3_600_000;
    let opens: number | null = end;
    await page.route('**/api/recharge/product/lists*', async (route) =>
      opens === null
        ? route.continue()
        : route.fulfill(answerOf(CODES.MAINTENANCE, { opens_at: opens })),
    );
    await page.route('**/api/common/website/configs*', async (route) =>
      opens === null ? route.continue() : route.fulfill(answerOf(CODES.OK, { opens_at: opens })),
    );
    await signIn(page);
    await page.goto('/miniflix/goodsList');
    await expect(page).toHaveURL('/error/maintenance');
    const zone = { timeZone: ZONE_OF_NOON } as const;
    const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', ...zone }).format(end);
    await expect(page.getByText(`We open again at ${time}, your time.`)).toBeVisible();
    await expect(setOf(page, 'curtain').locator('text')).toHaveText(['Back at', time]);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    await expect(page.getByText("Still closed. We'll keep trying.")).toBeVisible();
    await expect(page).toHaveURL('/error/maintenance');

    opens = end + 3 * 86_400_000;
    await retry.click();
    const day = { day: 'numeric', month: 'short', ...zone } as const;
    const date = new Intl.DateTimeFormat('en-US', day).format(opens);
    await expect(page.getByText(`We open again on ${date} at ${time}, your time.`)).toBeVisible();

    opens = null;
    await retry.click();
    await expect(page).toHaveURL('/miniflix/goodsList');
  });
});
