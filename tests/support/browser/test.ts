import { test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { ONE_DAY_TIMEOUT_MS, withinOneDay } from '../shop-days.ts';

export { expect } from '@playwright/test';

export const IN_APP_BROWSER =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0;]';

/** Builds a fixture that depends on no other one. */
export function standalone<T>(open: (use: (value: T) => Promise<void>) => Promise<void>) {
  // Playwright reads a fixture's dependencies from this pattern.
  // eslint-disable-next-line no-empty-pattern
  return async ({}: object, use: (value: T) => Promise<void>): Promise<void> => open(use);
}

/** Console errors that no page may log. */
const NEVER = /Content Security Policy|Minified React error|Hydration failed|did not match/i;

/** Reports whether the page's own code violated Trusted Types; gateway scripts are exempt. */
function isUntrusted(message: ConsoleMessage): boolean {
  if (!message.text().includes("requires 'Trusted")) return false;
  const page = message.page()?.url() ?? '';
  return URL.canParse(page) && message.location().url.startsWith(`${new URL(page).origin}/`);
}

/** CPU slowdown of all pages: `E2E_SLOWDOWN=8 npx playwright test FILE` finds races. */
const SLOWDOWN = Number(process.env['E2E_SLOWDOWN'] ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Fails every browser test for a script error or a violated policy on any of its pages. */
export const test = base.extend<{ readonly oneDay: undefined; readonly quietPages: undefined }>({
  // Daily limits and popups change at midnight UTC.
  oneDay: [
    standalone<undefined>(async (use) => {
      await withinOneDay();
      await use(undefined);
    }),
    { auto: true, timeout: ONE_DAY_TIMEOUT_MS },
  ],
  quietPages: [
    async ({ context }, use) => {
      const shownTexts: string[] = [];
      const listen = (page: Page): void => {
        if (SLOWDOWN > 1) void slowDown(page).catch(() => 'closed already');
        page.on('pageerror', (error) =>
          shownTexts.push(`${page.url()}: ${error.stack ?? error.message}`),
        );
        page.on('console', (message: ConsoleMessage) => {
          if ((message.type() === 'error' && NEVER.test(message.text())) || isUntrusted(message)) {
            shownTexts.push(`${page.url()}: ${message.text()}`);
          }
        });
      };
      context.on('page', listen);
      await use(undefined);
      // Requests after the end of a test must not fail its routes.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      for (const page of context.pages()) {
        await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => 'closed already');
      }
      base.expect(shownTexts, 'errors of the pages').toEqual([]);
    },
    { auto: true },
  ],
});
