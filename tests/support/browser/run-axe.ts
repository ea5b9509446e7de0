import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from '@playwright/test';

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
const SOURCE = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

/** A frame on a busy machine answers late, and one that has not answered is not searched. */
const ANSWER_MS = 10_000;
const FRAME_MS = 60_000;

/** Parts of the page, by selectors; all of it by default. */
type Parts = { readonly include: readonly string[]; readonly exclude?: readonly string[] };
type Options = {
  readonly parts?: Parts;
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
  /** Rules by their tags or names; axe's own choice by default. */
  readonly runOnly?: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] };
};

export type Violation = {
  readonly id: string;
  readonly nodes: readonly {
    readonly html: string;
    readonly target: readonly string[];
    readonly failureSummary?: string;
  }[];
};

type WithAxe = {
  readonly axe: {
    configure(options: object): void;
    run(parts: Parts | Document, options: object): Promise<{ readonly violations: Violation[] }>;
  };
};

/**
 * Violations that axe finds in a page and its frames. AxeBuilder reads axe's source anew at each analysis, which takes
 * several times as long as the analysis itself; here a frame reads it once.
 */
export async function runAxe(page: Page, options: Options = {}): Promise<readonly Violation[]> {
  for (const frame of page.frames()) {
    await load(frame).catch((error: unknown) => {
      if (!frame.isDetached()) throw error;
    });
  }
  const how = {
    ...options,
    // Selectors of everything that is right cost more than the analysis.
    resultTypes: ['violations'],
    // No rule of WCAG's tags reads style sheets.
    preload: { assets: ['media'] },
    pingWaitTime: ANSWER_MS,
    frameWaitTime: FRAME_MS,
  };
  return page.evaluate(async ({ parts, ...others }) => {
    // Verified edge: `load` defines it.
    const { axe } = globalThis as unknown as WithAxe;
    const { violations } = await axe.run(parts ?? document, others);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, target, failureSummary = '' }) => ({
        html,
        target,
        failureSummary,
      })),
    }));
  }, how);
}

/** Loads axe into a frame once: its script costs as much as half an analysis. */
async function load(frame: Frame): Promise<void> {
  await frame.waitForLoadState('domcontentloaded');
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  await frame.evaluate(SOURCE);
  await frame.evaluate(() => {
    // Verified edge: the line above defines it.
    const { axe } = globalThis as unknown as WithAxe;
    // The card form is of another origin.
    axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
  });
}
