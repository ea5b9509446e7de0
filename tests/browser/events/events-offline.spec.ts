import type { Page } from '@playwright/test';
import { answerOf, answerWith } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { buyAs } from '../../support/browser/checkout.ts';
import { type ShownTexts, listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

const BARGAIN = '/miniflix/activity/bargainirg';
const BARGAIN_CALLS = '/api/activity/bargain/*';
const CUMULATION = '/miniflix/activity/cumulation';
const CUMULATION_CALLS = '/api/activity/cumulation/*';
const DOWN = 10_502;

const primary = (page: Page) => page.locator('[data-foot] [data-primary]:visible');
const prizeSheet = (page: Page) => page.getByRole('dialog', { name: /^You won / });
const toldBy = (page: Page) => page.getByRole('alert').filter({ hasText: 'server maintenance' });
const oldUpdate = (page: Page) => page.getByText('This may be out of date');

async function begin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Great' }).click();
  await page.getByRole('radio', { name: /^Hero’s hoard/ }).check();
  await expect(primary(page)).toHaveText('Claim $0.60 off');
}

function changesAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/api\/activity\/\w+\/(\w+)$/.exec(request.url()) ?? [];
    if (name !== undefined && name !== 'info' && name !== 'lists') asked.push(name);
  });
  return asked;
}

/** Presses the main button and expects the toast of a failed call. */
async function pressInVain(page: Page, shownTexts: ShownTexts): Promise<void> {
  shownTexts.clear();
  await primary(page).click();
  await shownTexts.announced('server maintenance');
}

async function expectDown(page: Page): Promise<void> {
  await expect(toldBy(page)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
}

test('[F07, F08, E02] offline every button of bargain and wheel gives the reason, and works again online @full', async ({
  page,
  context,
}) => {
  const shownTexts = await listenTo(page);
  await signIn(page);
  await page.goto(BARGAIN);
  await begin(page);
  const asked = changesAsked(page);
  const ofTask = page.getByRole('button', { name: /^Claim(?! \$)/ });
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Prices may be out of date.")).toBeVisible();
  for (const button of [primary(page), ofTask]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription("You're offline");
    await button.dispatchEvent('click');
  }
  await expect(page.locator('[data-foot]:visible')).toContainText("You're offline");
  expect(await findBarriers(page)).toEqual([]);
  expect(asked).toEqual([]);

  await test.step('choosing the other pack fails with a message', async () => {
    const other = page.getByRole('radio', { name: /^Screenwriter’s cache/ });
    await page.locator('label').filter({ has: other }).click();
    shownTexts.clear();
    await page.getByRole('button', { name: 'Choose this pack' }).click();
    await shownTexts.announced("You're offline");
    await expect(oldUpdate(page)).toBeVisible();
    await expect(other).not.toBeChecked();
  });

  await context.setOffline(false);
  await expect(oldUpdate(page)).toBeHidden();
  await primary(page).click();
  await expect(primary(page)).toHaveText('Spin for less');

  await primary(page).click();
  const middle = page.getByRole('button', { name: 'Spin, 1 left today' });
  await expect(primary(page)).toHaveText('Spin now');
  await context.setOffline(true);
  await expect(primary(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(middle).toHaveAttribute('aria-disabled', 'true');
  await expect(middle).toHaveAccessibleDescription("You're offline");
  for (const button of [primary(page), middle]) await button.dispatchEvent('click');
  await expect(page.locator('[data-foot]:visible')).toContainText("You're offline");
  expect(asked).not.toContain('spin');
  await context.setOffline(false);
  await middle.click();
  await expect(prizeSheet(page)).toBeVisible();
  expect(asked.filter((name) => name === 'spin')).toHaveLength(1);
});

test('[F07, F08, E01] bargain and wheel report maintenance, and every action can be retried @full', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  const goDown = () => answerWith(page, BARGAIN_CALLS, DOWN);
  const comeBack = () => page.unroute(`**${BARGAIN_CALLS}`);
  const tryAgain = async () => {
    await expect(oldUpdate(page)).toBeVisible();
    await comeBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(oldUpdate(page)).toBeHidden();
  };
  await goDown();
  await signIn(page);
  await page.goto(BARGAIN);
  await expectDown(page);
  await comeBack();
  await page.getByRole('button', { name: 'Try again' }).click();
  await begin(page);

  await goDown();
  await pressInVain(page, shownTexts);
  await expect(primary(page)).toHaveText('Claim $0.60 off');
  await tryAgain();
  await primary(page).click();
  await expect(primary(page)).toHaveText('Spin for less');

  await primary(page).click();
  await expect(primary(page)).toHaveText('Spin now');
  await goDown();
  await pressInVain(page, shownTexts);
  // No prize was drawn: the wheel stays idle.
  await tryAgain();
  await expect(page.locator('[data-step]')).toHaveAttribute('data-step', '0');
  await expect(page.locator('[data-cell][aria-current]')).toHaveCount(0);
  await primary(page).click();
  await expect(prizeSheet(page)).toBeVisible();
});

test('[F09, R16, E01, E02] cumulation reports maintenance and offline, and every claim can be retried', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  await buyAs(shopper, 'gems-620');
  await answerWith(page, CUMULATION_CALLS, DOWN);
  await page.goto(CUMULATION);
  await expectDown(page);
  await page.unroute(`**${CUMULATION_CALLS}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(primary(page)).toHaveText('Claim all 4');

  const asked = changesAsked(page);
  const one = page.getByRole('button', { name: /^Claim, Earn 500 points/ });
  await context.setOffline(true);
  await expect(page.getByText("You're offline. Prices may be out of date.")).toBeVisible();
  for (const button of [primary(page), one]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.dispatchEvent('click');
  }
  await expect(one).toHaveAccessibleDescription("You're offline");
  await expect(page.locator('[data-foot]:visible')).toContainText("You're offline");
  expect(await findBarriers(page)).toEqual([]);
  expect(asked).toEqual([]);
  await context.setOffline(false);

  await answerWith(page, CUMULATION_CALLS, DOWN);
  await one.click();
  await expect(page.getByRole('alert')).toContainText("1 reward couldn't be claimed. Try again.");
  await expect(toldBy(page)).toBeVisible();
  await page.unroute(`**${CUMULATION_CALLS}`);
  await one.click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(primary(page)).toHaveText('Claim all 3');

  // One of several fails: it alone stays.
  let sent = 0;
  await page.route('**/api/activity/cumulation/claim', async (route) => {
    sent += 1;
    return sent === 2 ? route.fulfill(answerOf(DOWN, null)) : route.fallback();
  });
  await primary(page).click();
  await expect(page.getByRole('alert')).toContainText("1 reward couldn't be claimed. Try again.");
  await expect(primary(page)).toHaveText('Claim');
  await primary(page).click();
  await expect(primary(page)).toHaveText('Top up');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
