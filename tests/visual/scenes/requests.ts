import type { Resolution } from '@webpay/contract/calls';
import { want } from '../../support/shopper.ts';
import { buy } from './orders.ts';
import {
  changeAnswers,
  openOrder,
  refuse,
  type Scene,
  type SceneParts,
  type Scenes,
} from './scene.ts';

const DAY = 86_400_000;
const LIST = '**/api/user/resolution/list';

/** Rows of the sheet "Help with this order", in order. */
const REFUND = 'dialog button:has(use[href="#i-card"])';
const WRONG = 'dialog button:has(use[href="#i-swap"])';

export const REQUESTS: Scenes = {
  'help-choices': async (parts) => openHelp(parts),
  'help-used': async (parts) => {
    await answerList(parts, { order_id: 'another', state: 'rejected', answer: '' });
    await openHelp(parts);
  },
  'help-refund': async (parts) => {
    await openHelp(parts);
    await parts.page.locator(REFUND).click();
    await parts.page.locator('dialog textarea').waitFor();
  },
  'help-wrong-character': async (parts) => {
    await openHelp(parts);
    await parts.page.locator(WRONG).click();
    // The form names the missing fields.
    await parts.page.locator('dialog [data-primary]').click();
    await parts.page.locator('dialog [role=alert]').first().waitFor();
  },
  'help-indeterminate': async (parts) => {
    await openHelp(parts);
    await parts.page.locator(REFUND).click();
    await parts.page.locator('dialog textarea').fill('Bought by mistake.');
    await parts.page.route('**/api/user/resolution/*', (route) => route.abort());
    await parts.page.locator('dialog [data-primary]').click();
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'help-not-sent': async (parts) => {
    await openHelp(parts);
    await refuse(parts.page, '**/api/user/resolution/create', 10_017);
    await parts.page.locator(REFUND).click();
    await parts.page.locator('dialog textarea').fill('Bought by mistake.');
    await parts.page.locator('dialog [data-primary]').click();
    await parts.page.locator('dialog [role=alert]').waitFor();
  },
  'help-unknown': async (parts) => {
    await refuse(parts.page, LIST, 10_017);
    await openHelp(parts);
    await parts.page.locator('dialog [role=status] button').waitFor();
  },
  'help-sent': async (parts) => {
    await openHelp(parts);
    await parts.page.route('**/api/user/resolution/create', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: {
          code: 200,
          msg: '',
          result: { request_id: 'example', state: 'open', year: 2026 },
          _: Date.now(),
        },
      }),
    );
    await parts.page.locator(REFUND).click();
    await parts.page.locator('dialog textarea').fill('Bought by mistake.');
    await parts.page.locator('dialog [data-primary]').click();
    await parts.page.locator('dialog ol[aria-label]').waitFor();
  },
  'orders-asked': async (parts) => {
    await answerList(parts, {});
    await buy(parts);
    await parts.page.goto(`/${parts.theme}/orders`);
    await parts.page.locator('main li a use[href="#i-headset"]').waitFor({ state: 'attached' });
  },
  'request-open': tracked({}),
  'request-approved': tracked({
    state: 'approved',
    decided_at: Date.now() - DAY,
    refund: { amount: { amount: '0.99', currency: 'EUR' }, state: 'on_its_way', at: Date.now() },
  }),
  'request-refunded': tracked({
    state: 'approved',
    decided_at: Date.now() - DAY,
    refund: { amount: { amount: '0.99', currency: 'EUR' }, state: 'done', at: Date.now() },
  }),
  'request-stuck': tracked({
    state: 'approved',
    decided_at: Date.now() - DAY,
    refund: { amount: { amount: '0.99', currency: 'EUR' }, state: 'refused', at: Date.now() },
  }),
  'request-sent-again': tracked({
    kind: 'wrong_recharge',
    state: 'approved',
    decided_at: Date.now() - DAY,
    answer: 'Sorry for the trouble. Have fun!',
    second_mail: {
      name: 'MoonlitWanderer',
      server_name: 'S12 Dawnharbor',
      state: 'delivered',
      at: Date.now(),
    },
  }),
  'request-rejected': tracked({
    state: 'rejected',
    decided_at: Date.now() - DAY,
    answer: 'The items were used in the game, so they cannot be taken back.',
  }),
};

/** An order's page with a request in a state that only an operator reaches. */
function tracked(change: Partial<Resolution>): Scene {
  return async (parts) => {
    await answerList(parts, change);
    await showOrder(parts);
    const panel = parts.page.locator('section:has(ol[aria-label]):has(details)');
    await panel.waitFor();
    await panel.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  };
}

async function openHelp(parts: SceneParts): Promise<void> {
  await showOrder(parts);
  await parts.page.locator(':is(main, aside) button:has(use[href="#i-headset"])').last().click();
  await parts.page.locator('dialog button').nth(1).waitFor();
}

async function showOrder(parts: SceneParts): Promise<void> {
  await openOrder(parts, await buy(parts));
  await parts.page.locator('section ol li').first().waitFor();
}

/** Adds one request for the latest order to the server's answer. */
async function answerList(parts: SceneParts, change: Partial<Resolution>): Promise<void> {
  await changeAnswers(parts.page, LIST, async () => {
    const [order] = await want(parts.shopper.client.call('userOrders', {}));
    const request: Resolution = {
      request_id: 'example',
      order_id: order?.order_id ?? '',
      kind: 'refund',
      text: 'My little brother bought this while I was away. Nothing of it has been used.',
      state: 'open',
      year: new Date().getUTCFullYear(),
      created_at: Date.now() - 2 * DAY,
      decided_at: null,
      answer: null,
      refund: null,
      second_mail: null,
      ...change,
    };
    return { requests: [request], left_this_year: 0 };
  });
}
