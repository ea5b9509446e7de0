import { test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../one-day.ts';
import { standalone } from './standalone.ts';

export { expect } from '@playwright/test';

/** What a page may never say, whatever a test does to it. */
const NEVER = /Content Security Policy|Minified React error|Hydration failed|did not match/i;

/**
 * A text became a script, and code of the page's own origin did it (Trusted Types); what the gateways' scripts do
 * is theirs.
 */
function isUntrusted(message: ConsoleMessage): boolean {
  if (!message.text().includes("requires 'Trusted")) return false;
  const page = message.page()?.url() ?? '';
  return URL.canParse(page) && message.location().url.startsWith(`${new URL(page).origin}/`);
}

/**
 * How many times slower the tests' pages run than they could: `E2E_SLOWDOWN=8 npx playwright test e2e/x.spec.ts` finds
 * what a test reads before it is there, as on a busy machine.
 */
const SLOWDOWN = Number(process.env['E2E_SLOWDOWN'] ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Every browser test also fails for a script error or a violated policy on any of its pages. */
export const test = base.extend<{ readonly oneDay: undefined; readonly quietPages: undefined }>({
  // "Today", the picture of the day and limits of a day hold until midnight UTC.
  oneDay: [
    standalone<undefined>(async (use) => {
      await withinOneDay();
      await use(undefined);
    }),
    { auto: true, timeout: ONE_DAY_TIMEOUT_MS },
  ],
  quietPages: [
    async ({ context }, use) => {
      const heard: string[] = [];
      const listen = (page: Page): void => {
        if (SLOWDOWN > 1) void slowDown(page).catch(() => 'closed already');
        page.on('pageerror', (error) =>
          heard.push(`${page.url()}: ${error.stack ?? error.message}`),
        );
        page.on('console', (message: ConsoleMessage) => {
          if ((message.type() === 'error' && NEVER.test(message.text())) || isUntrusted(message)) {
            heard.push(`${page.url()}: ${message.text()}`);
          }
        });
      };
      context.on('page', listen);
      await use(undefined);
      // What a page still asks for when its test is over concerns nobody: an answer that a test was to make of it
      // would fail that test for being late.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      for (const page of context.pages()) {
        await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => 'closed already');
      }
      base.expect(heard, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
});
