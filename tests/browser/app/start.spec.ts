import type { Page, Request } from '@playwright/test';
import { characterOf } from '../../../apps/sandbox/src/game/names.ts';
import { chooseServer, continueButton, freshCid, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const isHeartbeat = (request: Request): boolean =>
  request.url().endsWith('/api/common/heartbeat') && request.method() === 'GET';

function countCalls(page: Page): { readonly heartbeats: string[]; readonly calls: string[] } {
  const seen = { heartbeats: [] as string[], calls: [] as string[] };
  page.on('request', (request) => {
    if (isHeartbeat(request)) seen.heartbeats.push(request.url());
    else if (request.method() === 'POST') seen.calls.push(request.url());
  });
  return seen;
}

/** Waits for the goods call. The goods themselves are rendered by the server. */
async function codeOfList(page: Page): Promise<number> {
  const answer = await page.waitForResponse(/\/recharge\/product\/lists$/);
  return ((await answer.json()) as { code: number }).code;
}

test('[S01, S02, S04] the shop mounts without the server time, keeps asking for it, and sends no call before it @full', async ({
  page,
}) => {
  await signIn(page);
  const seen = countCalls(page);
  await page.route('**/api/common/heartbeat', (route) => route.abort());
  await page.goto('/miniflix/goodsList');
  await expect(page.getByRole('main')).toBeVisible();
  const raced = (): number => new Set(seen.heartbeats).size;
  await expect.poll(raced, 'the shop and its three mirrors get a heartbeat').toBe(4);
  await expect.poll(() => seen.heartbeats.length).toBeGreaterThan(5);
  expect(seen.calls).toEqual([]);

  const code = codeOfList(page);
  await page.unrouteAll();
  expect(await code).toBe(200);
});

test('[S01, E02] a page that becomes visible asks for the time again; offline it shows a strip and recovers online; without a late part it sells @full', async ({
  page,
  context,
}) => {
  await signIn(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  let underWay = 0;
  const count = (by: number) => (request: Request) =>
    void (underWay += isHeartbeat(request) ? by : 0);
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  const code = codeOfList(page);
  await page.goto('/miniflix/goodsList');
  // A call goes out once the time is known.
  expect(await code).toBe(200);
  await expect.poll(() => underWay, 'the first heartbeats have ended').toBe(0);
  const seen = countCalls(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => seen.heartbeats.length).toBe(1);

  await test.step('offline', async () => {
    await page.getByRole('button', { name: /^60 Gems, / }).click();
    // This button appears after hydration.
    await expect(page.getByRole('button', { name: /^Buy now/ })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("You're offline. Prices may be out of date.")).toBeVisible();
    await expect(page.getByRole('button', { name: /^Buy now/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page).toHaveURL('/miniflix/goodsList');
    await context.setOffline(false);
    await expect(page.getByText("You're offline. Prices may be out of date.")).toBeHidden();
    await expect(page.getByRole('button', { name: /^Buy now/ })).not.toHaveAttribute(
      'aria-disabled',
    );
  });

  await test.step('a part that cannot be loaded leaves the goods for sale', async () => {
    const html = await (await page.request.get('/miniflix/goodsList')).text();
    const laterOnes = () => scripts.filter((each) => !html.includes(each));
    await expect.poll(laterOnes).not.toEqual([]);
    const later = laterOnes();
    const refused: string[] = [];
    await page.route(
      (url) => later.includes(url.pathname),
      (route) => {
        refused.push(route.request().url());
        return route.abort();
      },
    );
    await page.reload();
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: /^60 Gems, / }).click();
    await expect(page.getByRole('button', { name: /^Buy now/ })).toBeVisible();
  });
});

test('[S01, S03] a browser whose clock is a day slow loads its goods, from the fastest host', async ({
  page,
}) => {
  await signIn(page);
  await page.clock.install({ time: Date.now() - 86_400_000 });
  const seen = countCalls(page);
  const own = new URL(page.url()).origin;
  let fastest = '';
  const code = codeOfList(page);
  await page.route('**/api/common/heartbeat', async (route) => {
    const { origin } = new URL(route.request().url());
    if (origin !== own && fastest === '') fastest = origin;
    // The other hosts answer after the calls have gone out.
    if (origin !== fastest) await code;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/miniflix/goodsList');
  expect(await code).toBe(200);
  expect(fastest).not.toBe('');
  expect(seen.calls.filter((url) => !url.startsWith(fastest))).toEqual([]);
});

test('[S04, F01] presses and input before the script loads, and input during hydration, are kept @full', async ({
  page,
}) => {
  const release = await openWithoutScript(page, '/miniflix');
  const choose = page.getByRole('button', { name: 'Choose a server', exact: true });
  await page.getByRole('textbox', { name: 'Character ID' }).fill('204518763');
  await choose.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: 'Choose your server' })).toBeVisible();
  await expect(page.locator('main input').first()).toHaveValue('204518763');
  await page.getByRole('combobox').fill(MINIFLIX.server);
  await page.getByRole('option', { name: MINIFLIX.server }).click();
  await expect(continueButton(page)).toBeVisible();

  await page.addInitScript(() => {
    const type = (): void => {
      const field = document.querySelector<HTMLInputElement>('main input');
      const isTaken = Object.keys(field ?? {}).some((key) => key.startsWith('__reactFiber$'));
      document.documentElement.dataset['typed'] = isTaken ? 'too late' : 'in between';
      field?.focus();
      document.execCommand('insertText', false, '204518763');
    };
    document.addEventListener('webpay:mounted', () => queueMicrotask(type));
  });
  await page.goto('/miniflix');
  await isTakenOver(page);
  await expect(page.locator('html')).toHaveAttribute('data-typed', 'in between');
  await expect(page.getByRole('textbox', { name: 'Character ID' })).toHaveValue('204518763');
  await chooseServer(page);
  await expect(continueButton(page)).toBeVisible();
});

test('[S01, S04] a phone whose clock is years behind takes over the rendered goods list @full', async ({
  page,
}) => {
  await signIn(page);
  await page.route('**/api/common/heartbeat', (route) => route.abort());
  await page.clock.setFixedTime(new Date('2020-01-01'));
  await page.goto('/miniflix/goodsList');
  await expect(page.locator('[data-reward=line]:visible')).toBeVisible();
  await isTakenOver(page);
  await expect(page.locator('[data-reward=line]:visible')).toBeVisible();
});

test('[S04, F02] goods selected before the script loads stay selected, and do not move when the player’s name appears, at the highest level too @full', async ({
  page,
}) => {
  let cid = freshCid();
  while (characterOf(cid).level < 100) cid = freshCid();
  await signIn(page, MINIFLIX, cid);
  const release = await openWithoutScript(page, '/miniflix/goodsList');
  await page.evaluate(() => document.fonts.ready);
  const shelf = page.getByRole('main').getByRole('list').first();
  const top = async () => (await shelf.boundingBox())?.y;
  for (const name of ['60 Gems', '125 Gems', '300 Gems', '125 Gems']) {
    await page.getByRole('button', { name: new RegExp(`^${name}, `) }).click();
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  const before = await top();
  release();
  await expect(page.getByRole('main').getByText(`Lv. ${characterOf(cid).level}`)).toBeVisible();
  expect(await top()).toBe(before);
  const foot = page.locator('[data-foot]:visible');
  await expect(foot).toContainText('2 items');
  await expect(foot).toContainText('$5.98');
});

/**
 * Opens a page and holds its main script; the boot script, which records presses, has run. @returns
 * releases the script
 */
async function openWithoutScript(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/main-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const boots = page.waitForResponse('**/assets/boot-*.js');
  await page.goto(address, { waitUntil: 'commit' });
  await (await boots).finished();
  await page.waitForLoadState('domcontentloaded');
  // The boot script sets the font size just before it listens.
  await page.waitForFunction(() => document.documentElement.style.fontSize !== '');
  return release;
}
