import type { OrderView, Receipt } from '@webpay/contract/calls';
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const part = { amount: '0.40', currency: 'EUR' } as const;
const amount = { amount: '0.99', currency: 'EUR' } as const;
/** Time of each transition of such an order, relative to today. */
const MADE = Date.now() - 3 * DAY;
const LATER = MADE + HOUR;
const BACK = MADE + DAY;

const paid_with: NonNullable<Receipt['paid_with']> = {
  pay_id: 'card',
  name: 'Card',
  card: { brand: 'VISA', last4: '1111' },
  number: 'A2KQ7Z5MWT3XBHND4RVC_1',
  reference: 'P2026112309300145',
};

const ON_ITS_WAY = [{ amount, back_at: null }];
const BACK_AGAIN = [{ amount, back_at: BACK }];
/** One overpayment is being refunded, another is refunded. */
const TWICE = [...BACK_AGAIN, ...ON_ITS_WAY];
const over: Partial<OrderView> = { state: 'timeout', reason: null };

const late: Receipt['history'] = [
  { at: MADE, what: 'made' },
  { at: MADE + HOUR / 2, what: 'expired' },
  { at: LATER, what: 'paid_late', amount, paid_with },
  { at: LATER, what: 'refund_started', amount },
];
const twice: Receipt['history'] = [
  { at: MADE, what: 'made' },
  { at: MADE, what: 'action' },
  { at: MADE, what: 'paid' },
  { at: LATER, what: 'paid_twice', amount, paid_with },
  { at: LATER, what: 'refund_started', amount },
];
const back = { at: BACK, what: 'refunded', amount } as const;

/** Refunds of overpayments, of late payments and of goods that could not be delivered. */
export const MONEY_BACK: Scenes = {
  'late-going-back': onResult({ ...over, surplus: ON_ITS_WAY }),
  'late-back': onResult({ ...over, surplus: BACK_AGAIN }),
  'twice-going-back': onResult({ surplus: ON_ITS_WAY }),
  'twice-back': onResult({ surplus: BACK_AGAIN }),
  'bought-elsewhere': onResult({ state: 'open', reason: null, bought_elsewhere: true }),
  'orders-late-going-back': onOrder({ ...over, surplus: ON_ITS_WAY }, { history: late }),
  'orders-late-back': onOrder({ ...over, surplus: BACK_AGAIN }, { history: [...late, back] }),
  'orders-twice': onOrder({ surplus: TWICE }, { history: [...twice, back] }),
  'orders-refunded': onOrder(
    { state: 'refunded', reason: 'resolution', refunded_at: BACK },
    { refunded: amount, history: [...twice.slice(0, 3), back] },
  ),
  'orders-partly-refunded': onOrder(
    { refunded: part },
    { refunded: part, history: [...twice.slice(0, 3), { ...back, amount: part }] },
  ),
  'orders-list-partly-refunded': async (parts) => {
    const { page, theme } = parts;
    await buy(parts);
    await changeAnswers(page, '**/api/user/orders', ([first, ...more]: readonly object[]) => [
      { ...first, refunded: part },
      ...more,
    ]);
    await page.goto(`/${theme}/orders`);
    await page.locator('main li a').first().waitFor();
  },
  'orders-undelivered': onOrder(
    { delivery: { state: 'rejected', reason: null, at: null } },
    { history: [...twice.slice(0, 3), { at: LATER, what: 'undeliverable' }] },
  ),
  'orders-receipt-refunded': async (parts) => {
    const token = await showOrder(parts, { refunded_at: BACK }, { refunded: part, history: [] });
    await parts.page.goto(`/${parts.theme}/orders#order=${token}&receipt`);
    await parts.page.locator('main article').waitFor();
  },
};

/** On the page that the payment led to. */
function onResult(change: Partial<OrderView>): Scene {
  return async (parts) => {
    const token = await pay(parts, change.state !== 'open');
    await answer<OrderView>(parts, '**/api/common/order/inquire', change);
    await openOrder(parts, token, 'payment');
  };
}

/** On the order's own page, with its timeline. */
function onOrder(change: Partial<OrderView>, proof: Partial<Receipt>): Scene {
  return async (parts) => {
    await showOrder(parts, change, proof);
    await parts.page.locator('section ol li').first().waitFor();
  };
}

async function showOrder(parts: SceneParts, change: Partial<OrderView>, proof: Partial<Receipt>) {
  const token = await buy(parts);
  await answer<OrderView>(parts, '**/api/common/order/inquire', { created_at: MADE, ...change });
  await answer<Receipt>(parts, '**/api/user/receipt', proof);
  await openOrder(parts, token);
  return token;
}

async function pay(parts: SceneParts, isPaid: boolean): Promise<string> {
  if (isPaid) return buy(parts);
  await signIn(parts);
  const opened = await parts.shopper.open();
  await parts.shopper.payByCard(opened, CARDS.declined);
  return opened.token;
}

async function answer<Result extends object>(
  { page }: SceneParts,
  address: string,
  change: Partial<Result>,
): Promise<void> {
  await changeAnswers(page, address, (result: Result) => ({ ...result, ...change }));
}
