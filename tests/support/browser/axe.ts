import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';

/** WCAG 2.2, levels A and AA, with 2.0 and 2.1. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const fromAxe = createRequire(import.meta.resolve('@axe-core/playwright'));
const SOURCE = readFileSync(fromAxe.resolve('axe-core/axe.min.js'), 'utf8');

/** A frame on a busy machine answers late, and one that has not answered is not searched. */
const ANSWER_MS = 10_000;
const FRAME_MS = 60_000;

/** The parts of axe that `findBarriers` uses. */
type Axe = {
  configure(options: object): void;
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
};
type Violation = {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary?: string;
  }[];
};

/** Loads axe into a frame once: its script costs as much as half an analysis. */
async function load(frame: Frame): Promise<void> {
  await frame.waitForLoadState('domcontentloaded');
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(SOURCE);
  await frame.evaluate(() => {
    // Verified edge: the line above defines it.
    const { axe } = window as unknown as { readonly axe: Axe };
    // The card form is of another origin.
    axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
  });
}

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
  for (const frame of page.frames()) {
    await load(frame).catch((error: unknown) => {
      if (!frame.isDetached()) throw error;
    });
  }
  const options = {
    runOnly: only ? { type: 'rule', values: [...only] } : { type: 'tag', values: WCAG },
    rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
    // Selectors of everything that is right cost more than the analysis.
    resultTypes: ['violations'],
    // No rule of these tags reads style sheets.
    preload: { assets: ['media'] },
    pingWaitTime: ANSWER_MS,
    frameWaitTime: FRAME_MS,
  };
  const violations = await page.evaluate(async (how) => {
    // Verified edge: `load` defines it.
    const { axe } = window as unknown as { readonly axe: Axe };
    return (await axe.run(document, how)).violations;
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(';').replaceAll(/\s+/g, ' ');
      return `${id}: ${target.join(' ')} –${why}`;
    }),
  );
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
