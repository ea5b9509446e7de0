import type { Locator, Page } from '@playwright/test';
import { want } from '../../support/shopper.ts';
import { signIn } from '../../support/browser/player.ts';
import { slowDown, SLOWEST, watchShifts } from '../../support/browser/shifts.ts';
import { expect, test } from '../../support/browser/test.ts';

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 }).first();

for (const viewport of [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
]) {
  const size = `${viewport.width}x${viewport.height}`;
  test.describe(size, () => {
    test.use({ viewport });

    test(`[C02] no screen shifts by more than 0.02 at 400 ms and 400 kbit/s at ${size} @full`, async ({
      page,
    }) => {
      const still = await watchShifts(page);
      await slowDown(page, SLOWEST);
      const look = async (address: string, ready: Locator): Promise<void> => {
        await test.step(address, async () => {
          await page.goto(address);
          await expect(ready).toBeVisible();
          await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
          await still(address);
        });
      };
      await look('/miniflix', page.getByRole('button', { name: 'Server, Choose' }));
      await look('/login', heading(page));
      await look('/nowhere', heading(page));
      const { client } = await signIn(page);
      for (const product_id of ['gems-60', 'gems-125']) {
        await want(client.call('cartSet', { product_id, count: '1' }));
      }
      const tasks = page.getByRole('heading', { name: "Today's tasks" });
      await look('/miniflix/goodsList', page.getByRole('button', { name: /^60 Gems, / }));
      // Beside the packs, the order's next reward comes after the order.
      if (viewport.width < 768)
        await look('/miniflix/items', page.getByRole('main').getByRole('article').first());
      await look('/miniflix/cart', page.getByRole('main').getByRole('listitem').first());
      await look(
        '/miniflix/directPayment?product=gems-60&count=1',
        page.frameLocator('iframe').locator('#number'),
      );
      await look('/miniflix/orders', heading(page));
      await look('/miniflix/activity/bargainirg', tasks);
      await look('/miniflix/activity/cumulation', page.getByRole('progressbar').first());
      await look('/miniflix/activity/card', page.getByText('Not active yet'));
    });
  });
}
