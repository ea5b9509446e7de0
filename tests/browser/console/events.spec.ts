import { findBarriers } from '../../support/browser/axe.ts';
import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';

/** Numbers of a project whose events no other browser test plays. */
const RULES = `select data #>> '{rules,sign_in_minor}' as sign_in from events
  where project = 'vp_mbo' and kind = 'bargain' and is_listed`;

test('live-ops tries out other odds, sees the difference, goes back, and publishes a number @full', async ({
  page,
}) => {
  const { nextCode } = await joinAs(page, 'liveops');
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
});

test('events of the other kinds have their own figures, and support sees none @full', async ({
  page,
}) => {
  await joinAs(page, 'support');
  await page.goto('/events');
  await expect(page.getByText('Live-ops, finance, admins and auditors see this.')).toBeVisible();
  await joinAs(page, 'finance');
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
