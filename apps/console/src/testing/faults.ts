import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Each width and each kind of colours once: colours do not depend on the width. */
const LOOKS = [
  { width: 390, colorScheme: 'light', forcedColors: 'none' },
  { width: 1280, colorScheme: 'dark', forcedColors: 'none' },
  { width: 1600, colorScheme: 'light', forcedColors: 'active' },
] as const;

/** Barriers that axe finds, and widths that the page exceeds. An analysis takes over a second. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { width, ...colors } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia(colors);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    if (excess > 0) found.push(`${excess} px wider than ${width}`);
    // Merging results of frames costs more than the analysis.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // Forced colours are the browser's own pairs; axe reads those of the sheets.
    if (colors.forcedColors === 'active') axe.disableRules('color-contrast');
    const { violations } = await axe.analyze();
    found.push(...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`));
  }
  return found;
}
