import type { Page, Request } from '@playwright/test';
import { characterOf } from '../../../apps/sandbox/src/game/names.ts';
import { chooseServer, freshCid, signIn } from '../../support/browser/player.ts';
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

/** The goods are on the page from the start: only the call's answer tells that the shop could ask for the player's own. */
async function codeOfList(page: Page): Promise<number> {
  const answer = await page.waitForResponse(/\/recharge\/product\/lists$/);
  return ((await answer.json()) as { code: number }).code;
}

test('[S01, S02, S04] the shop mounts without the server’s time, keeps asking for it, and sends nothing before it has it', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  const seen = countCalls(page);
  await page.route('**/api/common/heartbeat', (route) => route.abort());
  await page.goto('/miniflix/goodsList');
  await expect(page.getByRole('main')).toBeVisible();
  const raced = (): number => new Set(seen.heartbeats).size;
  await expect.poll(raced, 'the shop and its three mirrors are raced').toBe(4);
  await expect.poll(() => seen.heartbeats.length).toBeGreaterThan(5);
  expect(seen.calls).toEqual([]);

  const code = codeOfList(page);
  await page.unrouteAll();
  expect(await code).toBe(200);
});

test('[S01] the time is asked for again when the page is seen again', async ({ page }) => {
  await signIn(page, MINIFLIX);
  let underWay = 0;
  const count = (by: number) => (request: Request) =>
    void (underWay += isHeartbeat(request) ? by : 0);
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  const code = codeOfList(page);
  await page.goto('/miniflix/goodsList');
  // A call goes out once the time is known: nothing of the start asks for it anew from then on.
  expect(await code).toBe(200);
  await expect.poll(() => underWay, 'the race of the start is over').toBe(0);
  const seen = countCalls(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => seen.heartbeats.length).toBe(1);
});

for (const [how, days] of [
  ['slow', -1],
  ['fast', 1],
] as const) {
  test(`[S01] a browser whose clock is a day ${how} can buy all the same`, async ({ page }) => {
    await signIn(page, MINIFLIX);
    await page.clock.install({ time: Date.now() + days * 86_400_000 });
    const code = codeOfList(page);
    await page.goto('/miniflix/goodsList');
    expect(await code).toBe(200);
  });
}

test('[S03] calls go to the fastest of the hosts', async ({ page }) => {
  await signIn(page, MINIFLIX);
  const seen = countCalls(page);
  const own = new URL(page.url()).origin;
  let fastest = '';
  const code = codeOfList(page);
  await page.route('**/api/common/heartbeat', async (route) => {
    const { origin } = new URL(route.request().url());
    if (origin !== own && fastest === '') fastest = origin;
    // The others answer once the calls have gone out.
    if (origin !== fastest) await code;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/miniflix/goodsList');
  expect(await code).toBe(200);
  expect(fastest).not.toBe('');
  expect(seen.calls.filter((url) => !url.startsWith(fastest))).toEqual([]);
});

test('[E02] a browser that is offline says so in a strip, stays where it is and says when it is back', async ({
  page,
  context,
}) => {
  await signIn(page, MINIFLIX);
  const code = codeOfList(page);
  await page.goto('/miniflix/goodsList');
  expect(await code).toBe(200);
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  // Only the shop's script puts it there: without one nobody would hear of the network.
  await expect(page.getByRole('button', { name: /^Buy now/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. Prices may be old.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Buy now/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(page).toHaveURL('/miniflix/goodsList');
  await context.setOffline(false);
  await expect(page.getByText('You are offline. Prices may be old.')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Buy now/ })).not.toHaveAttribute('aria-disabled');
});

test('[S04, F01] what is pressed and typed before the shop’s script is there is not lost', async ({
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
  await expect(page.getByRole('button', { name: /^Continue as / })).toBeVisible();
});

test('[S04, F01] what is typed while the shop’s script takes the page over is not lost', async ({
  page,
}) => {
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
  await chooseServer(page, MINIFLIX.server);
  await expect(page.getByRole('button', { name: /^Continue as / })).toBeVisible();
});

test('[S04, F02] every good chosen before the shop’s script is there is chosen', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  const release = await openWithoutScript(page, '/miniflix/goodsList');
  for (const name of ['60 Gems', '125 Gems', '300 Gems', '125 Gems']) {
    await page.getByRole('button', { name: new RegExp(`^${name}, `) }).click();
  }
  release();
  const foot = page.locator('[data-foot]:visible');
  await expect(foot).toContainText('2 items');
  await expect(foot).toContainText('$5.98');
});

test('[S04] the goods stay where they stand when the name of their player comes, of the highest level too', async ({
  page,
}) => {
  let cid = freshCid();
  while (characterOf(cid).level < 100) cid = freshCid();
  await signIn(page, MINIFLIX, cid);
  const release = await openWithoutScript(page, '/miniflix/goodsList');
  await page.evaluate(() => document.fonts.ready);
  const shelf = page.getByRole('main').getByRole('list').first();
  const top = async () => (await shelf.boundingBox())?.y;
  const before = await top();
  release();
  await expect(page.getByText(`Lv. ${characterOf(cid).level}`)).toBeVisible();
  expect(await top()).toBe(before);
});

/** Opens a page whose own script is held back until the function returned is called; the first one, which keeps what is pressed, has run. */
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
  // It runs when it likes, and does this before it listens, in one go.
  await page.waitForFunction(() => document.documentElement.style.fontSize !== '');
  return release;
}
