import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, installedBrowser } from './tests/support/chromium.ts';

const executablePath = installedBrowser();

/** Files with a shop of their own, for clock moves, faults and other settings. */
const OWN_SHOP = [
  'analytics',
  'bargain',
  'bargain-countdowns',
  'card',
  'cumulation',
  'outage',
  'results',
  'saved-wallet',
  'service',
  'seventh-project',
].map((name) => `**/${name}.spec.ts`);

/** The table method × outcome, which `npm run methods` alone runs. */
const TABLE = '**/methods.spec.ts';

export default defineConfig({
  testDir: 'tests',
  // Files ending in .test.ts are vitest's.
  testMatch: '**/*.spec.ts',
  // The fast tier proves every requirement once; titles ending in @full are the full tier.
  projects: [
    { name: 'fast', testIgnore: TABLE, grepInvert: /@full$/ },
    // One worker: each further one would start a shop of its own.
    { name: 'full own shop', testMatch: OWN_SHOP, grep: /@full$/, workers: 1 },
    { name: 'full', testIgnore: [...OWN_SHOP, TABLE], grep: /@full$/ },
    { name: 'methods', testMatch: TABLE, workers: 2 },
  ],
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/playwright-environment.ts',
  // Exceeds the cores, because some tests wait for a slow network or for a clock.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A flake is a defect.
  retries: 0,
  // Generous, because a busy machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env['WEBPAY_E2E_URL'] ?? 'http://localhost:4000',
    browserName: 'chromium',
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // A service worker would answer navigations that tests intercept; its own test allows it.
    serviceWorkers: 'block',
    // Tests of animations set no-preference.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: BROWSER_FLAGS,
      ...(executablePath === null ? {} : { executablePath }),
    },
  },
});
