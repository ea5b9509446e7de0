import type { Browser, Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import { expectSound } from '../../support/browser/console-looks.ts';
import { openCheckout } from '../../support/browser/checkout.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { ownShopTest } from '../../support/browser/own-shops.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect } from '../../support/browser/test.ts';
import { createShopper } from '../../support/shopper.ts';

/** A shop of its own: a project that is taken down would meet other tests' players. */
const test = ownShopTest.extend({
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  isMobile: false,
  baseURL: async ({ environment }, provide) => provide(environment.consoleUrl),
});

/** Opens the service screen by its keys, and counts every press of the mouse from then on. */
async function openService(page: Page): Promise<() => Promise<number>> {
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('switch', { name: 'Miniflix is served' })).toBeVisible();
  await page.evaluate(() => {
    document.body.dataset['clicks'] = '0';
    document.addEventListener(
      'pointerdown',
      () => {
        document.body.dataset['clicks'] = String(Number(document.body.dataset['clicks']) + 1);
      },
      { capture: true },
    );
  });
  return async () => Number(await page.locator('body').getAttribute('data-clicks'));
}

/** Presses the dialog's button once its plan is there. */
async function confirm(page: Page, name: RegExp): Promise<void> {
  const press = page.getByRole('dialog').getByRole('button', { name });
  await expect(press).not.toHaveAttribute('aria-disabled');
  await press.click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function playerPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto('/miniflix');
  return page;
}

test('a project is taken down and up in three clicks, and the shop follows both times @full', async ({
  page,
  environment,
}) => {
  const { client } = await createShopper(environment);
  const code = async () => (await client.call('cartGet', {})).code;
  const { name } = await joinAs(page, 'liveops');
  const clicks = await openService(page);
  const served = page.getByRole('switch', { name: 'Miniflix is served' });
  await served.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Why')).toBeFocused();
  await page.keyboard.insertText('game update 4.2');
  await expect(dialog).toContainText('Payments that began end');
  await confirm(page, /^Maintenance for Miniflix/);
  await expect.poll(code).toBe(10502);
  await expect(served).not.toBeChecked();
  const row = page.getByRole('row').filter({ has: served });
  await expect(row).toContainText(`${name}: “game update 4.2”`);
  await served.click();
  await expect(served).toBeChecked();
  expect(await clicks()).toBeLessThanOrEqual(3);
  // It is offered for ten seconds, so nothing is waited for before.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(served).not.toBeChecked();
  await expect.poll(code).toBe(10502);
  await served.click();
  await expect.poll(code).toBe(200);
});

test('a project is closed with a code alone, and opens again @full', async ({
  page,
  environment,
}) => {
  const { client } = await createShopper(environment);
  const code = async () => (await client.call('cartGet', {})).code;
  const { nextCode } = await joinAs(page, 'liveops');
  await openService(page);
  await page
    .getByRole('row')
    .filter({ hasText: 'Miniflix' })
    .getByRole('button', { name: /^Change/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Close', exact: true }).check();
  await dialog.getByLabel('Why').fill('the game has ended');
  await expect(dialog.getByText('Type the six digits of your app.')).toBeVisible();
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await confirm(page, /^Close Miniflix/);
  await expect.poll(code).toBe(10045);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const served = page.getByRole('switch', { name: 'Miniflix is served' });
  await expect(served).not.toBeChecked();
  await served.click();
  await expect(served).toBeChecked();
  await expect.poll(code).toBe(200);
});

test('a way to pay that is switched off is gone for players, and comes back @full', async ({
  page,
  browser,
  environment,
}) => {
  const player = await playerPage(browser, environment.url);
  await signIn(player);
  await openCheckout(player);
  const choices = player.getByRole('radiogroup', { name: 'Payment method' });
  await expect(choices.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  await joinAs(page, 'liveops');
  await openService(page);
  const methods = page.getByRole('table', { name: 'Ways to pay' });
  await methods.getByRole('button', { name: 'Switch off PayPal of Miniflix' }).click();
  await expect(page.getByRole('dialog').getByLabel('Why')).toBeFocused();
  await page.keyboard.insertText('a dispute with the bank');
  await confirm(page, /^Switch PayPal off/);
  const row = methods.getByRole('row').filter({ hasText: 'Off everywhere' });
  await expect(row).toContainText('“a dispute with the bank”');
  // A page that still shows it, and a program, are refused.
  const shopper = await createShopper(environment);
  await expect(shopper.open({ pay_id: 'paypal' })).rejects.toThrow('20016');
  await player.reload();
  await expect(choices).toBeVisible();
  await expect(choices.getByRole('radio', { name: 'PayPal' })).toHaveCount(0);
  await row.getByRole('button', { name: /^Switch on PayPal of Miniflix/ }).click();
  await expect(page.getByRole('dialog').getByLabel('Why')).toBeFocused();
  await page.keyboard.insertText('settled');
  await confirm(page, /^Switch PayPal on/);
  await expect(row).toHaveCount(0);
  await player.reload();
  await expect(choices.getByRole('radio', { name: 'PayPal' })).toBeVisible();
});

test('the service screen has no barriers in both themes and widths, and its test calls answer @full', async ({
  page,
}) => {
  await joinAs(page, 'admin');
  await openService(page);
  await expectSound(page);
  await page.getByRole('switch', { name: 'Miniflix is served' }).click();
  await expect(page.getByRole('dialog')).toContainText('What will happen');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  for (const name of ['Call the game now', 'Ask PayerMax', 'Ask PayPal']) {
    const line = page.getByRole('listitem').filter({ hasText: 'Miniflix' });
    await line.getByRole('button', { name: `${name}, Miniflix` }).click();
    await expect(line.getByText(/answers.+It took \d+ ms/)).toBeVisible();
  }
});
