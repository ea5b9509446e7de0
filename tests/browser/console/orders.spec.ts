import { readFileSync } from 'node:fs';
import { findBarriers } from '../../support/browser/axe.ts';
import { expectSound } from '../../support/browser/console-looks.ts';
import { clipboard, consoleTest as test, signInToConsole } from '../../support/browser/console.ts';
import { focusOf } from '../../support/browser/keyboard.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

/** No other test orders from there; the first test counts new orders, so it has a country of its own. */
const OWN_COUNTRY = 'RO';
const COUNTRY = 'HU';
const PROBLEM = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Too wide',
    status: 503,
    code: 'too_wide',
    detail: 'Narrow the time: these orders take too long to find.',
    request_id: 'r-of-the-test',
  }),
};

async function twoOrders(country = COUNTRY) {
  const shopper = await createShopper(addresses());
  const paid = await shopper.open({ country });
  await shopper.payByCard(paid, CARDS.success);
  await shopper.until(paid.token, ({ delivery }) => delivery.state === 'delivered');
  const declined = await shopper.open({ country });
  await shopper.payByCard(declined, CARDS.declined);
  return { shopper, paid, declined };
}

test('the order list works by keys: rows, peek, number, choice, order and the way back @full', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  const { shopper, paid, declined } = await twoOrders(OWN_COUNTRY);
  await signInToConsole(page);
  await page.goto(`/orders?country=${OWN_COUNTRY}&time=today`);
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await expect(row(declined.order_no)).toContainText('Failed');
  await expect(row(paid.order_no)).toContainText('Delivered');

  await test.step('J goes along the rows, Y copies, X chooses', async () => {
    await page.keyboard.press('j');
    await expect(row(declined.order_no).getByRole('link')).toBeFocused();
    await page.keyboard.press('j');
    await expect(row(paid.order_no).getByRole('link')).toBeFocused();
    await page.keyboard.press('y');
    await shownTexts.announced(`Copied: ${paid.order_no}`);
    expect(await clipboard(page)).toBe(paid.order_no);
    await page.keyboard.press('x');
    const chosen = page.getByRole('group', { name: 'Chosen orders' });
    await expect(chosen).toContainText('1 chosen');
    await expect(chosen.getByRole('button', { name: 'Ask the gateway now' })).toBeVisible();
  });

  await test.step('Space opens the drawer, which the address keeps; Escape closes it', async () => {
    await page.keyboard.press(' ');
    const drawer = page.getByRole('complementary', { name: 'Peek' });
    await expect(drawer).toContainText('the game took the mail');
    await expect(page).toHaveURL(new RegExp(`open=${paid.token.slice(0, 20)}`));
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('group', { name: 'Chosen orders' })).toBeVisible();
  });

  await test.step('Enter opens the order, J goes to its neighbour, Escape returns to its row', async () => {
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Cause' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(declined.token.slice(0, 20)));
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(paid.token.slice(0, 20)));
    await expect(page.getByRole('region', { name: 'Cause' })).toContainText(
      'the game took the mail',
    );
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/country=RO/);
    await expect(row(paid.order_no).getByRole('link')).toBeFocused();
  });

  await test.step('the orders of the filter are saved as CSV', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV of these orders' }).click();
    const lines = readFileSync(await (await started).path(), 'utf8').split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      declined.order_no,
      paid.order_no,
      '',
    ]);
    await expect(page.getByText(/^Saved orders\.csv with 2 orders\./)).toBeVisible();
  });

  await test.step('a newer order waits until it is asked for', async () => {
    const newer = await shopper.open({ country: OWN_COUNTRY });
    const held = page.getByRole('button', { name: '1 newer order' });
    await expect(held).toBeVisible();
    await expect(row(newer.order_no)).toBeHidden();
    await held.click();
    await expect(row(newer.order_no)).toBeVisible();
    await expect(held).toBeHidden();
  });
});

test('filters of the order list stand in the address; a list that cannot be read keeps its rows, and one that nobody touches for ten minutes asks no more @full', async ({
  page,
}) => {
  const { paid, declined } = await twoOrders();
  await page.clock.install();
  await signInToConsole(page);
  await page.goto('/orders');
  const filters = page.getByRole('group', { name: 'Filters' });

  await test.step('F adds a filter by keys', async () => {
    await expect(page.getByRole('table')).toBeVisible();
    await page.keyboard.press('f');
    await expect.poll(async () => (await focusOf(page)).said).toContain('State');
    await filters.getByRole('button', { name: 'Country', exact: true }).first().click();
    await expect(page.locator('form input:focus')).toHaveCount(1);
    await page.keyboard.insertText(COUNTRY.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/orders?country=${COUNTRY}`);
    await expect(page.getByRole('row')).not.toHaveCount(1);
  });

  await test.step('no order matches: the nearest way out', async () => {
    await page.goto(`/orders?country=${COUNTRY}&state=failed&dispute=lost`);
    await expect(page.getByText('No orders match')).toBeVisible();
    await page.getByRole('button', { name: /^Without “Dispute lost”: [1-9]/ }).click();
    await expect(page).toHaveURL(`/orders?state=failed&country=${COUNTRY}`);
    await expect(page.getByRole('row').filter({ hasText: declined.order_no })).toBeVisible();
  });

  await test.step('a tab is lit only while no filter stands', async () => {
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.locator('[aria-current]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear 2' }).click();
    await expect(views.locator('[aria-current]')).toHaveText('All');
    await page.goBack();
    await expect(page).toHaveURL(`/orders?state=failed&country=${COUNTRY}`);
  });

  const alert = page.getByRole('alert');
  const row = page.getByRole('row').filter({ hasText: paid.order_no });
  await test.step('a list that cannot be read says why, and keeps the rows that it has', async () => {
    await page.route('**/console/api/v1/orders?*', (route) => route.fulfill(PROBLEM));
    await page.goto(`/orders?country=${COUNTRY}`);
    await expect(alert).toContainText('Narrow the time');
    await expect(alert).toContainText('r-of-the-test');
    const again = await alert.getByRole('button', { name: 'Again' }).elementHandle();
    await page.unroute('**/console/api/v1/orders?*');
    // Orders of other tests make the list read again: the button may be gone already, which does no harm.
    await again?.evaluate((button) => button instanceof HTMLElement && button.click());
    await expect(row).toBeVisible();
    await page.route('**/console/api/v1/orders?*', (route) => route.fulfill(PROBLEM));
    // Orders that move make the list read again.
    await twoOrders();
    await expect(alert).toContainText('The data below is of');
    await expect(row).toBeVisible();
    await page.unroute('**/console/api/v1/orders?*');
    await page.clock.runFor(61_000);
    await expect(alert).toHaveCount(0);
  });

  await test.step('the list has no barriers in both schemes and widths', async () => {
    await expect(page.getByRole('link', { name: /^WP-/ }).first()).toBeVisible();
    await expectSound(page);
  });

  await test.step('a list that nobody touches for ten minutes asks no more, and a press wakes it', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/orders?')) asked += 1;
    });
    await page.clock.runFor(61_000);
    await expect.poll(() => asked).toBeGreaterThan(0);
    await page.clock.fastForward(610_000);
    await expect(page.getByText('Paused since')).toBeVisible();
    // The notice is drawn a moment before the timers of the readings end.
    await expect
      .poll(async () => {
        asked = 0;
        await page.clock.runFor(60_000);
        return asked;
      })
      .toBe(0);
    await page.mouse.click(640, 20);
    await page.clock.runFor(11_000);
    await expect.poll(() => asked).toBeGreaterThan(0);
  });
});
