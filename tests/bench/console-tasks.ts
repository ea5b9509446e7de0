import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';
import { openDb } from '../../apps/api/src/platform/db/pool.ts';
import { opened } from '../../tools/ending.ts';
import { addAuthenticator, addPasskey, joinAs } from '../support/browser/operators.ts';
import { BROWSER_FLAGS, findBrowser, OWN_SIGNALS } from '../support/chromium.ts';
import { startTestEnvironment, type TestEnvironment } from '../support/environment.ts';
import { fill } from './console-reads.ts';
import { CONSOLE_TASKS, type Desk } from './console-tasks-list.ts';
import type { Figure, Part, Scale } from './figures.ts';

const ORDERS = { full: 1_000_000, quick: 2_000 } as const;
const WITH_TRIGGERS = `
  do $$
  declare
    each record;
  begin
    for each in select tgrelid::regclass as name from pg_trigger where not tgisinternal and tgparentid = 0 loop
      execute format('alter table %s enable trigger user', each.name);
    end loop;
  end $$`;

/**
 * Does the ten tasks of the console's design in a browser, in a shop of a million orders. Each figure is the time of the
 * pages and calls alone: a person reads and types besides. Presses are those of the mouse.
 */
export async function benchConsoleTasks(scale: Scale): Promise<Part> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'webpay-bench-tasks-'));
  await chmod(dataDir, 0o755);
  const removeData = opened(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const stopServer = opened(() => server.stop());
  try {
    await fill(server, ORDERS[scale]);
    const owner = openDb(server.ownerUrl, { max: 1, name: 'bench-owner' });
    await owner.pool.query(WITH_TRIGGERS);
    await owner.close();
    const shop = await startTestEnvironment({ build: true, env: { DATABASE_URL: server.url } });
    try {
      const figures = await inBrowser((browser) => figuresOf(browser, shop));
      return {
        title: "Operators' tasks",
        how: `The ten tasks of the console's design in its pages, in a shop of ${ORDERS[scale].toLocaleString('en')} orders of a year. A time is that of pages and calls, from the first press to the result; a person reads and types besides. Presses are those of the mouse.`,
        figures,
      };
    } finally {
      await shop.stop();
    }
  } finally {
    await stopServer();
    await removeData();
  }
}

async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    ...OWN_SIGNALS,
    executablePath: findBrowser(() => undefined),
    args: [...BROWSER_FLAGS],
  });
  const close = opened(() => browser.close());
  try {
    return await work(browser);
  } finally {
    await close();
  }
}

async function figuresOf(browser: Browser, shop: TestEnvironment): Promise<Figure[]> {
  // The helpers of the browser tests read these addresses.
  process.env['WEBPAY_E2E_URL'] = shop.url;
  process.env['WEBPAY_E2E_SANDBOX_URL'] = shop.sandboxUrl;
  process.env['WEBPAY_E2E_CONSOLE_URL'] = shop.consoleUrl;
  process.env['WEBPAY_E2E_DATABASE_URL'] = shop.databaseUrl;
  const figures: Figure[] = [];
  for (const { title, role, seconds, presses, prepare } of CONSOLE_TASKS) {
    const { page, desk, pressed } = await openDesk(browser, shop, role);
    const { work, count = 1 } = await prepare(desk);
    const pressesBefore = pressed();
    const before = performance.now();
    await work();
    const took = (performance.now() - before) / 1_000 / count;
    figures.push(
      { name: title, value: took, unit: 's', aim: { of: 'value', atMost: seconds } },
      ...(presses === undefined
        ? []
        : [
            {
              name: `${title}: presses`,
              value: (pressed() - pressesBefore) / count,
              unit: 'presses',
              aim: { of: 'value', atMost: presses } as const,
            },
          ]),
    );
    await page.context().close();
  }
  return figures;
}

/** A signed-in operator of this role with a passkey, at the first screen; every press of the mouse is counted. */
async function openDesk(browser: Browser, shop: TestEnvironment, role: Desk['role']) {
  const context = await browser.newContext({
    baseURL: shop.consoleUrl,
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(60_000);
  let presses = 0;
  await context.exposeBinding('countPress', () => {
    presses += 1;
  });
  await context.addInitScript(
    `document.addEventListener('pointerdown', () => window.countPress(), { capture: true });`,
  );
  const page: Page = await context.newPage();
  await addAuthenticator(page);
  const joined = await joinAs(page, role);
  await addPasskey(page, joined);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return { page, desk: { page, browser, shop, role, ...joined }, pressed: () => presses };
}
