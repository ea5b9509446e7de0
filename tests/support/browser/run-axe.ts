import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
const SOURCE = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

/** Parts of the page, by selectors; all of it by default. */
type Parts = { readonly include: readonly string[]; readonly exclude?: readonly string[] };
type Options = {
  readonly parts?: Parts;
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
  /** Rules by their tags; axe's own choice by default. */
  readonly runOnly?: { readonly type: 'tag'; readonly values: readonly string[] };
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
    run(parts: Parts | Document, options: object): Promise<{ readonly violations: Violation[] }>;
  };
};

/**
 * Violations that axe finds in a page without frames. AxeBuilder reads axe's source anew at each analysis, which takes
 * several times as long as the analysis itself.
 * @throws Error for a page with frames
 */
export async function runAxe(page: Page, options: Options = {}): Promise<readonly Violation[]> {
  if (page.frames().length > 1) throw new Error('a page with frames needs AxeBuilder');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async ({ parts, ...others }) => {
    // Verified edge: the source above defines it.
    const { axe } = globalThis as unknown as WithAxe;
    const { violations } = await axe.run(parts ?? document, {
      ...others,
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, target, failureSummary = '' }) => ({
        html,
        target,
        failureSummary,
      })),
    }));
  }, options);
}
