import type { CallResult } from '@webpay/contract/calls';
import { answerOf } from '../../support/browser/answers.ts';
import { openCountries } from './payment.ts';
import {
  changeAnswers,
  openCheckout,
  openOrder,
  PRIMARY,
  type Scene,
  type SceneParts,
  type Scenes,
  signIn,
} from './scene.ts';

const CPF = JSON.stringify({ cpf: '11144477735' });

const COMPUTER = { width: 1280, height: 800 };
const CONFIRM = 'main div:has(> svg use[href="#i-lock"]) button';
const YEAR = 366 * 86_400_000;

const VISA = {
  card: 'card-of-a-picture-1',
  pay_id: 'card',
  label: 'Visa ·· 1111',
  brand: 'Visa',
  last4: '1111',
  expires_at: Date.now() + YEAR,
  is_locked: false,
};
const MASTERCARD = {
  ...VISA,
  card: 'card-of-a-picture-2',
  label: 'Mastercard ·· 4444',
  brand: 'Mastercard',
  last4: '4444',
};

/** Ways to pay beyond cards and wallets: codes to scan or to take to a counter, the payer's data, saved cards. */
export const WAYS: Scenes = {
  'payment-payer': async (parts) => {
    await chooseIn(parts, 'BR', 'pix_br');
    await parts.page.locator('main [data-payer] input').waitFor();
  },
  'payment-payer-wrong': async (parts) => {
    await chooseIn(parts, 'BR', 'boleto_br');
    await parts.page.locator('main [data-payer] input').fill('111.444.777-36');
    await parts.page.locator(PRIMARY).click();
    await parts.page.locator('main [data-payer] [role=alert]').waitFor();
  },
  'result-qr': showQr({ pay_id: 'pix_br', country: 'BR', payer: CPF }, 'payment'),
  'result-qr-apps': showQr({ pay_id: 'promptpay_th', country: 'TH' }, 'payment'),
  'order-qr': showQr({ pay_id: 'promptpay_th', country: 'TH' }, 'orders'),
  'result-qr-ended': async (parts) => {
    await parts.page.clock.install();
    await showQr({ pay_id: 'promptpay_th', country: 'TH' }, 'payment')(parts);
    await parts.page.clock.fastForward(40 * 60_000);
    await parts.page.locator('main [role=img]').waitFor({ state: 'detached' });
    await parts.page.clock.resume();
  },
  'result-boleto': showCode({ pay_id: 'boleto_br', country: 'BR', payer: CPF }),
  'payment-blik': (parts) => chooseIn(parts, 'PL', 'blik_pl'),
  'result-gopay': async (parts) => {
    await parts.page.setViewportSize(COMPUTER);
    await openWaiting(parts, { pay_id: 'gopay_id', country: 'ID' }, 'payment');
    await parts.page.locator('main img[referrerpolicy]').waitFor({ state: 'attached' });
  },
  'phone-checkout': async (parts) => {
    const address = await showPhoneCode(parts);
    await parts.page.goto('/robots.txt');
    await parts.page.goto(address);
    await parts.page.frameLocator('iframe').locator('#number').waitFor();
  },
  'phone-ended': async (parts) => {
    await parts.page.goto(`/mallCheckout?website_code=${parts.theme}#phone=${'a'.repeat(43)}`);
    await parts.page.locator('main h1').waitFor();
  },
  'payment-device-wallets': async (parts) => {
    await parts.page.addInitScript(() => {
      class PaymentRequest {
        canMakePayment = async () => true;
      }
      Object.assign(window, { ApplePaySession: { canMakePayments: () => true }, PaymentRequest });
    });
    await openCheckout(parts);
    await parts.page.locator('main input[value*=google]').check();
    await parts.page.frameLocator('iframe').locator('button').waitFor();
  },
  'card-save': async (parts) => {
    await keepCards(parts, 'off', []);
    await changeAnswers(parts.page, '**/api/recharge/order/create', (result: Opened) => ({
      ...result,
      pay: { ...result.pay, asks_to_save: true },
    }));
    await parts.page.route('**/payermax/dropin/session', (route) =>
      route.fulfill({ json: { tokenForFutureUse: true } }),
    );
    await openCheckout(parts);
    await parts.page.frameLocator('iframe').locator('input[type=checkbox]').waitFor();
  },
  'card-saved': async (parts) => {
    await keepCards(parts, 'ready', [VISA, MASTERCARD]);
    await openSaved(parts);
    await parts.page.locator('main [role=radiogroup] use[href="#i-trash"]').waitFor();
  },
  'card-locked': async (parts) => {
    await keepCards(parts, 'ready', [{ ...VISA, is_locked: true }, MASTERCARD]);
    await openSaved(parts);
    await parts.page.locator('main use[href="#i-trash"]').nth(1).waitFor();
  },
  'card-remove': async (parts) => {
    await keepCards(parts, 'ready', [VISA]);
    await openSaved(parts);
    await parts.page.locator('main button:has(use[href="#i-trash"])').click();
    await parts.page.locator('dialog [data-primary]').waitFor();
  },
  'card-confirm': async (parts) => {
    await keepCards(parts, 'confirm', []);
    await openSaved(parts);
    await parts.page.locator(CONFIRM).waitFor();
  },
  'card-confirm-mail': async (parts) => {
    await keepCards(parts, 'confirm', []);
    await openSaved(parts);
    await parts.page.locator(CONFIRM).click();
    await parts.page.locator('dialog [data-primary]').waitFor();
  },
  'card-confirm-wrong': async (parts) => {
    await keepCards(parts, 'confirm', []);
    await openSaved(parts);
    await parts.page.locator(CONFIRM).click();
    await parts.page.locator('dialog [data-primary]').click();
    await parts.page.locator('dialog [role=alert]').first().waitFor();
  },
};

async function chooseIn(parts: SceneParts, country: string, payId: string): Promise<void> {
  await openCheckout(parts);
  await openCountries(parts);
  await parts.page.locator('dialog [role=combobox]').fill(country);
  await parts.page.locator('dialog [role=option]').first().click();
  await parts.page.locator(`main input[value=${payId}]`).check();
}

/** Offers "Pay on your phone", as at a computer, and opens it. @returns the address in the code */
async function showPhoneCode(parts: SceneParts): Promise<string> {
  await parts.page.setViewportSize(COMPUTER);
  await parts.page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) =>
      matchMedia.call(window, query.replace(' and (pointer: fine)', ''));
  });
  await openCheckout(parts);
  await parts.page.locator(':is(main, aside) div[style*="--s3"] > button').last().click();
  return parts.page.locator('dialog code').innerText();
}

type Opened = CallResult<'orderCreate'>;
type Way = { readonly pay_id: string; readonly country: string; readonly payer?: string };

function showQr(way: Way, screen: string): Scene {
  return async (parts) => {
    await openWaiting(parts, way, screen);
    await parts.page.locator('main [role=img]:visible').first().waitFor();
  };
}

function showCode(way: Way): Scene {
  return async (parts) => {
    await openWaiting(parts, way, 'payment');
    await parts.page
      .getByRole('group')
      .getByText(/^\d{4}$/)
      .first()
      .waitFor();
  };
}

/** An order that waits until its payer has used the code. */
async function openWaiting(parts: SceneParts, way: Way, screen: string): Promise<void> {
  await signIn(parts);
  const { token } = await parts.shopper.open(way);
  await openOrder(parts, token, screen);
}

/** Gives the character a password and these cards, which take a payment and a mail on the way. */
async function keepCards(
  { page, theme }: SceneParts,
  state: 'off' | 'confirm' | 'ready',
  cards: CallResult<'savedCards'>['cards'],
): Promise<void> {
  await page.addInitScript((name) => {
    const user = JSON.parse(localStorage.getItem(name) ?? 'null') as object | null;
    if (user !== null) localStorage.setItem(name, JSON.stringify({ ...user, has_pwd: true }));
  }, `webpay:user:${theme}`);
  await page.route('**/api/user/card/list', (route) =>
    route.fulfill(answerOf(200, { state, cards })),
  );
}

async function openSaved(parts: SceneParts): Promise<void> {
  await signIn(parts);
  await parts.page.goto(`/${parts.theme}/goodsList`);
  await parts.page.locator('main li button[aria-pressed]').nth(3).click();
  await parts.page.locator('[data-primary]:visible').last().click();
  await parts.page.locator('main [role=radiogroup] input').first().waitFor();
}
