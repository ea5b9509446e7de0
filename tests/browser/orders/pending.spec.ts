import { CARDS } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { decidePending } from '../../support/browser/sandbox.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F06, F15, S08] a payment that waits for its bank is named on shelf and home until the bank approves or rejects it @full', async ({
  page,
}) => {
  const shown = await listenTo(page);
  const shopper = await signIn(page);
  const strip = page.getByRole('main').getByRole('link', { name: /^Waiting for your bank/ });
  for (const [result, said] of [
    ['approve', 'Paid. Your items are on their way.'],
    ['reject', 'Declined, not charged'],
  ] as const) {
    await test.step(result, async () => {
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS.thinking);
      if (result === 'approve') {
        await page.goto('/miniflix/goodsList');
        await expect(strip).toContainText('$0.99');
      }
      await page.goto('/miniflix');
      await expect(strip).toContainText('$0.99');
      await expect(strip).toHaveAttribute('href', /^\/miniflix\/orders#order=/);

      await decidePending(new Set([opened.order_id]), result);
      await expect(strip).toBeHidden();
      await shown.announced(said);
    });
  }
});
