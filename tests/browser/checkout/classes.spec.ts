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

test('[A05, F05] in landscape the checkout shows the card form and the one Pay button side by side; a typed card and the button stay when the window is turned; a ready form takes the focus, unless the player is in another field @full', async ({
  page,
}) => {
  await page.setViewportSize(LAND);
  await signIn(page);
  await openCheckout(page);

  await test.step('a ready card form takes the focus, unless the player is in another field', async () => {
    const frame = page.locator('main iframe');
    await expect(frame).toBeFocused();

    const card = page.getByRole('radio', { name: 'Credit or debit card' });
    const wallet = page.getByRole('radio', { name: 'PayPal' });
    await card.focus();
    await page.keyboard.press('ArrowDown');
    await expect(wallet).toBeChecked();
    await expect(wallet).toBeFocused();
    await expect(frame).toBeHidden();
    await page.keyboard.press('ArrowUp');
    await expect(card).toBeChecked();
    await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
    await expect(card).toBeFocused();
  });

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
