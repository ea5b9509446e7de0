import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { StartError } from '../../apps/api/src/platform/start-error.ts';

/** Chromium without windows, Debian's package: the tests need a quarter less time with it. */
const SHELL = 'chromium-headless-shell';
/** Names of an installed Chromium that Playwright can drive, the best first. */
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** An installation that takes longer is given up; an installed Chromium serves as well. */
const INSTALL_MS = 180_000;

/**
 * The browser for tests: the system's Chromium, else Playwright's. As root with apt, installs Debian's headless shell, or
 * its Chromium. Throws StartError that says what to install.
 */
export function findBrowser(log: (line: string) => void): string {
  const found = installedBrowser();
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get') !== null;
  if (found !== null && (!mayInstall || onPath(SHELL) !== null)) return found;
  if (mayInstall) {
    log(`browser: installing Debian’s ${SHELL} with apt-get`);
    apt('update', '-q');
    for (const name of found === null ? [SHELL, 'chromium'] : [SHELL]) {
      apt('install', '-q', '-y', '--no-install-recommends', name);
      const debian = installedBrowser();
      if (debian !== null) return debian;
    }
  }
  log('browser: none here, letting Playwright download its Chromium');
  run(process.execPath, [
    join(import.meta.dirname, '../../node_modules/.bin/playwright'),
    'install',
    'chromium',
  ]);
  const downloaded = installedBrowser();
  if (downloaded !== null) return downloaded;
  throw new StartError(
    'There is no browser for the tests and none could be installed: install Chromium (Debian: apt-get install chromium) or run "npx playwright install chromium", then run this again.',
  );
}

export function installedBrowser(): string | null {
  for (const name of NAMES) {
    const file = onPath(name);
    if (file !== null) return file;
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

function onPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

/** Without a network it fails within seconds. */
function apt(...args: readonly string[]): void {
  const options = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  run('apt-get', [...options, ...args], INSTALL_MS);
}

/** Shows its output; the next look for the browser decides success. */
function run(command: string, args: readonly string[], timeout?: number): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * Chromium uses only the last list of features, so this one repeats Playwright's. Without the first
 * two, a headless tab saves a third of its work.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];

/** Flags for Chromium as root, headless and without requests to its maker. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

/** For tools that end their browser themselves: Playwright would end the process too early. */
export const OWN_SIGNALS = {
  handleSIGTERM: false,
  handleSIGINT: false,
  handleSIGHUP: false,
} as const;
