import { findBarriers } from '../../support/browser/axe.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { expect } from '../../support/browser/test.ts';

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
