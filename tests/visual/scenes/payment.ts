import { fillCart, openCart } from './cart.ts';
import { openCheckout, PRIMARY, type SceneParts, type Scenes } from './scene.ts';

export const PAYMENT: Scenes = {
  'payment-several': async (parts) => {
    await checkOutSeveral(parts);
    await parts.page.locator('main button[aria-expanded]').click();
  },
  'payment-several-wallet': async (parts) => {
    await checkOutSeveral(parts);
    await chooseWallet(parts);
  },
  payment: async (parts) => openCheckout(parts),
  'payment-errors': async (parts) => {
    await openCheckout(parts);
    await parts.page.frameLocator('iframe').locator('#number').fill('4111');
    await parts.page.locator(PRIMARY).click();
    await parts.page.frameLocator('iframe').locator('[aria-invalid=true]').first().waitFor();
  },
  'payment-wallet': async (parts) => {
    await openCheckout(parts);
    await chooseWallet(parts);
  },
  'payment-countries': async (parts) => {
    await openCheckout(parts);
    await openCountries(parts);
  },
  'payment-repriced': async (parts) => {
    await openCheckout(parts);
    await openCountries(parts);
    await parts.page.locator('dialog [role=combobox]').fill('JP');
    await parts.page.locator('dialog [role=option]').first().click();
    await parts.page.frameLocator('iframe').locator('#number').waitFor();
  },
  'payment-local': async (parts) => {
    await openCheckout(parts);
    await openCountries(parts);
    await parts.page.locator('dialog [role=combobox]').fill('ID');
    await parts.page.locator('dialog [role=option]').first().click();
    await parts.page.locator('[role=radiogroup] input').nth(3).waitFor();
    await parts.page.locator('[role=radiogroup] input').first().check();
  },
  'payment-price': async (parts) => {
    await refuseOrders(parts, 20_017, { total: { amount: '14.49', currency: 'EUR' } });
    await parts.page.locator('dialog').waitFor();
  },
  'payment-stopped': async (parts) => {
    await refuseOrders(parts, 20_004);
    await parts.page.locator('main [role=alert]').waitFor();
  },
  'payment-failed': async (parts) => {
    await refuseOrders(parts, 10_504);
    await parts.page.locator('main [role=alert]').waitFor();
  },
  support: async (parts) => {
    await refuseOrders(parts, 20_004);
    await parts.page.locator('main [role=alert] button').click();
    await parts.page.locator('dialog').waitFor();
  },
};

async function checkOutSeveral(parts: SceneParts): Promise<void> {
  await fillCart(parts, [2, 1, 1]);
  await openCart(parts);
  await parts.page.locator('[data-primary]:visible').last().click();
  await parts.page.frameLocator('iframe').locator('#number').waitFor();
}

async function chooseWallet({ page }: SceneParts): Promise<void> {
  await page.locator('[role=radiogroup] input').nth(1).check();
  await page.getByRole('button', { name: 'PayPal', exact: true }).waitFor();
}

/** Opens the row "Paying from", not the language button of the bar. */
export async function openCountries({ page }: SceneParts): Promise<void> {
  await page.locator('main button[aria-haspopup=dialog]:visible').last().click();
  await page.locator('dialog [role=option]').first().waitFor();
}

/** The checkout of an order that the server refuses. */
async function refuseOrders(parts: SceneParts, code: number, result: unknown = null) {
  const { page } = parts;
  await openCheckout(parts);
  await page.route('**/api/recharge/order/create', (route) =>
    route.fulfill({
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*', 'x-request-id': '5f0c2d9e' },
      body: JSON.stringify({ code, msg: '', result, _: Date.now() }),
    }),
  );
  await page.reload();
}
