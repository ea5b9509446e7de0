import type { Page } from '@playwright/test';
import { createShopper } from '../../support/shopper.ts';
import { listenTo } from '../../support/browser/heard.ts';
import {
  confirmCharacter,
  continueAs,
  freshCid,
  signIn,
  type Shopper,
  want,
} from '../../support/browser/player.ts';
import { outside } from '../../support/browser/outside.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { sayIn } from '../../support/browser/texts.ts';
import { expect, test } from '../../support/browser/test.ts';

const say = sayIn('en');
const shelf = (page: Page) => page.locator('[data-page=goodsList] button[aria-pressed]').first();
const field = (page: Page) => page.getByRole('textbox', { name: say('home.cid') });
const goOn = (page: Page) => page.getByRole('button', { name: continueAs(say) });

/** What a session is told now; every look at it is a call that wants one. */
const answersTo = async (shopper: Shopper) => (await shopper.client.call('cartGet', {})).code;

/** Presses "Switch character" on home and names another one. @returns its name, found */
async function askForAnother(page: Page, cid: string): Promise<string> {
  await page.goto('/miniflix');
  await isTakenOver(page);
  await page.getByRole('button', { name: say('home.switch_label') }).click();
  return confirmCharacter(page, { server: MINIFLIX.server, cid });
}

/** The tokens that look-ups of this page are given, in their order; each is here before its page has it. */
async function tokensGivenTo(page: Page): Promise<readonly string[]> {
  const tokens: string[] = [];
  await page.route('**/api/user/role', async (route) => {
    const response = await route.fetch();
    const { result } = (await response.json()) as { result: { user_token: string } | null };
    if (result !== null) tokens.push(result.user_token);
    await route.fulfill({ response });
  });
  return tokens;
}

/** Whether what ends a session has come to this page since now. */
function watchScript(page: Page): () => boolean {
  const asked = new Set<string>();
  const come = new Set<string>();
  const isIt = (url: string) => url.includes('/log-out-');
  page.on('request', (each) => void (isIt(each.url()) && asked.add(each.url())));
  page.on('requestfinished', (each) => void (isIt(each.url()) && come.add(each.url())));
  return () => asked.size > 0 && come.size === asked.size;
}

test('[S07, S12, R22] who goes on as another character has left the one before at the server, too, in every tab; what it ordered is its own', async ({
  page,
  context,
}) => {
  const before = await signIn(page, MINIFLIX);
  const opened = await before.open();
  const other = await context.newPage();
  const heard = [await listenTo(page), await listenTo(other)];
  await other.goto('/miniflix/goodsList');
  await expect(shelf(other)).toBeVisible();
  await isTakenOver(other);

  const cid = freshCid();
  const name = await askForAnother(page, cid);
  expect(await answersTo(before), 'until one goes on, nothing has changed').toBe(200);
  await goOn(page).click();
  await expect(shelf(page)).toBeVisible();
  await expect.poll(() => answersTo(before), 'the server knows the token no more').toBe(11_002);

  await expect(
    other.getByRole('main').getByText(name, { exact: true }),
    'the other tab is the new one, too',
  ).toBeVisible();
  await other.goto('/miniflix/orders');
  await expect(other.getByRole('heading', { name: say('orders.empty') })).toBeVisible();
  for (const each of heard) {
    expect(each.everSaid(say('error.11002')), 'nobody is told of an end').toBe(false);
  }

  const { prId: pr_id, serverId: server_id } = before;
  const again = await want(before.client.call('role', { pr_id, server_id, cid: before.cid }));
  if (!('user_token' in again)) throw new Error('the character belongs to another game');
  before.client.useToken(again.user_token);
  const orders = await want(before.client.call('userOrders', {}));
  expect(orders.map(({ token }) => token)).toEqual([opened.token]);
});

test('[S07, E02] who goes on as another without a network is the other at once, and the server hears of it when there is one again', async ({
  page,
  context,
}) => {
  const before = await signIn(page, MINIFLIX);
  const cid = freshCid();
  // Not by way of a page that has what is needed: home, as a reload leaves it, is asked for another.
  await page.goto('/miniflix');
  await isTakenOver(page);
  await page.getByRole('button', { name: say('home.switch_label') }).click();
  const hasScript = watchScript(page);
  await page.reload();
  await confirmCharacter(page, { server: MINIFLIX.server, cid });
  await expect.poll(hasScript, 'it comes before it is needed').toBe(true);
  await context.setOffline(true);
  await goOn(page).click();
  await expect(page.getByRole('heading', { name: say('offline.title') })).toBeVisible();
  expect(await answersTo(before), 'the server cannot know yet').toBe(200);
  await context.setOffline(false);
  await expect.poll(() => answersTo(before)).toBe(11_002);
});

test('[S07, F01] a session that came with a character’s name and that nobody goes on with ends, and only that', async ({
  page,
}) => {
  const tokens = await tokensGivenTo(page);
  const anybody = await createShopper(outside());
  const answers = (token: string | undefined) => {
    anybody.client.useToken(token ?? '');
    return answersTo(anybody);
  };
  await page.goto('/miniflix');
  await isTakenOver(page);
  await confirmCharacter(page, { server: MINIFLIX.server, cid: freshCid() });
  expect(await answers(tokens[0])).toBe(200);

  await test.step('of an ID that gave way to another', async () => {
    await field(page).fill(freshCid());
    await expect.poll(() => tokens.length).toBe(2);
    await expect.poll(() => answers(tokens[0])).toBe(11_002);
    expect(await answers(tokens[1])).toBe(200);
  });

  await test.step('of a page that was left', async () => {
    await page.getByRole('link', { name: say('app.terms') }).click();
    await expect(page).not.toHaveURL('/miniflix');
    await expect.poll(() => answers(tokens[1])).toBe(11_002);
  });

  await test.step('who comes back goes on with a session that stands', async () => {
    await page.goBack();
    await confirmCharacter(page, { server: MINIFLIX.server, cid: freshCid() });
    await goOn(page).click();
    await expect(shelf(page)).toBeVisible();
    await page.reload();
    await expect(shelf(page)).toBeVisible();
    expect(await answers(tokens[2])).toBe(200);
  });
});

test('[S07, S12] another tab’s log-out also ends what a tab found and did not go on with', async ({
  page,
  context,
}) => {
  await signIn(page, MINIFLIX);
  const other = await context.newPage();
  const tokens = await tokensGivenTo(other);
  await askForAnother(other, freshCid());
  const anybody = await createShopper(outside());
  anybody.client.useToken(tokens[0] ?? '');
  expect(await answersTo(anybody)).toBe(200);
  await page.goto('/miniflix');
  await page.getByRole('button', { name: say('home.log_out') }).click();
  await expect.poll(() => answersTo(anybody)).toBe(11_002);
});
