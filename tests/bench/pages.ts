import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, devices, type BrowserContext } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser, OWN_SIGNALS } from '../support/chromium.ts';
import { opened } from '../../tools/ending.ts';
import { freePorts } from '../../tools/ports.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { startHelper, type Helper } from './child.ts';
import { fetchPacked } from './fetch-packed.ts';
import type { Figure, Part, Scale } from './figures.ts';
import { visit, type PageFigures } from './lighthouse.ts';
import { enter, PROJECT, type Player } from './player.ts';
import { median } from './stats.ts';

/** Visits of a page and its static copy (applied); visits for the score (simulated). */
const VISITS = { full: { applied: 5, simulated: 3 }, quick: { applied: 1, simulated: 1 } } as const;
/** Time limit of a series: a busy machine makes fewer visits. */
const SERIES_MS = { applied: 180_000, simulated: 60_000 } as const;
const PERFORMANCE = ['performance'];
const ALL_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

type Measured = {
  readonly scriptBytes: number;
  readonly applied: readonly PageFigures[];
  readonly likeness: readonly PageFigures[];
  readonly simulated: readonly PageFigures[];
};

/** Home of a new visitor and the goods list of a player, on Lighthouse's phone. */
export async function benchPages(environment: TestEnvironment, scale: Scale): Promise<Part> {
  const profile = await mkdtemp(path.join(tmpdir(), 'webpay-bench-browser-'));
  const removeProfile = opened(() => rm(profile, { recursive: true, force: true }));
  const [port = 0] = await freePorts(1);
  const browser = await chromium.launchPersistentContext(profile, {
    ...phone(),
    ...OWN_SIGNALS,
    executablePath: findBrowser(() => undefined),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
  });
  const closeBrowser = opened(() => browser.close());
  try {
    const home = `/${PROJECT.websiteCode}`;
    const asNewcomer = await measure(environment, browser, port, home, scale);
    await keepSession(environment, browser, await enter(environment.url));
    const asPlayer = await measure(environment, browser, port, `${home}/goodsList`, scale);
    const counts = (of: 'applied' | 'simulated') =>
      `${asNewcomer[of].length} (home) and ${asPlayer[of].length} (goodsList) visits`;
    return {
      title: 'Pages',
      how: `Lighthouse 13 emulates its phone with an empty cache. LCP, CLS and TBT: median of ${counts('applied')} with applied throttling (150 ms, 1.6 Mbit/s, processor 4 times slower). Limit: as many alternating visits to a static page of the same look, the finished page without its scripts. Its files are sent as the shop sends them. Scores and simulated LCP: median of ${counts('simulated')} with simulated throttling, as Lighthouse scores.`,
      figures: [...figuresOf('home', asNewcomer), ...figuresOf('goodsList', asPlayer)],
    };
  } finally {
    await closeBrowser();
    await removeProfile();
  }
}

/** Renders like Lighthouse's phone, to capture the content of the static copy. */
export function phone() {
  const { userAgent } = devices['Moto G4'] ?? {};
  return {
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    ...(userAgent === undefined ? {} : { userAgent }),
  };
}

async function measure(
  environment: TestEnvironment,
  browser: BrowserContext,
  port: number,
  pagePath: string,
  scale: Scale,
): Promise<Measured> {
  const { html, scriptBytes } = await look(environment, browser, pagePath);
  const likeness = await startLikeness(environment, browser, pagePath, html);
  const url = environment.url + pagePath;
  const staticUrl = likeness.url.replace('127.0.0.1', 'localhost') + pagePath;
  const applied = { port, throttling: 'applied', categories: PERFORMANCE } as const;
  const simulated = { port, throttling: 'simulated', categories: ALL_CATEGORIES } as const;
  const measured = {
    scriptBytes,
    applied: [] as PageFigures[],
    likeness: [] as PageFigures[],
    simulated: [] as PageFigures[],
  };
  try {
    await inTime(VISITS[scale].simulated, SERIES_MS.simulated, async () => {
      measured.simulated.push(await visit(url, simulated));
    });
    await inTime(VISITS[scale].applied, SERIES_MS.applied, async () => {
      measured.likeness.push(await visit(staticUrl, applied));
      measured.applied.push(await visit(url, applied));
    });
    return measured;
  } finally {
    await likeness.stop();
  }
}

async function inTime(times: number, forMs: number, work: () => Promise<void>): Promise<void> {
  const endsAt = performance.now() + forMs;
  for (let i = 0; i < times && (i === 0 || performance.now() < endsAt); i += 1) await work();
}

/** Runs in the page. */
const WITHOUT_SCRIPTS = `(() => {
  const scripts = 'script, link[rel=modulepreload], link[rel=preload]:is([as=script], [as=fetch])';
  for (const each of document.querySelectorAll(scripts)) each.remove();
  return document.documentElement.outerHTML;
})()`;

/** The finished page without its scripts, and the compressed bytes of its scripts. */
async function look(environment: TestEnvironment, browser: BrowserContext, pagePath: string) {
  const page = await browser.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.goto(environment.url + pagePath, { waitUntil: 'networkidle' });
  let scriptBytes = 0;
  for (const url of scripts) scriptBytes += (await fetchPacked(new URL(url))).body.length;
  const html = `<!doctype html>${await page.evaluate<string>(WITHOUT_SCRIPTS)}`;
  await page.close();
  return { html, scriptBytes };
}

async function startLikeness(
  environment: TestEnvironment,
  browser: BrowserContext,
  pagePath: string,
  html: string,
): Promise<Helper> {
  const helper = await startHelper('static-page-server.ts', {
    shopUrl: environment.url,
    pagePath,
    html,
  });
  // One visit first, so that the static server holds every file.
  const page = await browser.newPage();
  await page.goto(helper.url + pagePath, { waitUntil: 'networkidle' });
  await page.close();
  return helper;
}

/** Stores the player's session as the storefront does after a confirmed character. */
export async function keepSession(
  environment: TestEnvironment,
  browser: BrowserContext,
  player: Player,
): Promise<void> {
  const page = await browser.newPage();
  // Waits until the shop has stored the browser's project (R21).
  await page.goto(`${environment.url}/${PROJECT.websiteCode}`, { waitUntil: 'networkidle' });
  const project = PROJECT.websiteCode;
  const { pr_id, server_id, cid } = player.user.role;
  const items = {
    [`webpay:user:${project}`]: player.user,
    [`webpay:lastCharacter:${project}`]: { pr_id, server_id, cid },
  };
  for (const [key, value] of Object.entries(items)) {
    const item = [key, JSON.stringify(value)].map((text) => JSON.stringify(text)).join(', ');
    await page.evaluate(`localStorage.setItem(${item})`);
  }
  await browser.addCookies([
    { name: 'known', value: '1', url: `${environment.url}/${project}`, sameSite: 'Lax' },
  ]);
  await page.close();
}

function figuresOf(name: string, measured: Measured): Figure[] {
  const { applied, likeness, simulated } = measured;
  const middle = (all: readonly PageFigures[], of: (figures: PageFigures) => number) =>
    median(all.map(of).filter((value) => !Number.isNaN(value)));
  const score = (category: string) => middle(simulated, (each) => each.scores[category] ?? NaN);
  return [
    {
      name: `${name}: script as sent`,
      value: measured.scriptBytes / 1_000,
      unit: 'kB',
      ...(name === 'home' ? { aim: { of: 'value', atMost: 95 } as const } : {}),
    },
    {
      name: `${name}: LCP, applied throttling`,
      value: middle(applied, (each) => each.lcpMs),
      unit: 'ms',
      limit: middle(likeness, (each) => each.lcpMs),
      aim: { of: 'ratio', atMost: 1.1 },
    },
    {
      name: `${name}: LCP, simulated`,
      value: middle(simulated, (each) => each.lcpMs),
      unit: 'ms',
    },
    { name: `${name}: CLS`, value: middle(applied, (each) => each.cls), unit: '' },
    {
      name: `${name}: TBT, applied throttling`,
      value: middle(applied, (each) => each.tbtMs),
      unit: 'ms',
    },
    {
      name: `${name}: Lighthouse, performance`,
      value: score('performance'),
      unit: '',
      aim: { of: 'value', atLeast: 98 },
    },
    { name: `${name}: Lighthouse, accessibility`, value: score('accessibility'), unit: '' },
    { name: `${name}: Lighthouse, best practices`, value: score('best-practices'), unit: '' },
    { name: `${name}: Lighthouse, search`, value: score('seo'), unit: '' },
  ];
}
