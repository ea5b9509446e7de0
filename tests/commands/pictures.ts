import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { createShopper } from '../support/shopper.ts';
import { BROWSER_FLAGS, findBrowser, OWN_SIGNALS } from '../support/chromium.ts';
import { endAndTell, endOnSignals, opened } from '../../tools/ending.ts';
import { look, SIZES } from '../visual/pictures-look.ts';
import { isWhole, walkReport, type SetResult } from '../visual/pictures-report.ts';
import { PICTURED } from '../visual/pictures-scenes.ts';
import { chosenSets, type PictureSet } from '../visual/pictures-sets.ts';
import { writeSheet } from '../visual/pictures-sheet.ts';
import { buildStorefront } from '../../tools/storefront-build.ts';
import { startTestEnvironment, type TestEnvironment } from '../support/environment.ts';

/**
 * `npm run pictures [-- miniflix dr2 en home …]`: takes every screen in every state, on a phone and a wide screen, into
 * pictures/THEME/LANGUAGE/SCREEN-WIDTH.png. Words name themes, languages and screens;
 * `covering` deals the screens over six themes and six languages.
 * Checks WCAG by axe and that texts fit 320 and 360 px. Without a language, English is taken and all languages are
 * measured; docs/walk.md records that. Exit code 1 for any finding.
 */

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'pictures');
const RECORD = path.join(ROOT, 'docs/walk.md');
/** One prepares while the other takes screenshots. */
const AT_ONCE = 2;
/** Time limit of one screen in all languages. */
const TIMEOUT_MS = 180_000;

endOnSignals();
try {
  const sets = await chosenSets(process.argv.slice(2));
  const executablePath = findBrowser(console.log);
  await buildStorefront(console.log);
  const environment = await startTestEnvironment();
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, ...OWN_SIGNALS });
  const closeBrowser = opened(() => browser.close());
  const results: SetResult[] = [];
  try {
    for (const set of sets) {
      const result = await takeSet(browser, environment, set);
      results.push(result);
      // An interrupted walk has no result.
      if (isWhole(result) && browser.isConnected()) await record(result);
    }
  } finally {
    await closeBrowser();
    await environment.stop();
  }
  const pictures = results.reduce((sum, each) => sum + each.pictures, 0);
  const findings = results.reduce((sum, each) => sum + each.findings.length, 0);
  console.log(`${pictures} pictures in ${path.relative(process.cwd(), FOLDER)}`);
  console.log(`${findings} findings`);
  process.exitCode = findings === 0 ? 0 : 1;
} catch (error) {
  await endAndTell(error);
}

/** Records each theme at once, so that an interrupted run keeps the finished ones. */
async function record(result: SetResult): Promise<void> {
  const before = await readFile(RECORD, 'utf8').catch(() => '');
  await writeFile(RECORD, walkReport(before, [result]));
}

/** A screen that cannot be reached is a finding and does not stop the others. */
async function takeSet(browser: Browser, environment: TestEnvironment, set: PictureSet) {
  const startedAt = Date.now();
  const folder = path.join(FOLDER, set.theme, set.lang);
  if (set.scenes.length === Object.keys(PICTURED).length) {
    await rm(folder, { recursive: true, force: true });
  }
  await mkdir(folder, { recursive: true });
  const waiting = [...set.scenes];
  const taken = new Set<string>();
  const findings: string[] = [];
  let pictures = 0;

  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, takeNext));
  const order = set.scenes.filter((scene) => taken.has(scene));
  for (const { width } of SIZES) {
    const file = path.join(FOLDER, `${set.theme}-${set.lang}-${width}.webp`);
    if (order.length > 1) await writeSheet(folder, file, order, width);
  }
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.log(
    `${set.theme}/${set.lang}: ${pictures} pictures, ${findings.length} findings, ${seconds} s`,
  );
  return { set, screens: order.length, pictures, findings };

  /** Uses a player of its own, whose cart no other scene changes. */
  async function takeNext(): Promise<void> {
    const shopper = await createShopper(environment, {
      websiteCode: set.theme,
      gameId: set.gameId,
      lang: set.lang,
    });
    for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
      const name = `${set.theme}/${set.lang}/${scene}`;
      try {
        const looked = await Promise.race([
          look(browser, { url: environment.url, folder }, set, scene, shopper),
          sleep(TIMEOUT_MS, null, { ref: false }),
        ]);
        if (looked === null) throw new Error(`it took more than ${TIMEOUT_MS / 1_000} s`);
        taken.add(scene);
        pictures += looked.pictures;
        for (const each of looked.findings) note(`${name}: ${each}`);
      } catch (error) {
        note(`${name}: could not be reached: ${String(error).split('\n', 1)[0]}`);
      }
    }
  }

  function note(finding: string): void {
    findings.push(finding);
    console.error(finding);
  }
}
