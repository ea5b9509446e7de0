import type { Locator, Page } from '@playwright/test';
import { mallToken } from '../../support/mall-buyer.ts';
import { CARDS, want } from '../../support/shopper.ts';
import { freshCid, signIn } from '../../support/browser/player.ts';
import { slowDown, SLOWEST, watchShifts, withoutSlowNotes } from '../../support/browser/shifts.ts';
import { expect, test } from '../../support/browser/test.ts';

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 }).first();

for (const viewport of [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
]) {
  const size = `${viewport.width}x${viewport.height}`;
  test.describe(size, () => {
    test.use({ viewport });

    test(`[C02] no screen on the way to a purchase shifts by more than 0.02 at 400 ms and 400 kbit/s at ${size} @full`, async ({
      page,
    }) => {
      const look = await lookAt(page);
      const server = page.getByRole('button', { name: 'Server, Choose' });
      await look('/miniflix', server);
      await look('/vp_mbo', server);
      const { client } = await signIn(page);
      for (const product_id of ['gems-60', 'gems-125']) {
        await want(client.call('cartSet', { product_id, count: '1' }));
      }
      const good = page.getByRole('button', { name: /^60 Gems, / });
      await look('/miniflix', good);
      await look('/miniflix/goodsList', good);
      await look('/miniflix/items', page.getByRole('main').getByRole('article').first());
      await look('/miniflix/cart', page.getByRole('main').getByRole('listitem').first());
      await look(
        '/miniflix/directPayment?product=gems-60&count=1',
        page.frameLocator('iframe').locator('#number'),
      );
      await look('/miniflix/activity/cumulation', page.getByRole('progressbar').first());
      await look('/miniflix/activity/card', page.getByText('Not active yet'));
      // Without cookies the list comes as its skeleton.
      await page.context().clearCookies();
      await look('/miniflix/goodsList', good);
    });

    test(`[C02] no screen after a purchase and beside it shifts by more than 0.02 at 400 ms and 400 kbit/s at ${size} @full`, async ({
      page,
    }) => {
      const shopper = await signIn(page);
      const opened = await shopper.open();
      const { token } = opened;
      await shopper.payByCard(opened, CARDS.success);
      const declined = await shopper.open();
      await shopper.payByCard(declined, CARDS.declined);
      const numbered = await shopper.open({ pay_id: 'konbini_jp', country: 'JP' });
      await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
      const look = await lookAt(page);
      await look('/miniflix/orders', heading(page));
      const code = page.getByRole('group', { name: 'Payment code' });
      await look(`/miniflix/orders#order=${numbered.token}`, code);
      const help = page.getByRole('button', { name: 'Something wrong?' });
      await look(`/miniflix/orders#order=${token}`, help);
      await help.click();
      const sheet = page.getByRole('dialog', { name: 'Help with this order' });
      await sheet.getByRole('button', { name: /^Request a refund/ }).click();
      await look(null, page.getByRole('textbox', { name: 'What happened?' }));
      await look(`/miniflix/payment#order=${token}`, page.locator('main ol > li').nth(2));
      await look(`/miniflix/actInquireOrder#order=${declined.token}`, heading(page));
      const tasks = page.getByRole('heading', { name: "Today's tasks" });
      await look('/miniflix/activity/bargainirg', tasks);
      await look('/miniflix/activity/bargainirg#wheel', page.locator('main [data-step]'));
      await look(
        `/mallCheckout?token=${mallToken({ cid: freshCid() })}`,
        page.frameLocator('iframe').locator('#number'),
      );
      await look('/login', heading(page));
      await look('/nowhere', page.locator('[data-set]'));
      // An answer would lead back to the shop.
      await page.route('**/api/common/heartbeat*', (route) => route.abort());
      await look('/error/maintenance', page.locator('[data-set]'));
    });
  });
}

/** Slows the network down. @returns opens an address, or stays, and expects the page at rest to have stood still */
async function lookAt(
  page: Page,
): Promise<(address: string | null, ready: Locator) => Promise<void>> {
  const still = await watchShifts(page);
  await withoutSlowNotes(page);
  await slowDown(page, SLOWEST);
  return async (address, ready) => {
    const what = address ?? 'the same page';
    await test.step(what, async () => {
      if (address !== null) await page.goto(address);
      await expect(ready).toBeVisible();
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
      await still(what);
    });
  };
}
