import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2, levels A and AA, with all it took over from 2.0 and 2.1. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds on the page and in its frames: one line for each element. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Colours are those of the finished picture: at the first one after a change some are still the old ones.
  await page.evaluate(async () => {
    const fading = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) < Infinity,
      );
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
  const axe = new AxeBuilder({ page }).withTags(WCAG);
  // What it finds in frames it puts together on a page of its own, which costs more than the finding.
  axe.setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(';').replaceAll(/\s+/g, ' ');
      return `${id}: ${target.join(' ')} –${why}`;
    }),
  );
}
