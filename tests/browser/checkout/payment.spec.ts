import type { Page } from '@playwright/test';
import { answerOnce } from '../../support/browser/answers.ts';
import {
  cardForm,
  CARDS,
  chooseCountry,
  expectPaid,
  fillCard,
  listedGood,
  openCheckout,
  payButton,
  slowFirstOpening,
} from '../../support/browser/checkout.ts';
import { countTaps } from '../../support/browser/observe.ts';
import {
  chooseServer,
  continueButton,
  freshCid,
  signIn,
  takeOption,
} from '../../support/browser/player.ts';
import { expectCharged, watchOrders } from '../../support/browser/sandbox.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

test('[F04, F05] the card form groups digits, shows the brand and focuses the first invalid field; another country changes currency, price and channels @full', async ({
  page,
}) => {
  await signIn(page);
  await openCheckout(page);
  await test.step('the card form', async () => {
    const form = cardForm(page);
    const number = form.getByLabel('Card number');
    const pay = payButton(page);

    await number.pressSequentially('41111111');
    await expect(number).toHaveValue('4111 1111');
    await expect(form.getByRole('img', { name: 'Visa' })).toBeVisible();
    await pay.click();
    await expect(form.getByText('This card number is not complete')).toBeVisible();
    await expect(number).toBeFocused();
    await expect(page).not.toHaveURL(/#order=/);

    await number.fill('');
    await fillCard(page, CARDS.success);
    await form.getByLabel('Expiry').fill('0120');
    await form.getByLabel('Security code').fill('12');
    await pay.click();
    await expect(form.getByText('This card has expired')).toBeVisible();
    await expect(form.getByText('The code has 3 digits, on the back of the card')).toBeVisible();
    await expect(page).not.toHaveURL(/#order=/);
  });

  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Apple Pay' })).toHaveCount(0);

  for (const [country, currency, price, hasPaypal] of [
    ['Germany', 'EUR', '€0.99', true],
    ['Japan', 'JPY', '¥150', true],
    ['Kuwait', 'KWD', /KWD\s0\.300/, false],
  ] as const) {
    await chooseCountry(page, country);
    await expect(page.getByRole('button', { name: /^Paying from / })).toContainText(
      `${country} · ${currency}`,
    );
    await expect(page.locator('[data-foot]:visible')).toContainText(price);
    await expect(page.getByText(/^Price updated to /)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'PayPal' })).toHaveCount(hasPaypal ? 1 : 0);
    await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeVisible();
  }
  // The server's renderer reads this cookie.
  const cookies = await page.context().cookies(`${addresses().url}/miniflix`);
  expect(cookies.find(({ name }) => name === 'country')?.value).toBe('KW');
  // Kuwait's own KNET comes first.
  await page.getByRole('radio', { name: 'Credit or debit card' }).check();
  await fillCard(page, CARDS.success);
  await page.getByRole('button', { name: /^Pay KWD/ }).click();
  await expect(page.getByText(/Paid KWD\s0\.300 · for/)).toBeVisible();
});

test('[F04, F05] a card form that fails to load is reported and can be reloaded; one that loads after its time limit replaces the failure and takes the focus', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  await page.route('**/payermax/dropin.js', (route) => route.abort());
  await openCheckout(page);
  await expect(page.getByText("The card form didn't load. Try again or use PayPal.")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();

  const { promise: late, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/payermax/dropin.js', async (route) => {
    await late;
    await route.continue();
  });
  const asked = page.waitForRequest('**/payermax/dropin.js');
  await openCheckout(page);
  await asked;
  await page.clock.fastForward(8_001);
  await expect(page.getByText("The card form didn't load")).toBeVisible();
  release();
  await expect(page.locator('main iframe')).toBeFocused();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test('[R10, R11] a checkout address with invalid parameters sells nothing and shows a usable page @full', async ({
  page,
}) => {
  await signIn(page);
  const hostile = encodeURIComponent('"><img src=x onerror=alert(1)>');
  const nothing = "This item doesn't exist";
  for (const [address, said] of [
    [`directPayment?product=${hostile}&count=1`, nothing],
    ['directPayment?product=gems-60&count=-5', nothing],
    ['directPayment', 'Nothing to pay'],
    [`payment#order=${hostile}`],
    ['payment#order='],
  ] as const) {
    await test.step(address, async () => {
      await page.goto(`/miniflix/${address}`);
      if (said !== undefined) await expect(page.getByRole('main')).toContainText(said);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await expect(page.locator('[data-primary]:visible').first()).toBeVisible();
      await expect(page.locator('main img[src="x"]')).toHaveCount(0);
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
    });
  }
});

test('[F04] Apple Pay and Google Pay are offered only on a device that has them, come first, pay, and are remembered @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    class PaymentRequest {
      readonly #isGoogle: boolean;
      constructor([method]: readonly [{ readonly supportedMethods: string }]) {
        this.#isGoogle = method.supportedMethods === 'https://google.com/pay';
      }
      canMakePayment = async () => this.#isGoogle;
    }
    Object.assign(window, { ApplePaySession: { canMakePayments: () => true }, PaymentRequest });
  });
  const orders = watchOrders(page);
  await signIn(page);
  await slowFirstOpening(page);
  for (const [nth, name] of ['Apple Pay', 'Google Pay'].entries()) {
    await test.step(name, async () => {
      await openCheckout(page);
      // The card, or what paid last, stays chosen until the player chooses.
      await expect(page.getByRole('radio', { name })).not.toBeChecked();
      await page.getByRole('radio', { name }).check();
      const button = cardForm(page, 'Wallet').getByRole('button', { name });
      await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0);
      await button.click();
      await expectPaid(page);
      await expectCharged(orders, nth + 1);
    });
  }
  // The device remembers the channel.
  await openCheckout(page);
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Google Pay/);
  await expect(page.getByRole('radio').nth(1)).toHaveAccessibleName(/Apple Pay/);
  await expect(page.getByRole('radio', { name: 'Google Pay' })).toBeChecked();
});

test('[E01, F04] a closed channel, a changed price and a missing price are reported with a next step @full', async ({
  page,
}) => {
  await signIn(page);
  const create = '/api/recharge/order/create';
  await test.step('20016: the channel is closed', async () => {
    await answerOnce(page, create, 20_016);
    await openCheckout(page);
    const card = page.getByRole('radio', { name: 'Credit or debit card' });
    await expect(card).toBeDisabled();
    await expect(card).toHaveAccessibleDescription("This payment method isn't available here.");
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  });
  await test.step('20017: the price has changed', async () => {
    const total = { amount: '1.49', currency: 'USD' };
    await answerOnce(page, create, 20_017, { total });
    await openCheckout(page);
    const sheet = page.getByRole('alertdialog', { name: 'The price has changed' });
    await expect(sheet).toContainText('The price is now $1.49. Pay this amount?');
    await sheet.getByRole('button', { name: 'Continue with $1.49' }).click();
    // The server's price is still $0.99: the player confirms again.
    await expect(sheet).toContainText('The price is now $0.99. Pay this amount?');
    await sheet.getByRole('button', { name: 'Not now' }).click();
    await expect(page).toHaveURL('/miniflix/goodsList');
  });
  await test.step('10028: no price for the country', async () => {
    await answerOnce(page, create, 10_028);
    await openCheckout(page);
    await expect(page.getByText("This item isn't sold in your country.")).toBeVisible();
    await expect(page.getByText("You haven't been charged.")).toBeVisible();
    await chooseCountry(page, 'Germany');
    await fillCard(page, CARDS.success);
    await payButton(page, '€0.99').click();
    await expectPaid(page);
  });
});

test('[S05, F04] a language switch at the checkout keeps the order, the country and the channel @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await signIn(page);
  await openCheckout(page);
  await chooseCountry(page, 'Germany');
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.getByText(/德国 · EUR/)).toBeVisible();
  await expect(page.locator('[data-foot]:visible')).toContainText('0.99');
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  await page.getByRole('radio', { checked: false }).check();
  await fillCard(page, CARDS.success);
  await payButton(page, '€0.99', sayIn('zh')).click();
  await expect(page.getByRole('heading', { level: 1, name: /^60/ })).toBeVisible();
  expect(orders.size).toBe(1);
  await expectCharged(orders, 1);
});

test('[F01, F02, F04] a first purchase takes at most six taps, a repeated one three @full', async ({
  page,
}) => {
  const taps = await countTaps(page);
  await page.goto('/miniflix');
  await chooseServer(page);
  // Typing needs no tap only where the field has the focus.
  await expect(page.getByRole('textbox', { name: 'Character ID' })).toBeFocused();
  await page.keyboard.type(freshCid());
  await continueButton(page).click();
  await listedGood(page, '60 Gems').click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await typeCard(page);
  const left = await checkoutAtResult(page);
  await payButton(page).click();
  await expectPaid(page);
  expect(await left(), 'a purchase is over before its result shows').toBe('none');
  expect(taps(), 'server, its name, Continue, item, Buy, Pay').toBeLessThanOrEqual(6);

  const before = taps();
  await page.goto('/miniflix');
  await page.getByRole('button', { name: /^Buy again, 60 Gems/ }).click();
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();
  await typeCard(page);
  await payButton(page).click();
  await expectPaid(page);
  expect(taps() - before).toBeLessThanOrEqual(3);
});

/** Reads the tab's unfinished purchase in the moment in which the paid result appears. */
async function checkoutAtResult(page: Page): Promise<() => Promise<string>> {
  const seen = await page.evaluateHandle(() => {
    const found = { left: 'no result yet' };
    const watcher = new MutationObserver(() => {
      const titles = Array.from(document.querySelectorAll('h1'), (title) => title.textContent);
      if (!titles.some((title) => /on their way|delivered/.test(title))) return;
      watcher.disconnect();
      found.left = sessionStorage.getItem('webpay:checkout:miniflix') ?? 'none';
    });
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    return found;
  });
  return async () => (await seen.jsonValue()).left;
}

/** Fills the card form by keyboard alone: once ready it has the focus, and each field leads to the next. */
async function typeCard(page: Page): Promise<void> {
  await expect(page.locator('main iframe')).toBeFocused();
  const form = cardForm(page);
  await expect(form.locator('label').first()).not.toBeEmpty();
  for (const [field, text] of [
    ['#number', CARDS.success],
    ['#expiry', '1239'],
    ['#cvv', '123'],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(form.locator(field)).toBeFocused();
    await page.keyboard.type(text);
  }
}
