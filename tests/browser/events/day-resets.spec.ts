import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ timezoneId: 'Asia/Kolkata' });

test('[F10] the end of the shop’s day is told in the player’s own time zone', async ({ page }) => {
  await signIn(page);
  await page.goto('/miniflix/activity/card');
  await expect(page.getByText('Resets daily at 5:30 AM')).toBeVisible();
});
