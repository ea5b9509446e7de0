import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, installedBrowser } from './tools/browser.ts';

const executablePath = installedBrowser();

/** Files with a shop of their own take longest; begun last, one of them would run with nothing beside it. */
const OWN_WORLDS = [
  'results',
  'analytics',
  'outage',
  'seventh-project',
  'cumulation',
  'card',
  'bargain',
  'bargain-countdowns',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests',
  // Files ending in .test.ts below e2e are vitest's: crash and load tests drive processes, not pages.
  projects: [
    { name: 'own shop', testMatch: OWN_WORLDS },
    { name: 'shared shop', testMatch: '**/*.spec.ts', testIgnore: OWN_WORLDS },
  ],
  outputDir: 'test-results/e2e',
  globalSetup: './tests/support/playwright-environment.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that passes only the second time is a broken test or a broken shop.
  retries: 0,
  // Limits, not proofs: a machine with other work to do is slow, not wrong.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env['WEBPAY_E2E_URL'] ?? 'http://localhost:4000',
    browserName: 'chromium',
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    // A worker would answer navigations that tests answer themselves; its own test lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: BROWSER_FLAGS,
      ...(executablePath === null ? {} : { executablePath }),
    },
  },
});
