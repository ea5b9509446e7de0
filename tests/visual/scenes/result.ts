import { CARDS } from '../../support/shopper.ts';
import { type Scene, type SceneParts, type Scenes, signIn } from './scene.ts';

const REFUNDED_AT = Date.UTC(2026, 10, 23, 9, 30);

export const RESULT: Scenes = {
  'result-success': async (parts) => {
    await showOrder(parts, CARDS.success);
    await parts.page.waitForTimeout(2_000);
  },
  'result-declined': async (parts) => showOrder(parts, CARDS.declined),
  'result-balance': async (parts) => showOrder(parts, CARDS.poor),
  'result-bank': async (parts) => showOrder(parts, CARDS.challenge),
  'result-waiting': async (parts) => showOrder(parts, CARDS.pending),
  'result-late': async (parts) => {
    await parts.page.clock.install();
    await showOrder(parts, CARDS.challenge, { state: 'waiting', reason: 'unknown' });
    await parts.page.clock.fastForward(200_000);
    await parts.page.waitForTimeout(800);
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
    await parts.page.waitForTimeout(800);
  },
};

/** Ends that take days or a broken environment to reach: the server's answer with other words in it. */
function told(change: Readonly<Record<string, unknown>>, screen?: string): Scene {
  return async (parts) => {
    await showOrder(parts, CARDS.declined, change, screen);
    await parts.page.waitForTimeout(1_500);
  };
}

async function showOrder(
  parts: SceneParts,
  card: string,
  change: Readonly<Record<string, unknown>> = {},
  screen = 'payment',
): Promise<void> {
  const { page, theme, shopper } = parts;
  await signIn(parts);
  const opened = await shopper.open();
  await shopper.payByCard(opened, card);
  await page.route('**/api/common/order/inquire', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: object };
    await route.fulfill({ response, json: { ...body, result: { ...body.result, ...change } } });
  });
  await page.goto(`/${theme}/${screen}#order=${opened.token}`);
  await page.locator('main h1').first().waitFor();
  await page.waitForTimeout(500);
}
