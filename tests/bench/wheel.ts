import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser, OWN_SIGNALS } from '../support/chromium.ts';
import { opened } from '../../tools/ending.ts';
import { startTestEnvironment } from '../support/environment.ts';
import type { Part, Scale } from './figures.ts';
import { keepSession, phone } from './pages.ts';
import { enter, PROJECT } from './player.ts';
import { quantile } from './stats.ts';

const SLOWER = 4;
const RUNS = { full: 3, quick: 1 } as const;
/** The wheel's run and its result. */
const WATCHED_MS = 5_500;
const FRAME_MS = 1_000 / 60;

/** Times between frames of the lucky wheel at a quarter of the CPU speed. */
export async function benchWheel(scale: Scale): Promise<Part> {
  const environment = await startTestEnvironment();
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
    const gapsMs: number[] = [];
    for (let i = 0; i < RUNS[scale]; i += 1) {
      await keepSession(environment, browser, await enter(environment.url));
      gapsMs.push(...(await run(browser, environment.url)));
    }
    const inTime = gapsMs.filter((gap) => gap < 1.5 * FRAME_MS).length / gapsMs.length;
    return {
      title: 'Wheel animation',
      how: `${RUNS[scale]} players spin on a processor ${SLOWER} times slower. The times between two frames are taken from the press until ${WATCHED_MS / 1_000} s later. A frame is in time within one and a half frames of 60 a second.`,
      figures: [
        {
          name: 'frames in time',
          value: inTime * 100,
          unit: '%',
          aim: { of: 'value', atLeast: 95 },
        },
        { name: 'from frame to frame, p50', value: quantile(gapsMs, 0.5), unit: 'ms' },
        { name: 'from frame to frame, p98', value: quantile(gapsMs, 0.98), unit: 'ms' },
      ],
    };
  } finally {
    await closeBrowser();
    await removeProfile();
    await environment.stop();
  }
}

const WATCH = `new Promise((done) => {
  const gaps = [];
  const startedAt = performance.now();
  let last = startedAt;
  const look = (now) => {
    gaps.push(now - last);
    last = now;
    if (now - startedAt < ${WATCHED_MS}) requestAnimationFrame(look);
    else done(gaps.slice(1));
  };
  requestAnimationFrame(look);
})`;

async function run(browser: BrowserContext, url: string): Promise<readonly number[]> {
  const page = await browser.newPage();
  await page.goto(`${url}/${PROJECT.websiteCode}/activity/bargainirg`, {
    waitUntil: 'networkidle',
  });
  // The coupon of a first visit is shown first.
  await page.getByRole('button', { name: 'Great' }).click();
  await page.goto(`${url}/${PROJECT.websiteCode}/activity/bargainirg#wheel`);
  const spin = page.getByRole('button', { name: /^Spin, 1 left/ });
  await spin.waitFor();
  const devtools = await browser.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await spin.click();
  const gapsMs = await page.evaluate<number[]>(WATCH);
  await page.close();
  return gapsMs;
}
