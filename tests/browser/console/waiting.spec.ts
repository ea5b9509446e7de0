import { ownShopTest } from '../../support/browser/own-shops.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { clearFaults, setFault } from '../../support/shared-environment.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

/** A shop of its own: faults of game and gateway would meet other tests' orders. */
const test = ownShopTest.extend({
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  isMobile: false,
  baseURL: async ({ environment }, provide) => provide(environment.consoleUrl),
});

test('a waiting mail is tried now, and arrives @full', async ({ page, environment }) => {
  await setFault(environment, 'game', 'mail', 'maintenance', { times: 100 });
  const shopper = await createShopper(environment);
  const order = await shopper.open();
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'retrying');
  await expect.poll(() => putOff(order.order_no), { timeout: 60_000 }).toBe(1);
  await joinAs(page, 'support');
  await page.getByRole('link', { name: /^Deliveries/ }).click();
  const row = page.getByRole('row').filter({ hasText: order.order_no });
  await clearFaults(environment);
  await row.getByRole('button', { name: 'Send the mail now' }).click();
  const press = page.getByRole('dialog').getByRole('button', { name: /Enter$/ });
  await expect(press).not.toHaveAttribute('aria-disabled');
  await press.click();
  await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
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
