import { CARDS, checkOut, expectPaid, payByCard } from '../../support/browser/checkout.ts';
import { confirmCharacter, continueButton } from '../../support/browser/player.ts';
import { expectCharged, watchOrders } from '../../support/browser/sandbox.ts';
import { test } from '../../support/browser/test.ts';

// storage.test.ts proves the same of a full storage.
test('[A13, S04] a purchase succeeds in a browser whose storage is forbidden', async ({ page }) => {
  const orders = watchOrders(page);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/miniflix');
  await confirmCharacter(page);
  await continueButton(page).click();
  await checkOut(page);
  await payByCard(page, CARDS.success);
  await expectPaid(page);
  await expectCharged(orders, 1);
});
