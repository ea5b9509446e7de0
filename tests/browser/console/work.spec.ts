import { findBarriers } from '../../support/browser/axe.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { addAuthenticator, addPasskey, joinAs } from '../../support/browser/operators.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper, want } from '../../support/shopper.ts';

/** No other test asks for money back in this game. */
const OWN_GAME = { websiteCode: 'dr2', gameId: '31' } as const;

/** A delivered order. @param isDear above the limit of support: two of a dear product */
async function delivered(isDear = false) {
  const shopper = await createShopper(addresses(), OWN_GAME);
  const { goods } = await want(shopper.client.call('productLists', shopper.place));
  const dear = goods.find(({ price }) => Number(price.amount) > 30);
  if (isDear && dear === undefined) throw new Error('nothing on the shelf is above the limit');
  const product = isDear ? dear?.product_id : undefined;
  const order = await shopper.open(
    product === undefined ? {} : { products: [{ product_id: product, count: 2 }] },
  );
  await shopper.payByCard(order, CARDS.success);
  await shopper.until(order.token, ({ delivery }) => delivery.state === 'delivered');
  return { shopper, order, id: order.token.slice(0, 20) };
}

async function asked(text: string) {
  const { shopper, order, id } = await delivered();
  await want(shopper.client.call('resolutionCreate', { order_id: id, kind: 'refund', text }));
  return { shopper, order };
}

test('support decides three requests in a row: all back, a part back, and no @full', async ({
  page,
}) => {
  const made = [await asked('First'), await asked('Second'), await asked('Third')];
  await addAuthenticator(page);
  await addPasskey(page, await joinAs(page, 'support'));
  await page.goto('/requests?project=dr2');
  await page.getByRole('row').filter({ hasText: 'First' }).getByRole('link').click();
  const drawer = page.getByRole('complementary');
  const tick = drawer.getByLabel('Pay back although the goods were');
  const press = drawer.getByRole('button', { name: /Ctrl Enter$|CtrlEnter$/ });

  await expect(drawer.getByText('“First”')).toBeVisible();
  await tick.check();
  expect(await findBarriers(page)).toEqual([]);
  await expect(press).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Control+Enter');

  await expect(drawer.getByText('“Second”')).toBeVisible();
  await page.keyboard.press('2');
  await drawer.getByLabel('Sum in USD').fill('0.50');
  await tick.check();
  await expect(press).toContainText('Pay back $0.50');
  await expect(press).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Control+Enter');

  await expect(drawer.getByText('“Third”')).toBeVisible();
  await page.keyboard.press('3');
  await expect(press).toContainText('Reject the request');
  await expect(press).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Third' })).toHaveCount(0);

  const states = [];
  for (const { shopper } of made) {
    const { requests } = await want(shopper.client.call('resolutionList', {}));
    states.push(requests[0]?.state);
  }
  expect(states).toEqual(['approved', 'approved', 'rejected']);
});

test('a refund within the limit is confirmed with a code, one above it by a second operator; a note waits for the connection, and waiting work opens in both colours @full', async ({
  page,
  browser,
}) => {
  const { shopper, order, id } = await delivered();
  const { name, nextCode } = await joinAs(page, 'support');
  await page.goto(`/orders/${id}`);
  await expect(page.getByRole('region', { name: 'Cause' })).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Bought on the phone of a child, ticket 48211');
  await dialog.getByLabel('Pay back although the goods were').check();
  await expect(dialog.getByText('Type the six digits of your app.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: /^Pay back \$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await shopper.until(order.token, ({ state }) => state === 'refunded');

  await test.step('a page without its console says since when, and greys the step until it is back', async () => {
    await page.keyboard.press('n');
    await dialog.getByLabel('Note').fill('The player wrote, ticket 48300');
    const press = dialog.getByRole('button', { name: /^Add the note|^Write/ });
    await expect(press).not.toHaveAttribute('aria-disabled');
    await page.context().setOffline(true);
    await expect(page.getByText('Not connected since')).toBeAttached();
    await expect(dialog).toContainText('Not connected: the data may be old.');
    await expect(press).toHaveAttribute('aria-disabled', 'true');
    await page.context().setOffline(false);
    await expect(page.getByText('Not connected since')).toBeHidden();
    await expect(press).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog', { name: 'Done' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('ticket 48300');
  });

  await test.step('above the limit it waits, and a second operator confirms it by passkey', async () => {
    const dear = await delivered(true);
    await page.goto(`/orders/${dear.id}`);
    await page.getByRole('button', { name: /^Pay back, up to/ }).click();
    await dialog.getByLabel('Why').fill('Pressed twice, ticket 48190');
    await dialog.getByLabel('Pay back although the goods were').check();
    await expect(dialog.getByText('A second person must confirm it.')).toBeVisible();
    await dialog.getByLabel('Code from your app').fill(await nextCode());
    await dialog.getByRole('button', { name: /^Ask for: Pay back/ }).click();
    await expect(page.getByRole('dialog', { name: 'It waits for a second person' })).toBeVisible();

    const other = await (await browser.newContext({ baseURL: page.url() })).newPage();
    await addAuthenticator(other);
    await addPasskey(other, await joinAs(other, 'finance'));
    await other.getByRole('link', { name: /^Refunds/ }).click();
    const row = other.getByRole('row').filter({ hasText: name });
    await row.getByRole('link').click();
    await other.getByRole('button', { name: /^Yes: Pay back/ }).click();
    await expect(other.getByText(/^Done: Pay back/)).toBeVisible();
    await dear.shopper.until(dear.order.token, ({ state }) => state === 'refunded');
  });

  await page.getByRole('button', { name: 'Close' }).last().click();
  for (const list of ['Unresolved', 'Deliveries', 'Refunds']) {
    await page.getByRole('link', { name: new RegExp(`^${list}`) }).click();
    await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page)).toEqual([]);
    }
  }
});
