import { findBarriers } from '../../support/browser/axe.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { ownShopTest } from '../../support/browser/own-shops.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

/** A shop of its own: its figures are those of this file's orders. */
const test = ownShopTest.extend({
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  isMobile: false,
  baseURL: async ({ environment }, provide) => provide(environment.consoleUrl),
});

test('the first screen and an open order follow a payment without being loaded again @full', async ({
  page,
  environment,
}) => {
  await joinAs(page, 'support');
  await expect(page.getByRole('heading', { name: 'Steps to the first sale' })).toBeVisible();
  await expect(page.getByText('No alarm is open.')).toBeInViewport();
  expect(await findBarriers(page)).toEqual([]);

  const shopper = await createShopper(environment);
  const order = await shopper.open();
  const other = await page.context().newPage();
  await other.goto(`/orders/${order.token.slice(0, 20)}`);
  await expect(other.getByRole('region', { name: 'Cause' })).toContainText('Not paid');
  const reloads: string[] = [];
  for (const each of [page, other]) {
    each.on('framenavigated', (frame) => reloads.push(frame.url()));
  }

  await shopper.payByCard(order, CARDS.success);
  await expect(page.getByText('1 order; none last')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Steps to the first sale' })).toBeHidden();
  await expect(other.getByRole('region', { name: 'Cause' })).toContainText('Paid');
  expect(reloads).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page)).toEqual([]);
  }
});

test('a page without its console says since when, greys its steps, and recovers @full', async ({
  page,
  environment,
}) => {
  const shopper = await createShopper(environment);
  const order = await shopper.open();
  await joinAs(page, 'support');
  await page.goto(`/orders/${order.token.slice(0, 20)}`);
  await expect(page.getByRole('region', { name: 'Cause' })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('The player wrote, ticket 48301');
  const press = dialog.getByRole('button', { name: /^Add the note|^Write/ });
  await expect(press).not.toHaveAttribute('aria-disabled');

  await page.context().setOffline(true);
  await expect(page.getByText('Not connected since')).toBeAttached();
  await expect(dialog).toContainText('Not connected: the data may be old.');
  await expect(press).toHaveAttribute('aria-disabled', 'true');

  await page.context().setOffline(false);
  await expect(page.getByText('Not connected since')).toBeHidden();
  await expect(press).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
});
