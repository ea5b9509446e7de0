import type { Page } from '@playwright/test';
import { findBarriers } from './axe.ts';
import { expect } from './test.ts';

/**
 * The console's page as it stands has no barrier and does not scroll sideways. Each width is seen, and each scheme at one of
 * the first two: colours do not depend on the width, and an analysis takes over a second.
 */
export async function expectSound(page: Page, widths: readonly number[] = [390, 1280]) {
  for (const [index, width] of widths.entries()) {
    const colorScheme = index % 2 === 0 ? 'light' : 'dark';
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    if (index < 2) {
      expect(await findBarriers(page), `${colorScheme}, ${width} px`).toEqual([]);
    }
    // Parts that measure themselves follow the width a moment later.
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(overflow, `${colorScheme}, ${width} px`).toBe(0);
  }
}
