import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs, openConsole } from '../../support/browser/operators.ts';
import { addresses, oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

/** Long before every other test's days, so that the worker leaves them alone. */
const DAY = '2020-02-03';
const OTHER_DAY = '2020-03-05';

/** A difference of the day, which both gateways compared. */
async function difference(day: string): Promise<string> {
  await oneRow(
    `with made as (insert into reconciliations (day, provider, lease_until, finished_at, captures, refunds)
      select $1::date, p, now(), now(), 2, 0 from unnest(array['payermax', 'paypal']) as p
      on conflict do nothing returning 1) select count(*) from made`,
    [day],
  );
  const made = await oneRow(
    `insert into reconciliation_differences (provider, class, subject, theirs, explanation, day, found_at, seen_at)
      values ('payermax', 'refunded_there_not_here', $1, '{"amount": "4.99", "currency": "USD", "state": "succeeded", "at": null}',
        'The statement has this refund, and no payment of ours names it.', $2, now(), now()) returning id::text`,
    [`S${crypto.randomUUID().slice(0, 12)}`, day],
  );
  return v.parse(v.object({ id: v.string() }), made).id;
}

const DAY_MS = 86_400_000;
const ago = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A day that both gateways compared; the worker compares it no more. */
async function compared(day: string, settled: boolean): Promise<void> {
  await oneRow(
    `with made as (insert into reconciliations (day, provider, lease_until, finished_at, captures, refunds)
        select $1::date, p, now(), now(), 2, 0 from unnest(array['payermax', 'paypal']) as p
        on conflict (day, provider) do update set finished_at = now(), captures = 2, refunds = 0),
      found as (insert into reconciliation_differences (provider, class, subject, theirs, explanation, day, found_at, seen_at,
          settled_at, settled_how)
        select 'payermax', 'state_differs', $2, null, 'It was asked about.', $1, now(), now(), now(), 'repaired' where $3)
      select 1`,
    [day, `S${crypto.randomUUID().slice(0, 12)}`, settled],
  );
}

test('finance settles a difference by keys with a reason, sees the days as tiles and balances, and saves a day as CSV; support is told who sees the page @full', async ({
  page,
}) => {
  const shopper = await createShopper(addresses());
  const order = await shopper.open({ country: 'SE' });
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  await compared(ago(25), false);
  await compared(ago(26), true);
  const id = await difference(DAY);
  await difference(OTHER_DAY);
  const { name, nextCode } = await joinAs(page, 'finance');
  await openConsole(page);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('navigation', { name: 'Last 30 days' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Balances' })).toBeVisible();
  await page.goto(`/reconciliation/${DAY}`);
  const row = page.getByRole('row').filter({ hasText: 'Refunded there, not here' });
  await expect(row).toHaveCount(1);
  await expectSound(page, [390, 1280, 1600]);
  await row.getByRole('button', { name: 'Settle…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No money moves')).toBeVisible();
  await dialog.getByLabel('Why').fill('The gateway paid it back by hand.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: /^Settle the difference/ }).click();
  await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Settled by a person');
  const entry = await oneRow(
    `select body::jsonb ->> 'operator' as operator from audit where action = 'settle_difference'
      and body::jsonb -> 'detail' -> 'change' ->> 'difference' = $1`,
    [id],
  );
  expect(entry).toEqual({ operator: name });
  await page.goto('/reconciliation/2020-02-04');
  await expect(page.getByText('No statement of PayerMax and PayPal yet')).toBeVisible();

  await page.goto(`/reconciliation/${ago(26)}`);
  const tiles = page.getByRole('navigation', { name: 'Last 30 days' });
  await expect(tiles.getByRole('link', { name: /: agrees$/ })).not.toHaveCount(0);
  const mended = tiles.getByRole('link', { name: /1 mended or settled$/ });
  await expect(mended).toHaveAttribute('aria-current', 'page');
  await expect(mended).toHaveAttribute('data-state', 'mended');
  await expect(page.getByText('Mended by asking').first()).toBeVisible();
  const balances = page.getByRole('region', { name: 'Balances' });
  await balances.getByLabel('Currency').selectOption('SEK');
  await expect(balances.locator('dl > div').filter({ hasText: 'At the gateways' })).toContainText(
    /[1-9]/,
  );
  await expect(balances).toContainText('sum to zero, in each currency');
  await expect(page.getByRole('heading', { name: 'Money that bought nothing' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: /^Reconciliation/ })).toContainText(
    /[1-9].* waiting/,
  );
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of the day' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(`reconciliation_${ago(26)}.csv`);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain(`${ago(26)},PayerMax,difference,`);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await expect(page.getByRole('status').filter({ hasText: sha256 })).toBeVisible();
  const exported = await oneRow(
    `select body::jsonb -> 'detail' ->> 'sha256' as sha256 from audit
      where action = 'reconciliation.export' and body::jsonb ->> 'operator' = $1`,
    [name],
  );
  expect(exported).toEqual({ sha256 });
  await expectSound(page);

  await joinAs(page, 'support');
  await page.goto('/reconciliation');
  await expect(page.getByText('Finance, admins and auditors see this.')).toBeVisible();
});
