import { renewSession } from '../../support/browser/player.ts';
import type { Page } from '@playwright/test';
import type { Shopper } from '../../support/shopper.ts';

export type SceneParts = {
  readonly page: Page;
  readonly theme: string;
  readonly shopper: Shopper;
};

/**
 * Brings a page into the state of its picture. Finds elements by structure: texts differ by
 * language.
 */
export type Scene = (parts: SceneParts) => Promise<void>;

export type Scenes = Readonly<Record<string, Scene>>;

/** Request id that a refused call shows for customer service. */
const REQUEST_ID = '5f0c2d9e';

export const PRIMARY = ':is(main, aside) [data-primary]:visible';
export const TOP_UP = 'main li button[aria-pressed]';
export const PACK = 'main li button[aria-haspopup="dialog"]';

/** Stores a session of the server where the page reads it. */
export async function signIn({ page, theme, shopper }: SceneParts): Promise<void> {
  // The look-up ends the session before it.
  const user = await renewSession(shopper);
  await page.goto('/robots.txt');
  const kept = { [`webpay:user:${theme}`]: user, 'webpay:project': theme };
  await page.evaluate(
    `for (const [name, value] of Object.entries(${JSON.stringify(kept)})) localStorage.setItem(name, JSON.stringify(value))`,
  );
}

export async function openHome({ page, theme }: Pick<SceneParts, 'page' | 'theme'>): Promise<void> {
  // The fields open their pickers once the servers are loaded.
  const servers = page.waitForResponse('**/api/common/region/website_server');
  await page.goto(`/${theme}`);
  await servers;
}

export async function openShelf(parts: SceneParts): Promise<void> {
  await signIn(parts);
  await parts.page.goto(`/${parts.theme}/goodsList`);
  await parts.page.locator(TOP_UP).first().waitFor();
}

export async function openCheckout(parts: SceneParts): Promise<void> {
  await openShelf(parts);
  await parts.page.locator(TOP_UP).nth(3).click();
  await parts.page.locator('[data-primary]:visible').last().click();
  await parts.page.frameLocator('iframe').locator('#number').waitFor();
}

export async function openOrder({ page, theme }: SceneParts, token: string, screen = 'orders') {
  const answered = page.waitForResponse('**/api/common/order/inquire');
  await page.goto(`/${theme}/${screen}#order=${token}`);
  await answered;
  await page.locator('main h1').first().waitFor();
}

/** Changes the server's answers of one call, for states that take days or an outage. */
export async function changeAnswers(
  page: Page,
  address: string,
  change: (result: never) => object | Promise<object>,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    // Verified edge: the server's tests check its answers against the contract.
    const body = (await response.json()) as { readonly result: never };
    await route.fulfill({ response, json: { ...body, result: await change(body.result) } });
  });
}

export async function refuse(page: Page, address: string, code: number): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'application/json',
      // The page of every mirror reads the request id.
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'x-request-id',
        'x-request-id': REQUEST_ID,
      },
      body: JSON.stringify({ code, msg: '', result: null, _: Date.now() }),
    }),
  );
}

/** Reports no network to the page, after its content has loaded. */
export async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    dispatchEvent(new Event('offline'));
  });
  await page.locator(`${PRIMARY}[aria-disabled]`).first().waitFor();
}

/** A page of an event whose game is in maintenance. */
export function failed(kind: 'bargain' | 'cumulation' | 'card', page: string): Scene {
  return async (parts) => {
    await refuse(parts.page, `**/api/activity/${kind}/info`, 10_502);
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}/activity/${page}`);
    await parts.page.getByText(REQUEST_ID).waitFor();
  };
}
