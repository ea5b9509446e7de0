import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Longest celebration (interface.md §13), in ms. */
const LONGEST_MS = 1200;

type Parties = { readonly count: number; readonly longestMs: number };

/**
 * Counts celebrations of the open page, however brief, and reads the durations that they declare.
 * Call before the page opens.
 */
export async function watchParties(page: Page): Promise<() => Promise<Parties>> {
  await page.addInitScript(() => {
    const seen = { count: 0, longestMs: 0 };
    Object.assign(window, { parties: seen });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element && node.matches('[data-celebration]'))) continue;
        seen.count += 1;
        const ends = node
          .getAnimations({ subtree: true })
          .map(({ effect }) => Number(effect?.getComputedTiming().endTime));
        seen.longestMs = Math.max(seen.longestMs, ...ends);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { parties: Parties }).parties);
}

export async function expectOneParty(parties: () => Promise<Parties>): Promise<void> {
  await expect.poll(async () => (await parties()).count).toBe(1);
  const { longestMs } = await parties();
  expect(longestMs).toBeGreaterThan(0);
  expect(longestMs).toBeLessThanOrEqual(LONGEST_MS);
}
