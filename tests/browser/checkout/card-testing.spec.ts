import { nextPicture } from '../../support/browser/access.ts';
import { answerOf } from '../../support/browser/answers.ts';
import { cardForm, openCheckout, payButton } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

const CREATE = '**/api/recharge/order/create';

test('card testing: the payment page asks for an image code, sends it with its handle, and tells a pause (14.11) @full', async ({
  page,
}) => {
  const sent: URLSearchParams[] = [];
  // Declines are counted by the server's tests; here the shop answers as after them.
  await page.route(CREATE, (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    sent.push(form);
    if (sent.length === 1) return route.fulfill(answerOf(20003, null));
    if (sent.length === 2) return route.fulfill(answerOf(10007, null));
    return route.fulfill(answerOf(10002, { retry_after_ms: 299_000 }));
  });
  await signIn(page);
  await openCheckout(page);
  const field = page.getByRole('textbox', { name: 'Characters in the picture' });
  await expect(field).toBeVisible();
  await expect(page.getByRole('alert').first()).toContainText("You haven't been charged.");
  await expect(payButton(page)).toBeVisible();
  const first = await nextPicture(page);
  // An empty code is not sent, and the field says so.
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription('Enter the picture code.');
  expect(sent).toHaveLength(1);
  await field.fill('AAAA');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();

  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]?.get('v_code')).toBeNull();
  expect(sent[1]?.get('v_code')).toBe('AAAA');
  expect(sent[1]?.get('v_code_md5')).not.toBe('');
  expect(sent[1]?.get('order_key')).toBe(sent[0]?.get('order_key'));
  await expect(field).toHaveAccessibleDescription(/./);
  await expect(field).toHaveValue('');
  // Without its picture a code would not be sent.
  await nextPicture(page, first);
  await field.fill('BBBB');
  await field.press('Enter');
  // The block is gone; the keyboard goes on at the chosen method.
  await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeFocused();

  // New picture was drawn: each serves one attempt.
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]?.get('v_code_md5')).not.toBe(sent[1]?.get('v_code_md5'));
  const pause = page.getByRole('alert').first();
  await expect(pause).toContainText('You can try again in 5 minutes.');
  await expect(pause.getByRole('button', { name: 'Contact customer service' })).toBeVisible();
  await page.unroute(CREATE);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test('a country without a method leads to customer service (14.1); a pause of card testing counts down, and shows on a screen that ends above it (14.11) @full', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page);
  await page.route('**/api/recharge/product/pay_channel', (route) =>
    route.fulfill(answerOf(200, { country: 'US', channels: [] })),
  );
  await page.goto('/miniflix/directPayment?product=gems-60&count=1');
  await expect(page.getByText(/^No payment methods available in United States\./)).toBeVisible();
  await page.getByRole('button', { name: 'Contact customer service' }).click();
  await expect(page.getByRole('dialog', { name: 'Customer service' })).toBeVisible();
  await expect(page.getByText('Choose a payment method first')).toHaveCount(0);
  await page.unroute('**/api/recharge/product/pay_channel');

  await page.setViewportSize({ width: 800, height: 360 });
  await page.route(CREATE, (route) => route.fulfill(answerOf(10002, { retry_after_ms: 900_000 })));
  await openCheckout(page);
  const pause = page.getByRole('alert').getByRole('timer');
  await expect(pause).toContainText(/You can try again in 1[45] minutes\./);
  await expect(
    page.getByRole('heading', { name: "We couldn't create your order" }),
  ).toBeInViewport();
  await page.clock.fastForward('05:00');
  await expect(pause).toContainText(/You can try again in (?:9|10) minutes\./);
});
