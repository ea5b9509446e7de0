import type { Page } from '@playwright/test';
import { runAxe, type Violation } from './run-axe.ts';

/** WCAG 2.2, levels A and AA, with 2.0 and 2.1. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules whose result depends on a theme: its colours, the sizes of its letters, its pictures. */
export const THEME_RULES = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
  'image-alt',
] as const;

/**
 * Finds accessibility violations of the page and its frames: one line per element. @param rules `more`: also these; `only`:
 * these instead of WCAG's
 */
export async function findBarriers(
  page: Page,
  {
    more = [],
    only,
  }: { readonly more?: readonly string[]; readonly only?: readonly string[] } = {},
): Promise<string[]> {
  // A running transition still shows old colours.
  await page.evaluate(async () => {
    const fading = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) < Infinity,
      );
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
  const violations = await runAxe(page, {
    runOnly: only ? { type: 'rule', values: only } : { type: 'tag', values: WCAG },
    rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
  });
  const found = await withoutCovered(page, violations);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(';').replaceAll(/\s+/g, ' ');
      return `${id}: ${target.join(' ')} –${why}`;
    }),
  );
}

/** Drops targets that are only small where a sticky bar covers them: each is scrolled to the middle and searched again. */
async function withoutCovered(page: Page, violations: readonly Violation[]) {
  const kept: Violation[] = [];
  for (const violation of violations) {
    if (violation.id !== 'target-size') {
      kept.push(violation);
      continue;
    }
    for (const node of violation.nodes) {
      const include = node.target;
      // The first leads to the frame, if the target is in one.
      const selector = include[0] ?? '';
      await page.locator(selector).evaluate((each) => each.scrollIntoView({ block: 'center' }));
      const runOnly = { type: 'rule', values: [violation.id] } as const;
      const isCovered =
        include.length === 1 && (await runAxe(page, { parts: { include }, runOnly })).length === 0;
      if (!isCovered) kept.push({ ...violation, nodes: [node] });
    }
  }
  return kept;
}

/** For `page.waitForFunction`: every visible image is loaded or has failed. */
export function hasPictures(): boolean {
  return [...document.images].every((each) => {
    const { top, bottom, left, right } = each.getBoundingClientRect();
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const { state } = each.dataset;
    return !isInSight || (state === undefined ? each.complete : state !== 'waiting');
  });
}
