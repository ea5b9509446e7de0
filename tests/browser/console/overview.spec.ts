import { findBarriers } from '../../support/browser/axe.ts';
import { joinAs, openConsole } from '../../support/browser/operators.ts';
import { ownShopTest } from '../../support/browser/own-shops.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { clearFaults, setFault } from '../../support/shared-environment.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

/** A shop of its own: its figures are those of this test's orders, and a fault of its game would meet other tests' orders. */
const test = ownShopTest.extend({
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  isMobile: false,
  baseURL: async ({ environment }, provide) => provide(environment.consoleUrl),
});

/** Bytes of scripts and styles that the page has loaded, as they were sent. */
function bytesOfScripts(): number {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries
    .filter(({ name }) => /\.(?:js|css)$/.test(new URL(name).pathname))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

test('the first screen has 220 kB of scripts at most; it and an open order follow a payment without being loaded again; a waiting mail is tried now, and arrives @full', async ({
  page,
  environment,
}) => {
  await joinAs(page, 'support');
  await openConsole(page);
  await expect(page.getByRole('heading', { name: 'Steps to the first sale' })).toBeVisible();
  await expect(page.getByText('No alarm is open.')).toBeInViewport();
  const bytes = await page.evaluate(bytesOfScripts);
  expect(bytes, 'scripts and styles from the sign-in to the first screen').toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(220_000);
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
  const cause = other.getByRole('region', { name: 'Cause' });
  await expect(cause.getByRole('heading', { level: 2 })).toContainText('the game took the mail');
  await expect(other.getByRole('list', { name: 'Timeline, newest first' })).toContainText('mail');
  expect(reloads).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page)).toEqual([]);
  }

  await setFault(environment, 'game', 'mail', 'maintenance', { times: 100 });
  const waiting = await shopper.open();
  await shopper.payByCard(waiting, CARDS.success);
  await shopper.until(waiting.token, ({ delivery }) => delivery.state === 'retrying');
  await expect.poll(() => putOff(waiting.order_no), { timeout: 60_000 }).toBe(1);
  await page.getByRole('link', { name: /^Deliveries/ }).click();
  const row = page.getByRole('row').filter({ hasText: waiting.order_no });
  await clearFaults(environment);
  await row.getByRole('button', { name: 'Send the mail now' }).click();
  const press = page.getByRole('dialog').getByRole('button', { name: /Enter$/ });
  await expect(press).not.toHaveAttribute('aria-disabled');
  await press.click();
  await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
  await shopper.until(waiting.token, ({ delivery }) => delivery.state === 'delivered');
});

/**
 * Moves the next attempt of a mail away, so that only the operator can send it; a mail under a lease is left alone.
 * @returns number of mails moved
 */
async function putOff(orderNo: string): Promise<number> {
  const moved = await oneRow(
    `with moved as (
      update outbox_mails set next_attempt_at = now() + interval '2 hours'
      where order_id = (select id from orders where order_no = $1) and ended_at is null and lease_until is null
      returning id)
    select count(*)::int as count from moved`,
    [orderNo],
  );
  return (moved as { count: number }).count;
}
