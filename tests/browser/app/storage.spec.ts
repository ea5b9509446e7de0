import type { Page } from '@playwright/test';
import { CARDS, checkOut, payByCard } from '../../support/browser/checkout.ts';
import { PAID } from '../../support/browser/gems.ts';
import { expectCharged, watchOrders } from '../../support/browser/money.ts';
import { confirmCharacter, continueAs, freshCid } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

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
  test(`[A13, S04] a purchase succeeds in a browser whose storage is ${what}`, async ({ page }) => {
    const orders = watchOrders(page);
    await spoil(page);
    await page.goto('/miniflix');
    await confirmCharacter(page, { server: MINIFLIX.server, cid: freshCid() });
    await page.getByRole('button', { name: continueAs(sayIn('en')) }).click();
    await checkOut(page, MINIFLIX.topUp);
    await payByCard(page, MINIFLIX.price, CARDS.success);
    await expect(page.getByRole('heading', PAID)).toBeVisible();
    await expectCharged(orders, 1);
  });
}
