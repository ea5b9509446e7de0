import type { Page } from '@playwright/test';
import type { OrderView, Receipt } from '@webpay/contract/calls';
import { findBarriers } from '../../support/browser/axe.ts';
import { CARDS, openCheckout } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';

const sheetOn = (page: Page) => page.getByRole('dialog', { name: 'Customer service' });

async function mailOn(page: Page): Promise<{ to: string; subject: string; body: string }> {
  const href = await sheetOn(page)
    .getByRole('link', { name: /^Send an email/ })
    .getAttribute('href');
  const url = new URL(href ?? '');
  const said = (name: string) =>
    decodeURIComponent(new RegExp(`[?&]${name}=([^&]*)`).exec(url.search)?.[1] ?? '');
  return { to: url.pathname, subject: said('subject'), body: said('body') };
}

test('[F16] customer service opens on home and on a result, with order and character in the mail @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await page.locator('footer').getByRole('button', { name: 'Support' }).click();
  await expect(sheetOn(page)).toBeVisible();
  expect((await mailOn(page)).to).toBe('support@miniflix.example');
  expect((await mailOn(page)).subject).toBe('Question about Miniflix');
  await sheetOn(page).getByRole('button', { name: 'Close' }).click();

  const shopper = await signIn(page);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.declined);
  await page.goto(`/miniflix/payment#order=${opened.token}`);
  const copy = page.getByRole('button', { name: /^Copy the order number/ });
  const number = (await copy.textContent()) ?? '?';
  await page.getByRole('button', { name: 'Contact support' }).click();
  await expect(sheetOn(page)).toContainText(number);
  const mail = await mailOn(page);
  expect(mail.subject).toBe(`Order ${number}`);
  expect(mail.body).toContain(`Order: ${number}`);
  expect(mail.body).toContain(MINIFLIX.server);
  expect(mail.body.length).toBeLessThan(1_000);
  expect(await findBarriers(page)).toEqual([]);
  // A desktop has no game to open: the sheet says where to look.
  await expect(sheetOn(page)).toContainText('Open the game on your phone');
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  test('[F16, V07] a flagged account is told that its orders are stopped and can contact customer service', async ({
    page,
  }) => {
    const shopper = await signIn(page);
    await oneRow('update players set flagged_at = now() where server_id = $1 and cid = $2', [
      shopper.serverId,
      shopper.cid,
    ]);
    await openCheckout(page);
    await expect(page.getByRole('alert')).toContainText(
      "You can't place orders with this account. Contact customer service.",
    );
    await expect(page.getByText("You haven't been charged.")).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('alert').getByRole('button', { name: 'Contact customer service' }).click();
    await expect(sheetOn(page).getByRole('link', { name: /^Ask in the game/ })).toHaveAttribute(
      'href',
      'miniflix://open',
    );
    expect((await mailOn(page)).body).toContain(shopper.cid);
  });
});

test('an order whose delivery an operator decides about promises no time that has passed (14.3) @full', async ({
  page,
}) => {
  const made = Date.now() - 8 * 86_400_000;
  const change = async (address: string, with_: object) =>
    page.route(address, async (route) => {
      const response = await route.fetch();
      // Verified edge: the server's tests check its answers against the contract.
      const body = (await response.json()) as { readonly result: object };
      await route.fulfill({ response, json: { ...body, result: { ...body.result, ...with_ } } });
    });
  const shopper = await signIn(page);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
  const delivery = { state: 'retrying', reason: 'error', at: null } as const;
  const parked: Partial<OrderView> = { delivery, created_at: made, next_poll_ms: null };
  await change('**/api/common/order/inquire', { ...parked, state: 'success', reason: null });
  const delayed: Receipt['history'] = [{ at: made, what: 'delayed', reason: 'error' }];
  await change('**/api/user/receipt', { history: delayed });
  await page.goto(`/miniflix/orders#order=${opened.token}`);

  await expect(
    page.getByRole('heading', { level: 1, name: "We're checking your delivery" }),
  ).toBeVisible();
  await expect(
    page.getByText("You paid $0.99. You'll get your items or your money back."),
  ).toBeVisible();
  const life = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('time') });
  await expect(life).toHaveText(/a person is checking it now/);
  await expect(page.getByText("We'll keep trying until")).toHaveCount(0);
});
