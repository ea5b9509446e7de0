import { ownShopTest } from '../../support/browser/own-shops.ts';
import { joinAs } from '../../support/browser/operators.ts';
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
