import { expect, type Page } from '@playwright/test';

export const scrollTop = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

/**
 * Waits for hydration: earlier presses are replayed (S04), history navigation is not. The shop's script waits for a frame,
 * so a page whose clock stands still gets one at each look.
 */
export async function isTakenOver(
  page: Page,
  { isClockStopped = false }: { readonly isClockStopped?: boolean } = {},
): Promise<void> {
  const holds = async (): Promise<boolean> => {
    await page.clock.runFor(20);
    return page.evaluate(isHydrated);
  };
  if (isClockStopped) await expect.poll(holds).toBe(true);
  else await page.waitForFunction(isHydrated);
}

function isHydrated(): boolean {
  const parts = [...document.querySelectorAll('#root :is(h1, a, button, input)')];
  return (
    parts.length > 0 &&
    parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber$')))
  );
}

/** Navigates inside the page and waits for the route `shown`. */
export async function stepTo(page: Page, path: string, shown: string): Promise<void> {
  await isTakenOver(page);
  // A closed layer first removes its history entry.
  await page.waitForFunction(() => !/"layer":[1-9]/.test(JSON.stringify(history.state)));
  await page.evaluate((to) => {
    const state = { key: crypto.randomUUID(), idx: history.length };
    history.pushState(state, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
  await expect(page.locator(`[data-page=${shown}]`)).toBeVisible();
}

/** Resizes the window and waits until the page is scaled to it (A05). */
export async function resizeTo(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  const root = `${Math.min(Math.max(size.width / 10, 20), 50)}px`;
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(root);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.clientWidth))
    .toBe(size.width);
}
