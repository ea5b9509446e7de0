import type { Page } from '@playwright/test';
import { CARDS, checkOut, expectPaid, payByCard } from '../../support/browser/checkout.ts';
import { confirmCharacter, continueButton } from '../../support/browser/player.ts';
import { expectCharged, watchOrders } from '../../support/browser/sandbox.ts';
import { fullUnless, test } from '../../support/browser/test.ts';

const TROUBLES: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  [
    'forbidden',
    (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        }
      }),
  ],
  [
    'full',
    (page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      }),
  ],
];

for (const [what, spoil] of TROUBLES) {
  test(`[A13, S04] a purchase succeeds in a browser whose storage is ${what}${fullUnless(what === 'forbidden')}`, async ({
    page,
  }) => {
    const orders = watchOrders(page);
    await spoil(page);
    await page.goto('/miniflix');
    await confirmCharacter(page);
    await continueButton(page).click();
    await checkOut(page);
    await payByCard(page, CARDS.success);
    await expectPaid(page);
    await expectCharged(orders, 1);
  });
}
