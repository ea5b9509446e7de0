import type { Page } from '@playwright/test';
import { CARDS } from '../../support/shopper.ts';
import { listenTo } from '../../support/browser/observe.ts';
import {
  confirmCharacter,
  continueButton,
  freshCid,
  renewSession,
  sessionCode,
  signIn,
  want,
} from '../../support/browser/player.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

const say = sayIn('en');
const shelf = (page: Page) =>
  page.locator('[data-page=goodsList] main button[aria-pressed]').first();
const field = (page: Page) => page.getByRole('textbox', { name: say('home.cid') });

/** Opens the character switch on home and enters another ID. @returns the name found */
async function askForAnother(page: Page, cid: string): Promise<string> {
  await page.goto('/miniflix');
  await isTakenOver(page);
  await page.getByRole('button', { name: say('home.switch_label') }).click();
  return confirmCharacter(page, { cid });
}

/** Reports whether the log-out script is loaded from now on. */
function watchScript(page: Page): () => boolean {
  const asked = new Set<string>();
  const come = new Set<string>();
  const isIt = (url: string) => url.includes('/log-out-');
  page.on('request', (each) => void (isIt(each.url()) && asked.add(each.url())));
  page.on('requestfinished', (each) => void (isIt(each.url()) && come.add(each.url())));
  return () => asked.size > 0 && come.size === asked.size;
}

test('[S07, S12, R22] switching characters ends the old session in every tab and at the server, and separates orders @full', async ({
  page,
  context,
}) => {
  const before = await signIn(page);
  const opened = await before.open();
  await before.payByCard(opened, CARDS.declined);
  const other = await context.newPage();
  const shownTexts = [await listenTo(page), await listenTo(other)];
  await other.goto('/miniflix/goodsList');
  await expect(shelf(other)).toBeVisible();
  await isTakenOver(other);

  const cid = freshCid();
  const name = await askForAnother(page, cid);
  expect(await sessionCode(before), 'the old session stands until confirmation').toBe(200);
  await continueButton(page).click();
  await expect(shelf(page)).toBeVisible();
  await expect.poll(() => sessionCode(before), 'the server has ended the session').toBe(11_002);

  await expect(
    other.getByRole('main').getByText(name, { exact: true }),
    'the other tab shows the new character',
  ).toBeVisible();
  await other.goto('/miniflix/orders');
  await expect(other.getByRole('heading', { name: say('orders.empty') })).toBeVisible();
  for (const each of shownTexts) {
    expect(each.hasShown(say('error.11002')), 'no end of a session is announced').toBe(false);
  }

  await renewSession(before);
  const orders = await want(before.client.call('userOrders', {}));
  expect(orders.map(({ token }) => token)).toEqual([opened.token]);
});

test('[S07, E02] switching characters offline takes effect at once and reaches the server when online @full', async ({
  page,
  context,
}) => {
  const before = await signIn(page);
  const cid = freshCid();
  // After a reload home has not loaded the log-out script yet.
  await page.goto('/miniflix');
  await isTakenOver(page);
  await page.getByRole('button', { name: say('home.switch_label') }).click();
  const hasScript = watchScript(page);
  await page.reload();
  await confirmCharacter(page, { cid });
  await expect.poll(hasScript, 'the script is loaded before it is needed').toBe(true);
  await context.setOffline(true);
  await continueButton(page).click();
  await expect(page.getByRole('heading', { name: say('offline.title') })).toBeVisible();
  expect(await sessionCode(before), 'the server session still stands').toBe(200);
  await context.setOffline(false);
  await expect.poll(() => sessionCode(before)).toBe(11_002);
});

test('[S07, F01] an unconfirmed look-up leaves no session and no character at the server @full', async ({
  page,
}) => {
  const playersOf = (cid: string) =>
    oneRow('select count(*)::int4 as n from players where cid = $1', [cid]);
  const [first, second] = [freshCid(), freshCid()];
  await page.goto('/miniflix');
  await isTakenOver(page);
  await confirmCharacter(page, { cid: first });
  await field(page).fill(second);
  await expect(continueButton(page)).toBeEnabled();
  await page.getByRole('link', { name: say('app.terms') }).click();
  await expect(page).not.toHaveURL('/miniflix');
  for (const cid of [first, second]) expect(await playersOf(cid)).toEqual({ n: 0 });

  await page.goBack();
  await confirmCharacter(page, { cid: second });
  await continueButton(page).click();
  await expect(shelf(page)).toBeVisible();
  expect(await playersOf(second)).toEqual({ n: 1 });
  await page.reload();
  await expect(shelf(page)).toBeVisible();
});
