import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { keep } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { watchShifts } from '../../support/browser/shifts.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, IN_APP_BROWSER, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const manifest = v.object({
  name: v.string(),
  start_url: v.string(),
  scope: v.string(),
  display: v.string(),
  theme_color: v.string(),
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), purpose: v.string() })),
});

/** Width and height in a PNG's first chunk. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('[A01] every project has an installable manifest with its name and icons', async ({
  page,
}) => {
  for (const { code, name } of PROJECTS) {
    await test.step(code, async () => {
      const html = await (await page.request.get(`/${code}`)).text();
      const address = /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? '';
      const answer = await page.request.get(address);
      expect(answer.headers()['content-type']).toContain('application/manifest+json');
      const app = v.parse(manifest, await answer.json());
      expect(app).toMatchObject({ name, start_url: `/${code}`, display: 'standalone' });
      expect(app.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
        '192x192 any',
        '512x512 any',
        '512x512 maskable',
      ]);
      for (const { src, sizes } of app.icons) {
        const icon = await page.request.get(src);
        expect(icon.headers()['cache-control']).toContain('immutable');
        expect(sizeOf(await icon.body())).toBe(sizes);
      }
    });
  }
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[E02] the service worker shows a themed offline page without prices and returns to the same address @full', async ({
    page,
    context,
  }) => {
    await keep(page, { project: 'dr2' });
    // The page's clock stands still from here on.
    const now = Date.now();
    await page.clock.install({ time: now });
    // The clock runs until it reaches the pause.
    await page.clock.pauseAt(now + 60_000);
    await page.goto('/dr2');
    await isTakenOver(page, { isClockStopped: true });
    await expect(page.locator('#late')).toHaveCount(0);
    await page.clock.runFor(2000);
    const themed = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
      )
      .toBe('activated');
    const kept = await page.evaluate(async () => {
      const addresses: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) addresses.push(new URL(request.url).pathname);
      }
      return addresses;
    });
    expect(kept).toEqual(['/dr2/offline.html']);
    await page.clock.resume();

    await context.setOffline(true);
    await page.goto('/dr2/actInquireOrder#order=abc');
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible();
    await expect(page).toHaveTitle("Dragon Realm II · You're offline");
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(themed);
    await expect(page.locator('img').first()).toHaveJSProperty('complete', true);
    expect(await page.locator('main').textContent()).not.toMatch(/[$€]/);

    await context.setOffline(false);
    const offline = page.getByRole('heading', { name: "You're offline" });
    await expect(offline).toBeHidden();
    await expect(page).toHaveURL('/dr2/actInquireOrder#order=abc');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);

    // A browser that reported online too early does not report it again.
    await page.addInitScript(() => {
      window.addEventListener('online', (event) => event.stopImmediatePropagation(), true);
    });
    await context.setOffline(true);
    await page.reload();
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await expect(page).toHaveURL('/dr2/actInquireOrder#order=abc');
  });
});

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

test('[C02] a theme’s font that arrives late moves nothing on home @full', async ({ page }) => {
  const still = await watchShifts(page);
  const font = Promise.withResolvers<void>();
  await page.route(/\.woff2/, async (route) => {
    await font.promise;
    await route.continue();
  });
  // The load event waits for the font.
  await page.goto('/miniflix', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Server, Choose' })).toBeVisible();
  await twoFrames(page);
  const isLoaded = () =>
    page.evaluate(() =>
      [...document.fonts].some(
        ({ family, status }) => !family.includes('stand-in') && status === 'loaded',
      ),
    );
  expect(await isLoaded()).toBe(false);
  font.resolve();
  await expect.poll(isLoaded).toBe(true);
  await twoFrames(page);
  await still('home');
});

test('[A11, A12] an in-app browser opens no second window, home stays usable, and the return to the game opens its app', async ({
  browser,
}) => {
  const context = await browser.newContext({
    userAgent: IN_APP_BROWSER,
  });
  const page = await context.newPage();
  await page.goto('/miniflix');
  await expect(page.locator('main a[target=_blank]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose a server', exact: true }).click();
  const servers = page.getByRole('dialog', { name: 'Choose your server' });
  await expect(servers).toBeVisible();
  await servers.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Support' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: /game/ })).toHaveAttribute(
    'href',
    /^miniflix:\/\//,
  );
  await context.close();
});
