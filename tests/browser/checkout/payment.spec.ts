import { answerOnce } from '../../support/browser/answers.ts';
import {
  CARDS,
  cardForm,
  chooseCountry,
  fillCard,
  payByCard,
  payButton,
} from '../../support/browser/checkout.ts';
import { openGems, PAID } from '../../support/browser/gems.ts';
import { expectCharged, watchOrders } from '../../support/browser/money.ts';
import { outside } from '../../support/browser/outside.ts';
import { takeOption } from '../../support/browser/picker.ts';
import { confirmCharacter, continueAs, freshCid, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { countTaps } from '../../support/browser/taps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

test('[F05] the card form groups digits, shows the brand, and names the first wrong field', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  await openGems(page);
  const form = cardForm(page);
  const number = form.getByLabel('Card number');
  const pay = payButton(page, MINIFLIX.price);

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

test('[F05] the card never reaches the shop: no request, no storage of ours holds it', async ({
  page,
}) => {
  const { url } = outside();
  const toUs: string[] = [];
  page.on('request', (request) => {
    const isSandbox = request.url().startsWith(outside().sandboxUrl);
    if (!isSandbox) toUs.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await signIn(page, MINIFLIX);
  await openGems(page);
  await fillCard(page, CARDS.success);
  await payButton(page, MINIFLIX.price).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/way|arrived/);
  const kept = await page.evaluate(() =>
    [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie].join('\n'),
  );
  expect(toUs.some((each) => each.startsWith(`${url}/cp/`) || each.includes('/cp/'))).toBe(true);
  for (const text of [...toUs, kept]) expect(text).not.toMatch(/4111 ?1111 ?1111/);
});

test('[F04] another country changes currency, price and ways to pay, and says so', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  await openGems(page);
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeVisible();
  // This browser has no Apple Pay.
  await expect(page.getByRole('radio', { name: 'Apple Pay' })).toHaveCount(0);

  for (const [country, currency, price, hasPaypal] of [
    ['Germany', 'EUR', '€0.99', true],
    ['Japan', 'JPY', '¥150', true],
    ['Kuwait', 'KWD', /KWD\s0\.300/, false],
  ] as const) {
    await chooseCountry(page, country);
    await expect(page.getByRole('button', { name: /^Pay in / })).toContainText(
      `${country} · ${currency}`,
    );
    await expect(page.locator('[data-foot]:visible')).toContainText(price);
    await expect(page.getByText(/^Price updated to /)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'PayPal' })).toHaveCount(hasPaypal ? 1 : 0);
    await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeVisible();
  }
  // The server's renderer reads the choice from a cookie.
  const cookies = await page.context().cookies(`${outside().url}/miniflix`);
  expect(cookies.find(({ name }) => name === 'country')?.value).toBe('KW');
  await fillCard(page, CARDS.success);
  await page.getByRole('button', { name: /^Pay KWD/ }).click();
  await expect(page.getByText(/Paid KWD\s0\.300 · for/)).toBeVisible();
});

test('[F04, F05] where the card form does not load, the page says so and offers the other way', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  await page.route('**/payermax/dropin.js', (route) => route.abort());
  await openGems(page);
  await expect(
    page.getByText('The card form did not load. Try again or choose PayPal.'),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test('[R10, R11] an address with nonsense in it sells nothing and breaks nothing', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  const hostile = encodeURIComponent('"><img src=x onerror=alert(1)>');
  const nothing = 'This item does not exist';
  for (const [address, said] of [
    [`directPayment?product=${hostile}&count=1`, nothing],
    ['directPayment?product=no-such-good&count=1', nothing],
    ['directPayment?product=gems-60&count=-5', nothing],
    ['directPayment?product=gems-60&count=99999999999999999999', nothing],
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
      await expect(page.getByText('Something broke on this page')).toHaveCount(0);
    });
  }
});

test('[F04] Apple Pay stands first in line only on a device that has it, and pays there', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: { canMakePayments: () => true } });
  });
  const orders = watchOrders(page);
  await signIn(page, MINIFLIX);
  await openGems(page);
  await page.getByRole('radio', { name: 'Apple Pay' }).check();
  const button = page.frameLocator('iframe[title="Wallet"]').getByRole('button');
  await expect(button).toHaveText('Apple Pay');
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0);
  await button.click();
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  await expectCharged(orders, 1);

  // Remembered on this device, and first.
  await openGems(page);
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Apple Pay/);
  await expect(page.getByRole('radio', { name: 'Apple Pay' })).toBeChecked();
});

test('[E01, F04] a way that is closed here, a price that changed, a good without a price: each says so and leaves a way on', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  const create = '/api/recharge/order/create';
  await test.step('20016', async () => {
    await answerOnce(page, create, 20_016);
    await openGems(page);
    const card = page.getByRole('radio', { name: 'Credit or debit card' });
    await expect(card).toBeDisabled();
    await expect(page.getByText('Not available in United States')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  });
  await test.step('20017', async () => {
    const total = { amount: '1.49', currency: 'USD' };
    await answerOnce(page, create, 20_017, { total });
    await openGems(page);
    const sheet = page.getByRole('alertdialog', { name: 'The price has changed' });
    await expect(sheet).toContainText('The price is now $1.49. Pay this?');
    await sheet.getByRole('button', { name: 'Go on with $1.49' }).click();
    // The server still says $0.99: the player is asked again, and nothing was made meanwhile.
    await expect(sheet).toContainText('The price is now $0.99. Pay this?');
    await sheet.getByRole('button', { name: 'Not now' }).click();
    await expect(page).toHaveURL('/miniflix/goodsList');
  });
  await test.step('10028', async () => {
    await answerOnce(page, create, 10_028);
    await openGems(page);
    await expect(page.getByText('This item has no price for your country.')).toBeVisible();
    await expect(page.getByText('You have not been charged.')).toBeVisible();
    await chooseCountry(page, 'Germany');
    await fillCard(page, CARDS.success);
    await payButton(page, '€0.99').click();
    await expect(page.getByRole('heading', PAID)).toBeVisible();
  });
});

test('[S05, F04] another language on the payment page keeps the order, the country and the way to pay', async ({
  page,
}) => {
  const orders = watchOrders(page);
  await signIn(page, MINIFLIX);
  await openGems(page);
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
  const form = cardForm(page);
  // Its words come from its script, which then listens.
  await expect(form.locator('label').first()).not.toBeEmpty();
  await form.locator('#number').pressSequentially(CARDS.success);
  await form.locator('#expiry').pressSequentially('1239');
  await form.locator('#cvv').pressSequentially('123');
  await payButton(page, '€0.99', sayIn('zh')).click();
  await expect(page.getByRole('heading', { level: 1, name: /^60/ })).toBeVisible();
  expect(orders.size).toBe(1);
  await expectCharged(orders, 1);
});

test('[F01, F02, F04] a first purchase takes six taps, one more takes three at most', async ({
  page,
}) => {
  const say = sayIn('en');
  const taps = await countTaps(page);
  await page.goto('/miniflix');
  await confirmCharacter(page, { server: MINIFLIX.server, cid: freshCid() });
  await page.getByRole('button', { name: continueAs(say) }).click();
  await page.getByRole('button', { name: /^60 Gems, / }).click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await payByCard(page, MINIFLIX.price, CARDS.success);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  expect(taps(), 'server, its name, continue, item, buy, pay').toBeLessThanOrEqual(6);

  const before = taps();
  await page.goto('/miniflix');
  await page.getByRole('button', { name: /^Buy again, 60 Gems/ }).click();
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();
  await payByCard(page, MINIFLIX.price, CARDS.success);
  await expect(page.getByRole('heading', PAID)).toBeVisible();
  expect(taps() - before).toBeLessThanOrEqual(3);
});
