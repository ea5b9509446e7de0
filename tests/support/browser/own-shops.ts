import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { parseDocument } from 'yaml';
import type { Addresses } from '../../../apps/api/src/platform/db/address.ts';
import { moveClock } from '../shop-days.ts';
import {
  createTestDatabase,
  databaseAt,
  dropDatabase,
  TEMPLATES,
  type Template,
} from '../templates.ts';
import { freePorts } from '../../../tools/ports.ts';
import {
  startTestEnvironment,
  type TestEnvironment,
  type TestEnvironmentOptions,
} from '../environment.ts';
import {
  type AnalyticsServer,
  type FaultyMirrors,
  startAnalytics,
  startFaultyMirrors,
} from './servers.ts';
import { standalone, test as base } from './test.ts';

/** Starts a shop for this worker; relative addresses and the helpers of shop.ts lead to it. */
async function withShop(
  run: (environment: TestEnvironment) => Promise<void>,
  options: TestEnvironmentOptions & { readonly template?: Template } = {},
): Promise<void> {
  const { template = 'seeded', env, ...others } = options;
  const database = await ownDatabase(TEMPLATES[template]);
  const environment = await startTestEnvironment({
    ...others,
    env: { ...env, DATABASE_URL: database?.url },
  });
  process.env['WEBPAY_E2E_URL'] = environment.url;
  process.env['WEBPAY_E2E_SANDBOX_URL'] = environment.sandboxUrl;
  process.env['WEBPAY_E2E_CONSOLE_URL'] = environment.consoleUrl;
  process.env['WEBPAY_E2E_DATABASE_URL'] = environment.databaseUrl;
  await run(environment);
  await environment.stop();
  await database?.drop();
}

/**
 * A database in the run's PostgreSQL, because creating and filling one takes half of a shop's start.
 * Null where the shop under test was started by somebody else: then the shop brings its own PostgreSQL.
 */
async function ownDatabase(template: string) {
  const given = process.env['WEBPAY_E2E_POSTGRES'];
  if (given === undefined) return null;
  // Verified edge: the global set-up wrote it.
  const { url, ownerUrl } = JSON.parse(given) as Addresses;
  const name = await createTestDatabase(ownerUrl, template);
  return { url: databaseAt(url, name), drop: () => dropDatabase(ownerUrl, name) };
}

/** Tests with a shop of their own, for faults and clock moves. */
export const ownShopTest = base.extend<object, { readonly environment: TestEnvironment }>({
  environment: [
    standalone<TestEnvironment>((use) => withShop(use)),
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ environment }, provide) => provide(environment.url),
});

/** A shop that keeps PayPal for its players (PAYPAL_VAULT). */
export const vaultTest = base.extend<object, { readonly environment: TestEnvironment }>({
  environment: [
    standalone<TestEnvironment>((use) => withShop(use, { env: { PAYPAL_VAULT: 'on' } })),
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ environment }, provide) => provide(environment.url),
});

/** A shop with a copy of the catalogue that the test may change. */
export type CatalogueShop = { readonly environment: TestEnvironment; readonly catalogue: string };

export const catalogueTest = base.extend<object, { readonly shop: CatalogueShop }>({
  shop: [
    standalone<CatalogueShop>(async (use) => {
      const catalogue = await copyCatalogue();
      const env = { CATALOGUE_DIR: catalogue };
      await withShop((environment) => use({ environment, catalogue }), { env, template: 'empty' });
      await rm(catalogue, { recursive: true });
    }),
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ shop }, provide) => provide(shop.environment.url),
});

/** A shop that announces faulty mirrors and counts visits of cgg. */
export type Outage = {
  readonly environment: TestEnvironment;
  readonly deadHost: string;
  readonly faulty: FaultyMirrors;
  readonly analytics: AnalyticsServer;
};

export const outageTest = base.extend<object, { readonly outage: Outage }>({
  outage: [
    standalone<Outage>(async (use) => {
      const [port, mirror, dead] = await freePorts(3);
      const deadHost = `http://localhost:${dead}`;
      const faulty = await startFaultyMirrors();
      const analytics = await startAnalytics();
      const catalogue = await copyCatalogue();
      await addToCgg(catalogue, analytics.url);
      const hosts = [port, mirror].map((each) => `http://localhost:${each}`);
      const env = {
        PORT: String(port),
        MIRROR_PORTS: String(mirror),
        API_HOSTS: [...hosts, deadHost, faulty.html, faulty.slow, faulty.wrongClock].join(','),
        CATALOGUE_DIR: catalogue,
      };
      await withShop((environment) => use({ environment, deadHost, faulty, analytics }), {
        env,
        template: 'empty',
      });
      faulty.close();
      analytics.close();
      await rm(catalogue, { recursive: true });
    }),
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ outage }, provide) => provide(outage.environment.url),
});

/** Banner links of cgg: a page of its own, an allowed host and a forbidden one. */
export const BANNER_LINKS = [
  '/cgg/goodsList',
  'https://news.cgg.example/spring',
  'https://evil.example/cgg',
] as const;

async function copyCatalogue(): Promise<string> {
  const catalogue = await mkdtemp(path.join(tmpdir(), 'webpay-catalogue-'));
  await chmod(catalogue, 0o755);
  await cp(path.join(import.meta.dirname, '../../../catalogue'), catalogue, { recursive: true });
  return catalogue;
}

/** Adds analytics, an allowed host and banners, which the shipped catalogue leaves empty. */
async function addToCgg(catalogue: string, analyticsUrl: string): Promise<void> {
  const file = path.join(catalogue, 'cgg/project.yaml');
  const project = parseDocument(await readFile(file, 'utf8'));
  project.set('analytics', {
    statistics_src: `${analyticsUrl}/statistics.js?{id}`,
    statistics_id: 'site-22',
    tag_src: `${analyticsUrl}/tag.js`,
    tag_id: 'GTM-CGG',
  });
  project.set('link_hosts', ['news.cgg.example']);
  const banner = 'banner-topup.webp';
  project.set(
    'banners',
    BANNER_LINKS.map((banner_url) => ({ banner, banner_url })),
  );
  await writeFile(file, String(project));
}

/** Moves the shop's clock and the page's together (ms); both keep running. */
export function clocksOf(page: Page, environment: TestEnvironment) {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    offsetMs: () => offsetMs,
    /** Sets the shop's time; the page's clock differs by `wrongMs`. */
    setOut: async (shopMs: number, wrongMs = 0) => {
      offsetMs = Math.round(shopMs - Date.now());
      await moveClock(environment, offsetMs);
      await page.clock.install({ time: Date.now() + offsetMs + wrongMs });
    },
    /** Advances both clocks, the page's by `more` in addition. */
    pass: async (ms: number, more = 0) => {
      offsetMs += Math.round(ms);
      await moveClock(environment, offsetMs);
      await page.clock.fastForward(Math.round(ms) + more);
    },
  };
}
