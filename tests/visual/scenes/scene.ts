import type { Page } from '@playwright/test';
import { want, type Shopper } from '../../support/shopper.ts';

export type SceneParts = {
  readonly page: Page;
  readonly theme: string;
  readonly shopper: Shopper;
};

/** Brings a page to what the picture is to show. Addresses its parts by shape: words differ by language. */
export type Scene = (parts: SceneParts) => Promise<void>;

/** Scenes by the name their pictures carry. */
export type Scenes = Readonly<Record<string, Scene>>;

/** What a refused call names for customer service. */
const REQUEST_ID = '5f0c2d9e';

export const PRIMARY = 'main [data-primary]:visible';
export const TOP_UP = 'main li button[aria-pressed]';
export const PACK = 'main li button[aria-haspopup="dialog"]';

/** The session is the server's own, kept where the page looks for it. */
export async function signIn({ page, theme, shopper }: SceneParts): Promise<void> {
  const { prId: pr_id, serverId: server_id, cid } = shopper;
  const user = await want(shopper.client.call('role', { pr_id, server_id, cid }));
  await page.goto('/robots.txt');
  const kept = { [`webpay:user:${theme}`]: user, 'webpay:project': theme };
  await page.evaluate(
    `for (const [name, value] of Object.entries(${JSON.stringify(kept)})) localStorage.setItem(name, JSON.stringify(value))`,
  );
}

export async function openHome({ page, theme }: SceneParts): Promise<void> {
  // The fields open their pickers once the servers are there.
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

/** Opens a page of one order and waits until the page has asked for it. */
export async function openOrder(
  { page, theme }: SceneParts,
  token: string,
  screen = 'orders',
): Promise<void> {
  const answered = page.waitForResponse('**/api/common/order/inquire');
  await page.goto(`/${theme}/${screen}#order=${token}`);
  await answered;
  await page.locator('main h1').first().waitFor();
}

/** Passes the server's answers of one call through `change`, for states that take days or an outage to reach. */
export async function changeAnswers(
  page: Page,
  address: string,
  change: (result: never) => object | Promise<object>,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    // Verified edge: the server's own tests hold its answers against the contract.
    const body = (await response.json()) as { readonly result: never };
    await route.fulfill({ response, json: { ...body, result: await change(body.result) } });
  });
}

/** Answers one call with a code instead of the server. */
export async function refuse(page: Page, address: string, code: number): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      contentType: 'application/json',
      // Whichever mirror is asked: the page reads the request's name.
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'x-request-id',
        'x-request-id': REQUEST_ID,
      },
      body: JSON.stringify({ code, msg: '', result: null, _: Date.now() }),
    }),
  );
}

/** The browser says that it has no network; what the picture shows has come before. */
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
