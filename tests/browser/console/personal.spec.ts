import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { addresses, consoleUrl, oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

async function buyer() {
  const shopper = await createShopper(addresses());
  const order = await shopper.open();
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  const found = await oneRow(`select player_id::text as id from orders where order_no = $1`, [
    order.order_no,
  ]);
  return { order, playerId: v.parse(v.object({ id: v.string() }), found).id };
}

/** Asks for a step of the player's page by a code, and opens the waiting step. */
async function askFor(page: Page, step: string, because: string, code: string): Promise<void> {
  await page.getByRole('button', { name: step }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'What will happen' })).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Why').fill(because);
  await dialog.getByLabel('Code from your app').fill(code);
  await dialog.getByRole('button', { name: `Ask for: ${step}` }).click();
  await page.getByRole('link', { name: 'Look at the waiting step' }).click();
  await expect(page.getByRole('heading', { name: `${step}?` })).toBeVisible();
}

/** The other admin says yes to the step that is open at the first one. */
async function sayYes(other: Page, page: Page, step: string, code: string): Promise<void> {
  await other.goto(page.url());
  await other.getByLabel('Code from your app').fill(code);
  await other.getByRole('button', { name: `Yes: ${step}` }).click();
  await expect(other.getByText(`Done: ${step}.`)).toBeVisible();
}

test('support reveals the first six digits of a card with a reason, for ten minutes, and an auditor does not @full', async ({
  page,
}) => {
  const { order } = await buyer();
  await joinAs(page, 'auditor');
  await page.goto(`/orders/${order.order_no}`);
  const card = page.getByRole('region', { name: 'Personal data' });
  await expect(card.getByText('•••••• ••1111')).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);

  const { name } = await joinAs(page, 'support');
  await page.clock.install();
  await page.goto(`/orders/${order.order_no}`);
  await card.getByRole('button', { name: /^Reveal/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Why')).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Why').fill('Ticket 48301: which bank?');
  await dialog.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(card.getByText('411111 ••1111')).toBeVisible();
  await expectSound(page);
  const entry = await oneRow(
    `select r.text from audit a join operator_reasons r on r.id = a.body::jsonb -> 'detail' -> 'reason' ->> 'id'
      where a.action = 'person.reveal' and a.operator = $1`,
    [name],
  );
  expect(entry).toEqual({ text: 'Ticket 48301: which bank?' });
  await page.clock.fastForward('10:01');
  await expect(card.getByText('•••••• ••1111')).toBeVisible();
  await expect(page.getByText('411111')).toHaveCount(0);
});

test('two admins export a player, and only the one who asked saves the file; then they erase it, and its order stays without the name @full', async ({
  page,
  browser,
}) => {
  const { order, playerId } = await buyer();
  const { nextCode } = await joinAs(page, 'admin');
  const other = await (await browser.newContext({ baseURL: consoleUrl() })).newPage();
  const second = await joinAs(other, 'admin');
  await page.goto(`/players/${playerId}`);
  // Before its answer the page has a heading of its own.
  await expect(page.getByText('May order')).toBeVisible();
  const name = await page.getByRole('heading', { level: 1 }).textContent();

  await test.step('export', async () => {
    await askFor(page, 'Export its data', 'Asked for by letter, ticket 77.', await nextCode());
    await expect(page.getByRole('button', { name: 'Save the file' })).toHaveCount(0);
    await sayYes(other, page, 'Export its data', await second.nextCode());
    await expect(other.getByRole('button', { name: 'Save the file' })).toHaveCount(0);
    await page.reload();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`player_${playerId}.jsonl`);
    expect(readFileSync(await download.path(), 'utf8')).toContain(order.order_no);
    await expect(page.getByRole('status').filter({ hasText: 'SHA-256' })).toBeVisible();
    await expectSound(page);
  });

  await test.step('erase', async () => {
    await page.goto(`/players/${playerId}`);
    await askFor(page, 'Erase its data', 'Asked for by letter, ticket 78.', await nextCode());
    await expect(
      page.getByText(/^Kept, because it names no character and proves money/),
    ).toBeVisible();
    await sayYes(other, page, 'Erase its data', await second.nextCode());
    await page.goto(`/players/${playerId}`);
    await expect(page.getByText(`There is no player ${playerId}`)).toBeVisible();
    await page.goto(`/orders/${order.order_no}`);
    await expect(
      page.getByRole('region', { name: 'Who gets it' }).getByText('erased').first(),
    ).toBeVisible();
    await expect(page.getByText(name ?? '', { exact: true })).toHaveCount(0);
  });
});
