import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs, openConsole } from '../../support/browser/operators.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';

/** A good that no other browser test buys. */
const PRICE = `select amount_minor::int4 as minor from prices
  where project = 'poi_mbo' and product_id = 'doubloons-100' and currency = 'GBP'`;

test('live-ops paste prices of a spreadsheet, plan a price, see the shop with it and take it back, publish one and roll it back, and read the plan before @full', async ({
  page,
}) => {
  const { nextCode } = await joinAs(page, 'liveops');
  await openConsole(page);
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: 'Prices' })).toBeVisible();
  await page.goto('/shop/poi_mbo');
  await page.getByRole('link', { name: 'Goods and ways to pay' }).click();
  await page.getByRole('button', { name: 'Texts of 100 Doubloons' }).click();
  await page.getByLabel('Language').selectOption('de');
  await page.getByLabel('Name').fill('100 goldene Dublonen');
  await page.getByLabel('Most of 100 Doubloons', { exact: true }).fill('3');
  await page.getByRole('button', { name: 'Move 100 Doubloons down' }).click();
  await expect(page.getByText('2 things are changed.')).toBeVisible();
  await expectSound(page, [390, 1280]);
  await page.getByRole('button', { name: 'Review and publish…' }).click();
  const plan = page.getByRole('dialog');
  await expect(plan.getByText('It changes a limit.')).toBeVisible();
  await expect(plan.getByText(/limit_max nothing → 3/)).toBeVisible();
  await plan.getByRole('button', { name: 'Cancel' }).click();
  // The changes of the goods are given up.
  page.once('dialog', (question) => void question.accept());
  await page.getByRole('link', { name: 'Prices and versions' }).click();
  const cell = page.getByRole('textbox', { name: '100 Doubloons in GBP', exact: true });
  await expect(cell).toHaveValue('0.99');
  await expectSound(page, [390, 1280, 1600]);
  await page.evaluate((cells) => navigator.clipboard.writeText(cells), '1.02\n£2.01\n');
  await cell.focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByText('2 prices are changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(cell).toHaveValue('0.99');
  await cell.fill('free');
  await expect(page.getByText('1 cell is no price.')).toBeVisible();
  await cell.fill('1.01');
  await page.getByRole('button', { name: 'Review and publish…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Publish at a time' }).check();
  await dialog.getByLabel('Why').fill('Prices of next week.');
  const moment = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Day and time, in UTC').fill(moment);
  await expect(dialog.getByText(/On this computer: /)).toBeVisible();
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await expectSound(page, [390, 1280]);
  await dialog.getByRole('button', { name: /^Change 1 price on .+ UTC/ }).click();
  await expect(dialog.getByText(/^Done: Change 1 price on .+ UTC\.$/)).toBeVisible();
  expect(await oneRow(PRICE, [])).toEqual({ minor: 99 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expectSound(page, [390, 1280]);
  await page.getByRole('button', { name: 'Preview… Change 1 price' }).click();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const shop = page.frameLocator('iframe');
  await expect(shop.getByText('Nothing can be bought here.')).toBeVisible();
  await expect(dialog.getByText(/Change 1 price by .+ · 60 minutes left/)).toBeVisible();
  await dialog.getByRole('radio', { name: 'Desktop, 1280 wide' }).check();
  // The shop in the frame has tests of its own.
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await expectSound(page, [390, 1280]);
  await dialog.getByRole('button', { name: /^Revoke Change 1 price/ }).click();
  await expect(dialog.getByRole('button', { name: 'Make a link' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Take back… Change 1 price' }).click();
  await dialog.getByLabel('Why').fill('Another day is better.');
  await dialog.getByRole('button', { name: 'Take the planned publication back' }).click();
  await expect(dialog.getByText('Done: Take the planned publication back.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
  await cell.fill('1.01');
  await page.getByRole('button', { name: 'Review and publish…' }).click();
  await dialog.getByRole('radio', { name: 'Publish now' }).check();
  await expect(dialog.getByText('doubloons-100 in GBP: £0.99 → £1.01 (+2.0 %).')).toBeVisible();
  await dialog.getByLabel('Why').fill('Prices of the week.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Change 1 price' }).click();
  await expect(dialog.getByText('Done: Change 1 price.')).toBeVisible();
  expect(await oneRow(PRICE, [])).toEqual({ minor: 101 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('0 prices are changed.')).toBeVisible();

  await page
    .getByRole('button', { name: /^Roll back to \d+…$/ })
    .first()
    .click();
  await expect(dialog.getByText('doubloons-100 in GBP: £1.01 → £0.99 (−2.0 %).')).toBeVisible();
  await dialog.getByLabel('Why').fill('The old price was right.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: /^Roll back to version \d+/ }).click();
  await expect(dialog.getByText(/^Done: Roll back to version \d+\.$/)).toBeVisible();
  expect(await oneRow(PRICE, [])).toEqual({ minor: 99 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(cell).toHaveValue('0.99');
});
