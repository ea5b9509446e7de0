import type { Page } from '@playwright/test';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F02, F06] the goods list states a gain over the game and a worth of packs, only with their figures @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await expectGain(page);

  await expect(page.getByRole('button', { name: /^Matinee pack, \$2\.99/ })).toBeVisible();
  const pack = page.getByRole('button', { name: /^Studio star, Worth \$59\.13, / });
  await expect(pack).toContainText('Worth $59.13');
  await pack.click();
  await expect(page.getByRole('dialog')).toContainText('Worth $59.13');
});

test('[F02, F06] home states the same gain and worth to a visitor without a character @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await page.getByRole('button', { name: /^See all/ }).click();
  await expectGain(page);
  await expect(page.getByRole('button', { name: /^Studio star, Worth \$59\.13, / })).toContainText(
    'Worth $59.13',
  );
});

test('[R17, F06] the weekly card states how many times as much it gives @full', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/activity/card');
  const card = page.getByRole('region', { name: 'Weekly Card' });
  await expect(card).toContainText('2.7×');
  await expect(card).toContainText('as much for the same money, over 7 days');
});

/** A figure stands where there is a gain, and nothing where there is none. */
async function expectGain(page: Page): Promise<void> {
  const gaining = page.getByRole('button', {
    name: /^620 Gems, plus 62 bonus, 10% more than in the game, \$9\.99/,
  });
  await expect(gaining).toContainText('682 Gems');
  await expect(gaining).toContainText('620 in game');
  await expect(gaining).toContainText('+10%');
  const plain = page.getByRole('button', { name: /^60 Gems, \$0\.99/ });
  await expect(plain).toBeVisible();
  await expect(plain).not.toContainText('in game');
  await expect(plain).not.toContainText('%');
}
