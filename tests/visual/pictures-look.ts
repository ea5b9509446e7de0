import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { langTag } from '../../apps/storefront/src/i18n/languages.ts';
import type { Shopper } from '../support/shopper.ts';
import { findBarriers, hasPictures } from '../support/browser/axe.ts';
import { findTextFaultsInAllLanguages } from '../support/browser/languages.ts';
import { findTextFaults } from '../support/browser/text-fit.ts';
import { findBrokenWords } from '../support/browser/word-breaks.ts';
import { PICTURED } from './pictures-scenes.ts';
import type { PictureSet } from './pictures-sets.ts';

export const SIZES = [
  { width: 360, height: 800 },
  { width: 800, height: 360 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1600, height: 900 },
] as const;
/** Widths with the least space for text. */
const NARROW = [
  { width: 360, height: 800 },
  { width: 320, height: 640 },
] as const;

const SETTLE_MS = 10_000;

export type Looked = {
  readonly pictures: number;
  /** One line per problem of the screen. */
  readonly findings: readonly string[];
};

/**
 * Takes one screen's pictures into `folder`, runs axe, and checks that every text fits a narrow
 * phone, in every language where the set is walked.
 */
export async function look(
  browser: Browser,
  where: { readonly url: string; readonly folder: string },
  set: PictureSet,
  scene: string,
  shopper: Shopper,
): Promise<Looked> {
  // A context of its own, without storage or a stopped clock from the previous screen.
  const context = await browser.newContext({
    baseURL: where.url,
    viewport: SIZES[0],
    hasTouch: true,
    locale: langTag(set.lang),
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  try {
    await PICTURED[scene]?.({ page, theme: set.theme, shopper });
    const findings: string[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const file = path.join(where.folder, `${scene}-${size.width}.png`);
      await writeFile(file, await settled(page));
      findings.push(...(await readTexts(page, size)));
    }
    await page.setViewportSize(SIZES[0]);
    findings.push(
      ...(await findBarriers(page, { more: ['label-content-name-mismatch'] })),
      ...(await walk(page, set)),
    );
    return { pictures: SIZES.length, findings };
  } finally {
    // A scene may still be changing an answer that no test waits for.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** Texts that do not fit the width of a picture, and words that break in headings and buttons. */
async function readTexts(page: Page, size: (typeof SIZES)[number]): Promise<string[]> {
  const faults = await page.evaluate(findTextFaults);
  faults.push(...(await page.evaluate(findBrokenWords)));
  return faults.map((textFault) => `${size.width} px, ${textFault}`);
}

async function walk(page: Page, set: PictureSet): Promise<string[]> {
  const found: string[] = [];
  for (const size of NARROW) {
    await page.setViewportSize(size);
    const textFaults = set.isWalked
      ? await findTextFaultsInAllLanguages(page, set.theme)
      : await page.evaluate(findTextFaults);
    found.push(...textFaults.map((textFault) => `${size.width} px, ${textFault}`));
  }
  return found;
}

/** Screenshot of a page at rest: images and fonts loaded, two equal shots. */
async function settled(page: Page): Promise<Buffer> {
  const endsAt = Date.now() + SETTLE_MS;
  await page.waitForFunction(hasPictures, undefined, { timeout: 5_000 }).catch(() => undefined);
  await page
    .waitForFunction(isAtRest, undefined, { timeout: SETTLE_MS / 2 })
    .catch(() => undefined);
  const shoot = (): Promise<Buffer> => page.screenshot({ animations: 'disabled' });
  let before = await shoot();
  for (;;) {
    const now = await shoot();
    // A countdown may change between any two shots.
    if (now.equals(before) || Date.now() > endsAt) return now;
    before = now;
  }
}

/** Runs in the page: nothing loads, and no finite animation runs. */
function isAtRest(): boolean {
  return (
    document.fonts.status === 'loaded' &&
    document.querySelector('[aria-busy=true]') === null &&
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      )
  );
}
