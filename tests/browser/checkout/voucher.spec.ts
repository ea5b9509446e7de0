import { CODES } from '@webpay/contract/codes';
import { answerOnce } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { chooseCountry, openCheckout } from '../../support/browser/checkout.ts';
import { signIn } from '../../support/browser/player.ts';
import { addresses } from '../../support/browser/shop.ts';
import { expect, test } from '../../support/browser/test.ts';
import { payAtDesk } from '../../support/shopper.ts';

test.use({ viewport: { width: 360, height: 800 } });

test('[F04] a limited good, and a code too many, say why no code pays them; a code waits on its page, the shelf and the orders, and its payment shows by itself', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/directPayment?product=pack-premiere-night&count=1');
  await chooseCountry(page, 'Mexico');
  const oxxo = page.getByRole('radio', { name: 'OXXO' });
  await expect(oxxo).toBeDisabled();
  await expect(oxxo).toHaveAccessibleDescription('Not for limited or event items');

  await openCheckout(page);
  await oxxo.check();
  const most = { why: 'left', max: 6 };
  await answerOnce(page, '/api/recharge/order/create', CODES.CHANNEL_UNAVAILABLE, most);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(oxxo).toBeDisabled();
  await expect(oxxo).toHaveAccessibleDescription(
    'You have 6 unpaid payment codes. Pay one, wait until one expires, or pay another way.',
  );

  await openCheckout(page);
  await expect(oxxo).toHaveAccessibleDescription(
    "Get a code and pay within 5 days. OXXO can't send money back. For a refund, contact customer service.",
  );
  await oxxo.check();
  await page.getByRole('button', { name: /^Pay / }).click();
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText('Pay with OXXO');
  const box = page.getByRole('group', { name: 'Payment code' });
  await expect(box).toContainText(/\d{4}/);
  const code = (await box.locator('[dir=ltr]').innerText()).replaceAll(/\D/g, '');
  expect(code).toMatch(/^\d{14}$/);
  await expect(page.getByText('Show the code at the counter')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto('/miniflix/goodsList');
  const strip = page.getByRole('main').getByRole('link', { name: /^Pay with your code by / });
  await strip.click();
  await expect(headline).toHaveText('Pay with OXXO');
  await expect(page.getByRole('group', { name: 'Payment code' })).toBeVisible();
  await payAtDesk(addresses(), code, 'pay');
  await expect(headline).toHaveText('60 Gems delivered');
});
