import { CARDS } from '../../support/shopper.ts';
import { signIn } from '../../support/browser/player.ts';
import { slowDown, watchShifts, withoutSlowNotes } from '../../support/browser/shifts.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ viewport: { width: 800, height: 360 } });

// still.spec measures these screens in portrait and on wide screens.
test('[F06, F19] orders, one order and a result have no layout shift on a slow network at 800x360 @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  const declined = await shopper.open();
  await shopper.payByCard(declined, CARDS.declined);
  const paid = await shopper.open();
  await shopper.payByCard(paid, CARDS.success);
  await shopper.until(paid.token, ({ delivery }) => delivery.state === 'delivered');
  const still = await watchShifts(page);
  await withoutSlowNotes(page);
  await slowDown(page);
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
  const life = page.getByRole('region', { name: 'Order timeline' }).getByRole('listitem');

  await page.goto('/miniflix/orders');
  await expect(cards).toHaveCount(2);
  await still('orders');
  for (const [token, last] of [
    [paid.token, 'Ready to claim in the game'],
    [declined.token, 'Your bank declined the payment'],
  ] as const) {
    // The same page with another fragment would not load.
    await page.goto('/miniflix');
    await page.goto(`/miniflix/orders#order=${token}`);
    await expect(life.last()).toContainText(last);
    await still(`one order: ${last}`);
  }
  await page.goto(`/miniflix/payment#order=${paid.token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('60 Gems delivered');
  await still('result');
  await page.goto(`/miniflix/actInquireOrder#order=${declined.token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/declined/);
  await still('declined result');
});
