import type { Browser, Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import { expectSound } from '../../support/browser/console-looks.ts';
import { openCheckout } from '../../support/browser/checkout.ts';
import { joinAs, openConsole } from '../../support/browser/operators.ts';
import { ownShopTest } from '../../support/browser/own-shops.ts';
import { signIn } from '../../support/browser/player.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { createShopper } from '../../support/shopper.ts';

/** A shop of its own: a project that is taken down, or an event that pauses, would meet other tests' players. */
const test = ownShopTest.extend({
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  isMobile: false,
  baseURL: async ({ environment }, provide) => provide(environment.consoleUrl),
});

/** Opens the service screen by its keys, and counts every press of the mouse from then on. */
async function openService(page: Page): Promise<() => Promise<number>> {
  await openConsole(page);
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

test('live-ops take a project down and up in three clicks, close it by a code, and switch a method off and on; the shop follows @full', async ({
  page,
  browser,
  environment,
}) => {
  const shopper = await createShopper(environment);
  const code = async () => (await shopper.client.call('cartGet', {})).code;
  const player = await playerPage(browser, environment.url);
  await signIn(player);
  await openCheckout(player);
  const choices = player.getByRole('radiogroup', { name: 'Payment method' });
  await expect(choices.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  const { name, nextCode } = await joinAs(page, 'liveops');
  const clicks = await openService(page);
  const served = page.getByRole('switch', { name: 'Miniflix is served' });
  const dialog = page.getByRole('dialog');

  await test.step('down and up in three clicks', async () => {
    await served.click();
    await expect(dialog.getByLabel('Why')).toBeFocused();
    await page.keyboard.insertText('game update 4.2');
    await expect(dialog).toContainText('Payments that began end');
    expect(await findBarriers(page)).toEqual([]);
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

  await test.step('the screen has no barriers in both themes and widths', async () => {
    await expectSound(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('closed by a code alone, and open again', async () => {
    await page
      .getByRole('row')
      .filter({ hasText: 'Miniflix' })
      .getByRole('button', { name: /^Change/ })
      .click();
    await dialog.getByRole('radio', { name: 'Close', exact: true }).check();
    await dialog.getByLabel('Why').fill('the game has ended');
    await expect(dialog.getByText('Type the six digits of your app.')).toBeVisible();
    await dialog.getByLabel('Code from your app').fill(await nextCode());
    await confirm(page, /^Close Miniflix/);
    await expect.poll(code).toBe(10045);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(served).not.toBeChecked();
    await served.click();
    await expect(served).toBeChecked();
    await expect.poll(code).toBe(200);
  });

  await test.step('a way to pay that is switched off is gone for players, and comes back', async () => {
    const methods = page.getByRole('table', { name: 'Ways to pay' });
    await methods.getByRole('button', { name: 'Switch off PayPal of Miniflix' }).click();
    await expect(dialog.getByLabel('Why')).toBeFocused();
    await page.keyboard.insertText('a dispute with the bank');
    await confirm(page, /^Switch PayPal off/);
    const row = methods.getByRole('row').filter({ hasText: 'Off everywhere' });
    await expect(row).toContainText('“a dispute with the bank”');
    // A page that still shows it, and a program, are refused.
    await expect(shopper.open({ pay_id: 'paypal' })).rejects.toThrow('20016');
    await player.reload();
    await expect(choices).toBeVisible();
    await expect(choices.getByRole('radio', { name: 'PayPal' })).toHaveCount(0);
    await row.getByRole('button', { name: /^Switch on PayPal of Miniflix/ }).click();
    await expect(dialog.getByLabel('Why')).toBeFocused();
    await page.keyboard.insertText('settled');
    await confirm(page, /^Switch PayPal on/);
    await expect(row).toHaveCount(0);
    await player.reload();
    await expect(choices.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  });

  await test.step('test calls to the game and the gateways answer an admin', async () => {
    await joinAs(page, 'admin');
    await openService(page);
    for (const each of ['Call the game now', 'Ask PayerMax', 'Ask PayPal']) {
      const line = page.getByRole('listitem').filter({ hasText: 'Miniflix' });
      await line.getByRole('button', { name: `${each}, Miniflix` }).click();
      await expect(line.getByText(/answers.+It took \d+ ms/)).toBeVisible();
    }
  });
});

const RULES = `select data #>> '{rules,sign_in_minor}' as sign_in from events
  where project = 'vp_mbo' and kind = 'bargain' and is_listed`;

test('live-ops tries out other odds, sees the difference, goes back, and publishes a number; support sees no events @full', async ({
  page,
}) => {
  await joinAs(page, 'support');
  await page.goto('/events');
  await expect(page.getByText('Live-ops, finance, admins and auditors see this.')).toBeVisible();
  const { nextCode } = await joinAs(page, 'liveops');
  await openConsole(page);
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('table', { name: 'Events' })).toBeVisible();
  await page.goto('/events?project=vp_mbo');
  await page.getByRole('link', { name: 'Bargain Bash' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bargain Bash' })).toBeFocused();
  const figures = page.getByRole('table', { name: 'Figures of the simulation' });
  await expect(figures.getByRole('row', { name: /Reach a minimum/ })).toBeVisible();
  await expect(figures.getByRole('columnheader', { name: 'Tried' })).toHaveCount(0);

  const wheel = page.getByRole('group', { name: 'Wheel, parts' });
  const first = wheel.getByLabel('$2.00 off');
  await expect(wheel.getByText('2.00%', { exact: true })).toBeVisible();
  await first.fill('60');
  await expect(wheel.getByText('5.77%, live 20', { exact: true })).toBeVisible();
  await expect(figures.getByRole('columnheader', { name: 'Tried' })).toBeVisible();
  await first.fill('many');
  await expect(wheel.getByText(/^A whole number, at most/)).toBeVisible();
  await expect(page.getByText('Some numbers cannot be used yet.').first()).toBeVisible();
  await first.fill('60');
  await page.getByLabel('in steps of').fill('0.30');
  await expect(
    page.getByText('The steps of the coupon do not end at its highest value.').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'As live' }).click();
  await expect(first).toHaveValue('20');
  await expect(figures.getByRole('columnheader', { name: 'Tried' })).toHaveCount(0);

  await page.getByLabel('Daily sign-in').fill('0.50');
  await expectSound(page, [390, 1280]);
  await page.getByRole('button', { name: 'Review and publish…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Takes off, Daily sign-in: $0.60 → $0.50.')).toBeVisible();
  await expect(dialog.getByText(/^Simulated with 10,000 players in 14 days/)).toBeVisible();
  await dialog.getByLabel('Why').fill('The round was too cheap.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Change 1 number of Bargain Bash' }).click();
  await expect(dialog.getByText('Done: Change 1 number of Bargain Bash.')).toBeVisible();
  expect(await oneRow(RULES, [])).toEqual({ sign_in: '50' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('0 numbers are changed.')).toBeVisible();
  await expect(page.getByLabel('Daily sign-in')).toHaveValue('0.50');

  // An earlier end is explained; the same times, by the clock of Seoul, are published.
  const window = page.getByRole('group', { name: 'Window 1' });
  const [from, to] = [window.getByLabel('From'), window.getByLabel('To')];
  const begin = (await from.inputValue()).slice(0, 10);
  const until = `${(await to.inputValue()).slice(0, 10)}T09:00`;
  const end = new Date(Date.parse(await to.inputValue()) - 86_400_000).toISOString().slice(0, 10);
  await window.getByLabel('Time zone').fill('Asia/Soul');
  await expect(
    window.getByText('Asia/Soul is no time zone such as Asia/Seoul or UTC.'),
  ).toBeVisible();
  await window.getByLabel('Time zone').fill('Asia/Seoul');
  await from.fill(`${begin}T09:00`);
  await to.fill(`${end}T00:00`);
  await expect(
    page.getByText('All countries: days change at 00:00 UTC, so its last day has 15 hours.'),
  ).toBeVisible();
  await expectSound(page, [390, 1280]);
  // Other times need a second person: here are the same ones, by another clock.
  await to.fill(until);
  await page.getByRole('button', { name: 'Review the window…' }).click();
  await expect(
    dialog.getByText(
      new RegExp(`^New: All countries: from ${begin} 09:00 Asia/Seoul \\(${begin} 00:00 UTC\\)`),
    ),
  ).toBeVisible();
  await dialog.getByLabel('Why').fill('Announced by the clock of Seoul.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Change the window of Bargain Bash' }).click();
  await expect(dialog.getByText('Done: Change the window of Bargain Bash.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('The window is as live.')).toBeVisible();
  await expect(window.getByLabel('Time zone')).toHaveValue('Asia/Seoul');

  for (const [verb, state] of [
    ['Pause', 'Paused'],
    ['Resume', 'Runs'],
  ] as const) {
    await page.getByRole('button', { name: `${verb}…` }).click();
    await dialog.getByLabel('Why').fill('A wrong prize.');
    await dialog.getByRole('button', { name: `${verb} Bargain Bash` }).click();
    await expect(dialog.getByText(`Done: ${verb} Bargain Bash.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText(state, { exact: true }).first()).toBeVisible();
  }

  await page
    .getByRole('button', { name: /^bargain-/ })
    .first()
    .click();
  await expect(page.getByText('Characters that took part')).toBeVisible();
  await expect(page).toHaveURL(/open=bargain-/);

  await test.step('events of the other kinds have their own figures', async () => {
    await page.goto('/events?project=miniflix');
    await page.getByRole('link', { name: 'Top-up Festival' }).click();
    await expect(page.getByRole('row', { name: /Topped up/ })).toBeVisible();
    await page.getByLabel('Points for a dollar').fill('200');
    await expect(page.getByText('live 100', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Events', exact: true }).first().click();
    await page.getByRole('link', { name: 'Weekly Card' }).click();
    await expect(page.getByRole('row', { name: /days claimed/ })).toBeVisible();
    await page.goto('/events/miniflix/nothing');
    await expect(page.getByRole('heading', { level: 1, name: 'Event' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
});
