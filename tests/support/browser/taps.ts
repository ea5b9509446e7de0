import type { Page } from '@playwright/test';

/**
 * Counts what a finger does on the pages of the shop, whichever of them it is; typing is not
 * counted, nor is a tap into the gateway's own form. Ask before the first page is opened.
 */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('tappedForTest', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const tell = (window as unknown as { tappedForTest: () => void }).tappedForTest;
    addEventListener('pointerdown', (event) => event.isTrusted && tell(), { capture: true });
  });
  return () => taps;
}
