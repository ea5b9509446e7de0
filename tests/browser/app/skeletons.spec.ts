import type { Page } from '@playwright/test';
import { signIn } from '../../support/browser/player.ts';
import { withoutSlowNotes } from '../../support/browser/shifts.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

type Size = { readonly width: number; readonly height: number };
type Block = { readonly x: number; readonly y: number; readonly height: number };

/** Larger differences are seen as a jump. */
const FAR_PX = 24;

/** Blocks of the skeleton in the main part. */
async function blocksOf(page: Page): Promise<readonly Block[]> {
  await expect(page.locator('main [aria-busy=true]')).toBeVisible();
  return page.evaluate(() =>
    [...document.querySelectorAll('main [aria-busy=true] span')]
      .map((each) => each.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ x, y, height }) => ({ x, y, height })),
  );
}

/** Largest distance of two blocks' edges. */
const distance = (one: Block, other: Block): number =>
  Math.max(
    Math.abs(one.x - other.x),
    Math.abs(one.y - other.y),
    Math.abs(one.y + one.height - other.y - other.height),
  );

const nameOf = ({ width, height }: Size): string => `${width}x${height}`;

/** Whether a block on the screen has no counterpart in its place. */
function isFar(block: Block, others: readonly Block[], { height }: Size): boolean {
  const isOnScreen = block.y < height - FAR_PX;
  return isOnScreen && !others.some((other) => distance(block, other) <= FAR_PX);
}

/** The blocks at each size, by its name. */
async function blocksAt(page: Page, sizes: readonly Size[]) {
  const found = new Map<string, readonly Block[]>();
  for (const size of sizes) {
    await resizeTo(page, size);
    found.set(nameOf(size), await blocksOf(page));
  }
  return found;
}

const SIZES: readonly Size[] = [
  { width: 360, height: 800 },
  { width: 800, height: 360 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

// The server does not know the size: its skeleton and the page's follow the window alike.
test('[C02] the first skeleton has the shape of the page that comes, in every class @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  const { token } = await shopper.open();
  const { items } = await shopper.inquire(token);
  await withoutSlowNotes(page);
  // Without an answer each page stays at its own skeleton.
  await page.route('**/api/**', () => undefined);
  for (const address of [
    `directPayment?product=${items[0]?.product_id ?? ''}&count=1`,
    `actInquireOrder#order=${token}`,
    'cart',
    'orders',
    'items',
    'activity/bargainirg',
    'activity/cumulation',
    'activity/card',
  ]) {
    await test.step(address, async () => {
      await page.route('**/assets/**/*.js', (route) => route.abort());
      await page.goto('/robots.txt');
      await page.goto(`/miniflix/${address}`);
      const first = await blocksAt(page, SIZES);
      await page.unroute('**/assets/**/*.js');
      await page.goto('/robots.txt');
      await page.goto(`/miniflix/${address}`);
      await expect(page.locator('#late')).toHaveCount(0);
      for (const size of SIZES) {
        const server = first.get(nameOf(size)) ?? [];
        await resizeTo(page, size);
        // The page's parts follow a new width a moment later.
        const misplaced = async () => {
          const own = await blocksOf(page);
          return own.length === 0 ? ['no block'] : own.filter((each) => isFar(each, server, size));
        };
        const facts = JSON.stringify({ server });
        await expect.poll(misplaced, `${nameOf(size)} ${address} ${facts}`).toEqual([]);
      }
    });
  }
});
