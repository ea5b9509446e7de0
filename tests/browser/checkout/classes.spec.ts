import {
  cardForm,
  fillCard,
  CARDS,
  openCheckout,
  payButton,
} from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

const LAND = { width: 740, height: 360 };

test('[A05, F05] in landscape the checkout shows the card form and the one Pay button side by side; a typed card and the button stay when the window is turned @full', async ({
  page,
}) => {
  await page.setViewportSize(LAND);
  await signIn(page);
  await openCheckout(page);
  const pay = payButton(page);
  await expect(pay).toHaveCount(1);
  await expect(pay).toBeInViewport({ ratio: 1 });
  const name = cardForm(page).getByLabel('Name on card');
  await name.scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport({ ratio: 1 });
  // A click fails where another element covers the field.
  await name.click();
  await expect(name).toBeFocused();

  await fillCard(page, CARDS.success);
  const before = await pay.elementHandle();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('Total, tax included')).toBeVisible();
  await expect(cardForm(page).getByLabel('Card number')).not.toHaveValue('');
  const after = await pay.elementHandle();
  expect(await page.evaluate(([one, other]) => one === other, [before, after])).toBe(true);
});

test('[F05] a ready card form takes the focus, unless the player is in another field @full', async ({
  page,
}) => {
  await signIn(page);
  await openCheckout(page);
  const frame = page.locator('main iframe');
  await expect(frame).toBeFocused();

  await page.getByRole('radio', { name: /PayPal/ }).check();
  await expect(frame).toBeHidden();
  await page.getByRole('radio', { name: /card/i }).check();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await expect(page.getByRole('radio', { name: /card/i })).toBeFocused();
});

test('[F05] a card form that loads after its time limit replaces the failure and takes the focus @full', async ({
  page,
}) => {
  const { promise: late, resolve: release } = Promise.withResolvers<void>();
  await page.clock.install();
  await signIn(page);
  await page.route('**/payermax/dropin.js', async (route) => {
    await late;
    await route.continue();
  });
  const asked = page.waitForRequest('**/payermax/dropin.js');
  await openCheckout(page);
  await asked;
  await page.clock.fastForward(8_001);
  await expect(page.getByText("The card form didn't load")).toBeVisible();
  release();
  await expect(page.locator('main iframe')).toBeFocused();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});
