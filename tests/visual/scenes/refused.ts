import type { OrderView, Receipt } from '@webpay/contract/calls';
import { answerOf } from '../../support/browser/answers.ts';
import { picture } from './access.ts';
import { buy } from './orders.ts';
import {
  changeAnswers,
  openHome,
  openOrder,
  openShelf,
  PRIMARY,
  refuse,
  type Scene,
  type SceneParts,
  type Scenes,
  TOP_UP,
} from './scene.ts';

const CREATE = '**/api/recharge/order/create';
const DAY = 86_400_000;
const left = { amount: '12.50', currency: 'USD' } as const;

/** Payments that the shop slows or refuses, deliveries that an operator decides about, and pages in an outage. */
export const REFUSED: Scenes = {
  'payment-picture': async (parts) => {
    await picture(parts.page);
    await openRefused(parts, [20_003]);
    await parts.page.locator('main img[width="240"]').waitFor();
  },
  'payment-picture-wrong': async (parts) => {
    await picture(parts.page);
    await openRefused(parts, [20_003], [10_007]);
    await parts.page.locator('main input:not([type=radio])').fill('K7WQ');
    await parts.page.locator('main input:not([type=radio])').press('Enter');
    await parts.page.locator('main input[aria-invalid=true]').waitFor();
  },
  'payment-picture-failed': async (parts) => {
    await refuse(parts.page, '**/api/common/captcha', 10_002);
    await openRefused(parts, [20_003]);
    await parts.page.locator('main span[role=alert]').waitFor();
  },
  'payment-pause': refused(10_002, { retry_after_ms: 15_540_000 }),
  'payment-sum-order': refused(20_008, { limit: 'order', max: 1_000, left }),
  'payment-sum-day': refused(20_008, { limit: 'day', max: 2_000, left }),
  'payment-sum-first-day': refused(20_008, { limit: 'first_day', max: 1_000, left }),
  'payment-busy': refused(10_017, null),
  'payment-method-off': async (parts) => {
    await openRefused(parts, [20_016]);
    await parts.page.locator('[role=radiogroup] input:disabled').waitFor();
  },
  'payment-no-method': async (parts) => {
    await changeAnswers(parts.page, '**/api/recharge/product/pay_channel', (result: object) => ({
      ...result,
      channels: [],
    }));
    await openPayment(parts);
    await parts.page.locator('main use[href="#i-warn"]').waitFor();
  },
  'result-parked': async (parts) => openParked(parts, 'payment'),
  'orders-parked': async (parts) => openParked(parts, 'orders'),
  'orders-list-parked': async (parts) => {
    await buy(parts);
    await changeAnswers(
      parts.page,
      '**/api/user/orders',
      ([first, ...more]: readonly OrderView[]) => [
        { ...first, ...PARKED, created_at: Date.now() - 8 * DAY },
        ...more,
      ],
    );
    await parts.page.goto(`/${parts.theme}/orders`);
    await parts.page.locator('main li a').first().waitFor();
  },
  'access-wait': async (parts) => {
    await askForPassword(parts);
    await answer(parts, '**/api/user/role', 10_005, { retry_after_ms: 840_000 });
    await parts.page.locator('main input[type=password]').fill('dawn78');
    await parts.page.locator(PRIMARY).last().click();
    await parts.page.locator('main [role=alert]').waitFor();
  },
  'access-mail-wait': async (parts) => {
    await picture(parts.page);
    await openReset(parts);
    await answer(parts, '**/api/user/mail_code', 10_038, { resend_after_ms: 2_340_000 });
    await parts.page.locator('dialog input:not([hidden])').fill('K7WP');
    await parts.page.locator('dialog [data-primary]').click();
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'session-ended': async (parts) => {
    await openShelf(parts);
    await answer(parts, '**/api/cart/set', 11_002, null);
    await parts.page.locator(TOP_UP).nth(2).click();
    await parts.page.locator('main [data-foot] button:visible').first().click();
    await parts.page.waitForURL(`**/${parts.theme}`);
    await parts.page.locator('main input').first().waitFor();
  },
  /** A page as its outline, before its script has come. */
  'home-outline': async (parts) => {
    await parts.page.route('**/assets/*.js', (route) => route.abort());
    await parts.page.goto(`/${parts.theme}/goodsList`);
    await parts.page.locator('#late a').waitFor({ timeout: 20_000 });
  },
};

const PARKED = {
  state: 'success',
  reason: null,
  delivery: { state: 'retrying', reason: 'error', at: null },
  next_poll_ms: null,
} as const;

/** A delivery whose game was silent for a week. */
async function openParked(parts: SceneParts, screen: string): Promise<void> {
  const token = await buy(parts);
  const made = Date.now() - 8 * DAY;
  await changeAnswers(parts.page, '**/api/common/order/inquire', (result: OrderView) => ({
    ...result,
    ...PARKED,
    created_at: made,
  }));
  await changeAnswers(parts.page, '**/api/user/receipt', (result: Receipt) => ({
    ...result,
    history: [
      { at: made, what: 'made' },
      { at: made, what: 'paid' },
      { at: made + 60_000, what: 'delayed', reason: 'error' },
    ],
  }));
  await openOrder(parts, token, screen);
}

function refused(code: number, result: unknown): Scene {
  return async (parts) => {
    await openRefused(parts, [code, result]);
    await parts.page.locator('main [role=alert]').first().waitFor();
  };
}

type Answer = readonly [code: number, result?: unknown];

/** Opens a checkout whose order is refused: each opening by the next answer, the last one stays. */
async function openRefused(parts: SceneParts, ...answers: readonly Answer[]): Promise<void> {
  let next = 0;
  await parts.page.route(CREATE, (route) => {
    const [code, result = null] = answers[Math.min(next, answers.length - 1)] ?? [500];
    next += 1;
    return route.fulfill(answerOf(code, result));
  });
  await openPayment(parts);
}

async function openPayment(parts: SceneParts): Promise<void> {
  await openShelf(parts);
  await parts.page.locator(TOP_UP).nth(3).click();
  await parts.page.locator('[data-primary]:visible').last().click();
}

async function answer({ page }: SceneParts, address: string, code: number, result: unknown) {
  await page.route(address, (route) => route.fulfill(answerOf(code, result)));
}

async function askForPassword(parts: SceneParts): Promise<void> {
  const { page } = parts;
  await answer(parts, '**/api/user/role', 20_001, null);
  await openHome(parts);
  await page.locator(PRIMARY).click();
  await page.locator('dialog [role=option]:not([aria-disabled])').first().click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('main input').first().fill('204518763');
  await page.locator('main input[type=password]').waitFor();
}

async function openReset(parts: SceneParts): Promise<void> {
  await askForPassword(parts);
  await parts.page.locator('main div:has(input[type=password]) + div button').first().click();
  await parts.page.locator('dialog img[width]').waitFor();
}
