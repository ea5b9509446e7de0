import type { Page } from '@playwright/test';
import { runAxe } from '../../../../tests/support/browser/run-axe.ts';

/**
 * Each width and each kind of colours once: colours do not depend on the width. Forced colours are the browser's own
 * pairs, which axe does not read; the page must fit with them.
 */
const LOOKS = [
  { width: 390, colorScheme: 'light', forcedColors: 'none' },
  { width: 1600, colorScheme: 'dark', forcedColors: 'none' },
  { width: 1280, colorScheme: 'light', forcedColors: 'active' },
] as const;

/** Barriers that axe finds, and widths that the page exceeds. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { width, ...colors } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia(colors);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    if (excess > 0) found.push(`${excess} px wider than ${width}`);
    if (colors.forcedColors === 'active') continue;
    const violations = await runAxe(page);
    found.push(...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`));
  }
  return found;
}
