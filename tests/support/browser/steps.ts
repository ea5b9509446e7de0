import { expect, type Page } from '@playwright/test';
import { rootFontPx } from '../../../apps/storefront/src/app/boot/scale.ts';

/** How far the page is scrolled, px. */
export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/**
 * Whatever can be pressed or read out on the page is React's by now. A rendered page is to be seen
 * before its script listens: presses are kept for it (S04), steps of the history are not.
 */
export async function isTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll('#root :is(h1, a, button, input)')];
    return (
      parts.length > 0 &&
      parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber$')))
    );
  });
}

/**
 * A step of the router inside the page, as a link of a page that is not built yet would make it.
 * It is over when `shown`, the name of the page's route, stands: of two steps at once the shop
 * would take only the second.
 */
export async function stepTo(page: Page, path: string, shown: string): Promise<void> {
  await isTakenOver(page);
  // A layer that was closed steps back by itself first.
  await page.waitForFunction(() => !/"layer":[1-9]/.test(JSON.stringify(history.state)));
  await page.evaluate((to) => {
    const state = { key: crypto.randomUUID(), idx: history.length };
    history.pushState(state, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
  await expect(page.locator(`[data-page=${shown}]`)).toBeVisible();
}

/** A window of another size: over when the page is scaled to it (A05), which it is at the browser's next turn. */
export async function resizeTo(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  const root = `${rootFontPx(size.width)}px`;
  await expect.poll(() => page.evaluate(() => document.documentElement.style.fontSize)).toBe(root);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.clientWidth))
    .toBe(size.width);
}
