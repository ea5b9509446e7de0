import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ timezoneId: 'Asia/Kolkata' });

test('[F10, R17, F06] the weekly card tells the end of the shop’s day in the player’s own time zone, and how many times as much it gives', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/activity/card');
  await expect(page.getByText('Resets daily at 5:30 AM')).toBeVisible();
  const card = page.getByRole('region', { name: 'Weekly Card' });
  await expect(card).toContainText('2.7×');
  await expect(card).toContainText('as much for the same money, over 7 days');
});
