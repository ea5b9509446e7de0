import path from 'node:path';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as v from 'valibot';
import { chromium, type BrowserContext } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { BROWSER_FLAGS, findBrowser, OWN_SIGNALS } from '../support/chromium.ts';
import { opened } from '../../tools/ending.ts';
import { startTestEnvironment } from '../support/environment.ts';
import type { Part, Scale } from './figures.ts';
import { keepSession, phone } from './pages.ts';
import { enter, PROJECT } from './player.ts';
import { median, quantile } from './stats.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';

const GOODS = 500;
const SLOWER = 4;
const TAPS = { full: 40, quick: 8 } as const;

/**
 * Time from a tap on the filter to the updated list of 500 goods, at a quarter of the CPU speed.
 */
export async function benchFiltering(scale: Scale): Promise<Part> {
  const catalogue = await bigCatalogue(PROJECT.websiteCode, GOODS);
  const environment = await startTestEnvironment({ env: { CATALOGUE_DIR: catalogue.dir } });
  const profile = await mkdtemp(path.join(tmpdir(), 'webpay-bench-browser-'));
  const removeProfile = opened(() => rm(profile, { recursive: true, force: true }));
  const browser = await chromium.launchPersistentContext(profile, {
    ...phone(),
    ...OWN_SIGNALS,
    executablePath: findBrowser(() => undefined),
    args: [...BROWSER_FLAGS],
  });
  const closeBrowser = opened(() => browser.close());
  try {
    await keepSession(environment, browser, await enter(environment.url));
    const { durationsMs, cards } = await filter(browser, environment.url, TAPS[scale]);
    return {
      title: 'Filtering',
      how: `The goods list shows ${cards} goods on a processor ${SLOWER} times slower. ${durationsMs.length} taps go to the filter's chips in turn. Each time runs from the tap to the next paint (Event Timing, in steps of 8 ms).`,
      figures: [
        { name: 'tap on a filter, p50', value: median(durationsMs), unit: 'ms' },
        {
          // As "interaction to next paint": the longest but one in fifty.
          name: 'tap on a filter, p98',
          value: quantile(durationsMs, 0.98),
          unit: 'ms',
          aim: { of: 'value', atMost: 100 },
        },
      ],
    };
  } finally {
    await closeBrowser();
    await removeProfile();
    await environment.stop();
    await catalogue.remove();
  }
}

/** Runs in the page: the longest event of each interaction. */
const WATCH = `
  window.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId === 0) continue;
      window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

async function filter(browser: BrowserContext, url: string, taps: number) {
  const page = await browser.newPage();
  const devtools = await browser.newCDPSession(page);
  await page.goto(`${url}/${PROJECT.websiteCode}/goodsList`, { waitUntil: 'networkidle' });
  const cards = await page.getByRole('main').getByRole('listitem').count();
  if (cards < GOODS) throw new Error(`the goods list shows ${cards} of ${GOODS} goods`);
  const chips = page.getByRole('group', { name: 'Category' }).getByRole('button');
  const choices = Math.min(3, await chips.count());
  await page.evaluate(WATCH);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (let i = 1; i <= taps; i += 1) {
    await chips.nth(i % choices).tap();
    // The next tap waits until the page is idle.
    await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 100)))');
  }
  const durationsMs = await page.evaluate<number[]>('[...window.interactions.values()]');
  await page.close();
  // A tap below the threshold of 16 ms is not reported.
  const unseen = Array.from({ length: Math.max(0, taps - durationsMs.length) }, () => 16);
  return { durationsMs: [...durationsMs, ...unseen], cards };
}

const shelf = v.looseObject({
  products: v.array(v.looseObject({ product_id: v.string(), kind: v.string() })),
});

/** A copy of the catalogue in which `project` sells `count` goods: its own under new ids. */
async function bigCatalogue(project: string, count: number) {
  const source = readConfig({}).catalogueDir;
  const dir = await mkdtemp(path.join(tmpdir(), 'webpay-bench-catalogue-'));
  const remove = opened(() => rm(dir, { recursive: true, force: true }));
  for (const folder of ['shared', project]) {
    await cp(path.join(source, folder), path.join(dir, folder), { recursive: true });
  }
  const file = path.join(dir, project, 'products.yaml');
  const content = v.parse(shelf, parse(await readFile(file, 'utf8')));
  const sold = content.products.filter(({ kind }) => kind === 'topup' || kind === 'pack');
  const rest = content.products.filter((each) => !sold.includes(each));
  const products = Array.from({ length: count }, (_, index) => {
    const original = sold[index % sold.length];
    if (original === undefined) throw new Error(`${project} sells nothing`);
    return { ...original, product_id: `${original.product_id}-${index}` };
  });
  await writeFile(file, stringify({ ...content, products: [...products, ...rest] }));
  return { dir, remove };
}
