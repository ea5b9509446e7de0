import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { findBarriers } from '../../support/browser/axe.ts';
import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs, openConsole } from '../../support/browser/operators.ts';
import { addresses, consoleUrl, databaseUrl, oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

/** No other test orders from there, so that its sums stand still. */
const COUNTRY = 'PL';
const COMMAND = path.join(import.meta.dirname, '../../../apps/api/src/operator/settlement.ts');

async function paidOrder() {
  const shopper = await createShopper(addresses());
  const order = await shopper.open({ country: COUNTRY });
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  return order;
}

/** The file of `npm run settlement` for the same days and country. */
async function fileOfCommand(from: string, to: string): Promise<string> {
  const words = ['--from', from, '--to', to, '--country', COUNTRY, '--by', 'anna'];
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl(), CONSOLE_URL: consoleUrl() },
  });
  return stdout;
}

async function savedFile(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV, 1 line/ }).click();
  const download = await started;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Money that fits no payment, in euro cents, at a merchant's account. The checks of the ledger say nothing about it. */
async function foreignMoney(at: string, minor: number, merchant?: string): Promise<void> {
  const ref = `closed-${crypto.randomUUID().slice(0, 12)}`;
  await oneRow(
    `with made as (insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, provider)
        values ($1, 'quarantined', 'payermax:' || $2::text, 'gateway', 'quarantine', 'EUR', $3, 'payermax') returning 1
      ), compared as (insert into reconciliations (day, provider, lease_until, finished_at)
        values (($1::timestamptz at time zone 'UTC')::date, 'payermax', now(), now()) on conflict do nothing
      ), told as (insert into quarantine (provider, source, reason, result, at, settled_at)
        values ('payermax', 'webhook', '', jsonb_build_object('captureRef', $2::text, 'merchant', $4::text), $1, now()))
      select count(*) from made`,
    [at, ref, minor, merchant ?? null],
  );
}

test('finance finds the order behind a row by keys, saves the file that the command writes, and closes a month that shows a later sum; support is refused @full', async ({
  page,
}) => {
  const order = await paidOrder();
  await foreignMoney('2020-03-10T10:00:00Z', 599);
  await joinAs(page, 'support');
  await page.goto('/settlement');
  await expect(page.getByText('Finance, admins and auditors see this.')).toBeVisible();
  const { name, nextCode } = await joinAs(page, 'finance');
  await openConsole(page);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('radio', { name: COUNTRY }).click();
  await expect(page.getByRole('button', { name: `Country ${COUNTRY}`, exact: true })).toBeFocused();
  const rows = page.getByRole('table', { name: 'Settlement', exact: true });
  const link = rows.getByRole('link', { name: 'Miniflix' });
  await expect(link).toHaveCount(1);
  await expect(page).toHaveURL(/country=PL/);
  await page.keyboard.press('j');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const behind = page.getByRole('table', { name: 'Movements behind the row' });
  await expect(behind.getByRole('link', { name: order.order_no })).toBeVisible();
  await expectSound(page);
  const saved = await savedFile(page);
  const [, from = '', to = ''] = /^settlement_([\d-]+)_([\d-]+)_PL\.csv$/.exec(saved.name) ?? [];
  expect(await fileOfCommand(from, to)).toBe(saved.text);
  const hash = createHash('sha256').update(saved.text).digest('hex');
  await expect(page.getByRole('status').filter({ hasText: hash })).toBeVisible();
  for (const operator of [name, 'command line (anna)']) {
    const entry = await oneRow(
      `select body::jsonb -> 'detail' ->> 'sha256' as sha256 from audit
        where action = 'settlement.export' and body::jsonb ->> 'operator' = $1`,
      [operator],
    );
    expect(entry).toEqual({ sha256: hash });
  }
  await link.click();
  await expect(behind).toHaveCount(0);

  await page.goto('/settlement?days=2001-01-01..2001-01-31');
  await expect(page.getByText('No money moved in these days')).toBeVisible();
  await page.goto('/settlement?days=2001-01-01..2001-12-31');
  await expect(page.getByRole('alert')).toContainText('A period has at most 92 days.');
  expect(await findBarriers(page)).toEqual([]);
  await foreignMoney('2019-05-10T10:00:00Z', 300);
  await foreignMoney('2019-05-11T10:00:00Z', 700, 'nova');
  await page.goto('/settlement?days=2019-05-01..2019-05-31');
  await page.getByRole('button', { name: 'Merchant' }).click();
  await page.getByRole('radio', { name: 'nova' }).click();
  await expect(page).toHaveURL(/merchant=nova/);
  await expect(rows).toContainText('nova');
  await expect(rows).toContainText('€7.00');
  await expect(rows).not.toContainText('€3.00');

  await page.goto('/settlement?days=2020-03-01..2020-03-31');
  await page.getByRole('button', { name: 'Close the month…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/The file of all projects stays as it is now/)).toBeVisible();
  await dialog.getByLabel('Why').fill('The books of March are done.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: 'Close 2020-03' }).click();
  await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
  await page.keyboard.press('Escape');
  const card = page.getByRole('region', { name: '2020-03 is closed' });
  await expect(card).toContainText(`Closed by ${name}`);
  await expect(card).toContainText('No sum moved since');
  const entry = await oneRow(
    `select body::jsonb -> 'detail' -> 'change' ->> 'sha256' as sha256 from audit where action = 'close_month'
      and body::jsonb ->> 'objectId' = '2020-03' and body::jsonb ->> 'operator' = $1`,
    [name],
  );
  const { sha256 } = v.parse(v.object({ sha256: v.string() }), entry);
  await expect(card).toContainText(sha256);
  await foreignMoney('2020-03-11T10:00:00Z', 100);
  // Reads of a period are shared for a moment, so the page asks again.
  await expect
    .poll(async () => {
      await page.reload();
      return card.getByText(/No sum moved since|1 row differs today/).textContent();
    })
    .toBe('1 row differs today');
  await expect(card).toContainText(sha256);
  await expect(card.getByRole('table')).toContainText('Quarantine: €5.99, today €6.99');
  await expectSound(page);
  const words = ['--from', '2020-03-01', '--to', '2020-03-31', '--by', 'anna'];
  const { stderr } = await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl(), CONSOLE_URL: consoleUrl() },
  });
  expect(stderr).toContain(`2020-03 is closed: SHA-256 ${sha256}, by ${name}`);
  expect(stderr).toContain('quarantined 5.99 to 6.99; net 5.99 to 6.99');
});
