import type { Page } from '@playwright/test';
import { runOperator } from '../../../apps/api/src/operator/operator-verbs.ts';
import { consoleUrl, withShopContext } from './shop.ts';
import { expect, standalone, test as base } from './test.ts';

/** A computer on which operators work. Relative addresses lead to the console. */
export const consoleTest = base.extend({
  viewport: { width: 1280, height: 900 },
  deviceScaleFactor: 1,
  hasTouch: false,
  isMobile: false,
  permissions: ['clipboard-read', 'clipboard-write'],
  baseURL: standalone<string | undefined>((use) => use(consoleUrl())),
});

/** Roles that read orders and players. A new link of a role ends its former one, so each worker has a role of its own. */
const READERS = ['support', 'liveops', 'finance'] as const;
function ownReader(): string {
  const role = READERS[base.info().parallelIndex];
  if (role === undefined) throw new Error(`no role for more than ${READERS.length} workers`);
  return role;
}

/** Signs an operator of this role in, by a link of `npm run operator -- sign-in`. */
export async function signInToConsole(page: Page, role = ownReader()): Promise<void> {
  await page.goto(await operatorAddress('sign-in', '--role', role));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** Runs a verb of `npm run operator` and returns the address that it prints. */
export async function operatorAddress(...args: readonly string[]): Promise<string> {
  const told = await withShopContext((ctx) => runOperator(ctx, args));
  const address = told.split('\n').find((line) => line.startsWith('http'));
  if (address === undefined) throw new Error(`no address in: ${told}`);
  return address;
}

/** Types into the bar's field as a paste does, and presses Enter. */
export async function pasteIntoSearch(page: Page, text: string): Promise<void> {
  // The keys work once a screen is shown.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: /^Search/ })).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

export const clipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());
