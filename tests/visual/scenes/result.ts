import { CARDS } from '../../support/shopper.ts';
import { buy } from './orders.ts';
import {
  changeAnswers,
  openOrder,
  type Scene,
  type SceneParts,
  type Scenes,
  signIn,
} from './scene.ts';

const REFUNDED_AT = Date.UTC(2026, 10, 23, 9, 30);

export const RESULT: Scenes = {
  // Delivered before the page opens, because its timeline then shows without an animation.
  'result-success': async (parts) => openOrder(parts, await buy(parts), 'payment'),
  'result-declined': async (parts) => showOrder(parts, CARDS.declined),
  'result-balance': async (parts) => showOrder(parts, CARDS.poor),
  'result-bank': async (parts) => showOrder(parts, CARDS.challenge),
  'result-waiting': async (parts) => showOrder(parts, CARDS.pending),
  'result-voucher': async (parts) => showVoucher(parts, 'payment'),
  'order-voucher': async (parts) => showVoucher(parts, 'orders'),
  'result-late': async (parts) => {
    await parts.page.clock.install();
    await showOrder(parts, CARDS.challenge, { state: 'waiting', reason: 'unknown' });
    const answered = parts.page.waitForResponse('**/api/common/order/inquire');
    await parts.page.clock.fastForward(200_000);
    await answered;
    await parts.page.clock.resume();
  },
  'result-cancelled': told({ state: 'failed', reason: 'cancelled' }),
  'result-error': told({ state: 'failed', reason: 'error' }),
  'result-timeout': told({ state: 'timeout', reason: null }),
  'result-open': told({ state: 'open', reason: null }, 'actInquireOrder'),
  'result-refunded': told({
    state: 'refunded',
    reason: 'not_deliverable',
    refunded_at: REFUNDED_AT,
  }),
  'result-chargeback': told({ state: 'refunded', reason: 'chargeback', refunded_at: REFUNDED_AT }),
  'result-mailbox-full': told({
    state: 'success',
    reason: null,
    delivery: { state: 'retrying', reason: 'mailbox_full', at: null },
  }),
  'result-undelivered': told({
    state: 'success',
    reason: null,
    delivery: { state: 'rejected', reason: null, at: null },
  }),
  'result-missing': async (parts) => {
    await signIn(parts);
    await parts.page.goto(`/${parts.theme}/payment#order=none`);
    await parts.page.locator('main [role=alert], main h1').first().waitFor({ state: 'attached' });
  },
};

function told(change: Readonly<Record<string, unknown>>, screen?: string): Scene {
  return (parts) => showOrder(parts, CARDS.declined, change, screen);
}

/** An order that waits for the payment of its code, with the same code in each picture. */
async function showVoucher(parts: SceneParts, screen: string): Promise<void> {
  await signIn(parts);
  const opened = await parts.shopper.open({ pay_id: 'konbini_jp', country: 'JP' });
  await openOrder(parts, opened.token, screen);
  await parts.page
    .getByRole('group')
    .getByText(/^\d{4}$/)
    .first()
    .waitFor();
}

async function showOrder(
  parts: SceneParts,
  card: string,
  change: Readonly<Record<string, unknown>> = {},
  screen = 'payment',
): Promise<void> {
  const { page, shopper } = parts;
  await signIn(parts);
  const opened = await shopper.open();
  await shopper.payByCard(opened, card);
  await changeAnswers(page, '**/api/common/order/inquire', (result: object) => ({
    ...result,
    ...change,
  }));
  await openOrder(parts, opened.token, screen);
}
