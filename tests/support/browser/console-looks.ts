import type { Page } from '@playwright/test';
import { findBarriers } from './axe.ts';
import { expect } from './test.ts';

/** The console's page as it stands has no barrier and does not scroll sideways, in both schemes at each width. */
export async function expectSound(page: Page, widths: readonly number[] = [390, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findBarriers(page), `${colorScheme}, ${width} px`).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${colorScheme}, ${width} px`).toBe(0);
    }
  }
}
