import type { Page } from '@playwright/test';
import { chooseCountry, openCheckout } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { returnsMoney } from '../../../apps/api/src/domain/refunds/rules.ts';
import { addresses, decide, oneRow } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';
import { CARDS, postJson, type Shopper, want } from '../../support/shopper.ts';
import { CELLS, type LocalMethod, type Outcome } from './table.ts';

/** `npm run methods`: each cell of the table is a purchase at a phone's and a computer's size. */
const SIZES = [
  { width: 360, height: 800 },
  { width: 1280, height: 800 },
] as const;
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** The sandbox's word for each end, by the page of a method and by the cash desk (apps/sandbox/README.md). */
const RESULTS: Readonly<Record<Exclude<Outcome, 'left'>, readonly [page: string, desk: string]>> = {
  paid: ['approve', 'pay'],
  twice: ['approve', 'pay'],
  refunded: ['approve', 'pay'],
  declined: ['reject', 'none'],
  expired: ['expire', 'expire'],
  late: ['approve_late', 'pay_late'],
  other_sum: ['approve_other_sum', 'pay_other_sum'],
};

const DELIVERED = '60 Gems delivered';
/** The headline of the order's page at the end, and the mails that the game has then. */
const ENDS: Readonly<Record<Outcome, { readonly says: RegExp | string; readonly mails: number }>> =
  {
    paid: { says: DELIVERED, mails: 1 },
    declined: { says: /declined the payment$/, mails: 0 },
    left: { says: /^(?:Pay with |Your (?:bank|wallet) needs you to confirm)/, mails: 0 },
    expired: { says: /^(?:Payment timed out|The code has ended)/, mails: 0 },
    // Money that came late is taken, because the order can still be given.
    late: { says: DELIVERED, mails: 1 },
    // The goods come once, and the second payment goes back.
    twice: { says: DELIVERED, mails: 1 },
    refunded: { says: DELIVERED, mails: 1 },
    // A person decides: nothing is given for another sum.
    other_sum: {
      says: /^(?:Waiting for your bank|Pay with |Your (?:bank|wallet) needs)/,
      mails: 0,
    },
  };

for (const { method, outcome } of CELLS) {
  for (const size of SIZES) {
    test(`${method.id} ${outcome} at ${size.width}`, async ({ page }) => {
      await page.setViewportSize(size);
      const shopper = await signIn(page);
      await openCheckout(page);
      await chooseCountry(page, COUNTRIES.of(method.country) ?? method.country);
      await page.getByRole('radio', { name: method.name['en'] ?? method.id }).check();
      await fillFields(page, method.fields);
      if (outcome === 'refunded' && !returnsMoney(method)) {
        await expect(page.getByText(/can't send money back/)).toBeVisible();
      }
      await page.getByRole('button', { name: /^Pay / }).click();
      const gateway = await gatewayOf(page, method);
      if (outcome === 'twice') await payElsewhere(page, shopper, method, gateway.isAway);
      if (outcome === 'left') await leave(page, gateway.isAway);
      else {
        await postJson(gateway.url, {
          result: RESULTS[outcome][method.flow === 'voucher' ? 1 : 0],
        });
        if (gateway.isAway && outcome !== 'twice') await page.goBack();
      }
      const { says, mails } = ENDS[outcome];
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says);
      // The other sum is told by its message, and only then it is certain that nothing is given.
      if (outcome === 'other_sum') await expect.poll(() => quarantined(shopper.cid)).toBe(1);
      await expect.poll(async () => (await shopper.mails()).length).toBe(mails);
      if (outcome === 'twice') await expectSecondBack(page, shopper, method);
      if (outcome === 'refunded') await refund(page, shopper, method);
    });
  }
}

/** Fills what the method asks of its payer. */
async function fillFields(page: Page, fields: readonly string[]): Promise<void> {
  if (fields.includes('name')) {
    await page.getByRole('textbox', { name: 'First and last name' }).fill('Jan de Vries');
  }
  if (fields.includes('cpf')) {
    await page.getByRole('textbox', { name: 'CPF or CNPJ' }).fill('111.444.777-35');
  }
}

/** The address at which the sandbox's payer acts; `isAway`: the player's page is there. */
async function gatewayOf(page: Page, { flow }: LocalMethod) {
  const { sandboxUrl } = addresses();
  if (flow === 'voucher') {
    const box = page.getByRole('group', { name: 'Payment code' });
    await expect(box).toContainText(/\d{4}/);
    const code = (await box.locator('[dir=ltr]').first().innerText()).replaceAll(/\D/g, '');
    return { url: `${sandboxUrl}/payermax/desk/${code}`, isAway: false };
  }
  if (flow === 'qr') {
    const text = await page.getByText(/^000201/).innerText();
    const scanned = await fetch(`${sandboxUrl}/payermax/scan?text=${encodeURIComponent(text)}`);
    return { url: scanned.url, isAway: false };
  }
  const confirm = page.getByRole('heading', { name: 'Confirm this payment' });
  // GoPay shows its code at a computer, and opens its app by a press on a phone.
  const picture = page.getByRole('img', { name: 'QR code' });
  const app = page.getByRole('button', { name: 'Continue to GoPay' });
  await expect(confirm.or(picture).or(app).first()).toBeVisible();
  if (await app.isVisible()) await app.click();
  await expect(confirm.or(picture)).toBeVisible();
  if (await confirm.isVisible()) return { url: page.url(), isAway: true };
  const id = (await picture.getAttribute('src'))?.split('/').at(-1) ?? '';
  return { url: `${sandboxUrl}/payermax/local/${id}`, isAway: false };
}

const tokenOf = (page: Page) => /#order=([^&]+)/.exec(page.url())?.[1] ?? '';

/** The payer leaves the method, and pays the same order by card; the method's page or code stays open. */
async function payElsewhere(
  page: Page,
  shopper: Shopper,
  { country }: LocalMethod,
  isAway: boolean,
): Promise<void> {
  if (isAway) await page.goBack();
  await expect(page).toHaveURL(/#order=/);
  const token = tokenOf(page);
  await want(shopper.client.call('orderCancel', { token }));
  const { order_key: key = '' } = await shopper.inquire(token);
  const again = await shopper.open({ order_key: key, country });
  await shopper.payByCard(again, CARDS.success);
  await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
}

/** Without a refund of the method, a person returns the money, and the page says so until then. */
async function expectSecondBack(page: Page, shopper: Shopper, method: LocalMethod): Promise<void> {
  const isBack = returnsMoney(method);
  await shopper.until(
    tokenOf(page),
    ({ surplus: [second] }) => second !== undefined && (!isBack || second.back_at !== null),
  );
  // A delivered order asks no more.
  await page.reload();
  const told = page.getByRole('status').filter({ hasText: 'We received a second payment' });
  await expect(told).toContainText(isBack ? / refunded/ : / is being refunded/);
}

/** An operator pays a delivered order back; a method that cannot has said so before it was paid. */
async function refund(page: Page, shopper: Shopper, method: LocalMethod): Promise<void> {
  const { order_id: id } = await shopper.inquire(tokenOf(page));
  await decide('refund', id, '--allow-delivered', '--because', 'by the table');
  if (!returnsMoney(method)) {
    await expect.poll(() => decide('list')).toContain(id);
    expect((await shopper.inquire(tokenOf(page))).state).toBe('success');
    return;
  }
  await shopper.until(tokenOf(page), ({ state }) => state === 'refunded');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ refunded$/);
}

async function leave(page: Page, isAway: boolean): Promise<void> {
  if (isAway) {
    await page.getByRole('button', { name: 'Back without paying' }).click();
    return;
  }
  await page.goto('/miniflix/goodsList');
  await page.goBack();
}

/** Messages about payments of a character that wait for a person. */
async function quarantined(cid: string): Promise<unknown> {
  const row = await oneRow(
    `select count(*)::int4 as waiting from quarantine q
      join payment_attempts a on a.id = q.attempt_id join orders o on o.id = a.order_id
      join players p on p.id = o.player_id where p.cid = $1 and q.settled_at is null`,
    [cid],
  );
  return (row as { readonly waiting: unknown }).waiting;
}
