import type { Page } from '@playwright/test';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[F02, F06] home and the goods list state a gain over the game and a worth of packs, only with their figures @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  const promise = page.getByText(/^Up to \+\d+% here$/);
  await expect(promise).toBeVisible();
  const most = Number(/\d+/.exec((await promise.textContent()) ?? '')?.[0]);
  await page.getByRole('button', { name: /^See all/ }).click();
  const badges = page.getByRole('main').getByText(/^\+\d+%$/);
  const highest = async () =>
    Math.max(...(await badges.allTextContents()).map((each) => Number(/\d+/.exec(each)?.[0])));
  await expect.poll(highest).toBe(most);
  await expectGain(page);
  await expect(page.getByRole('button', { name: /^Studio star, Worth \$59\.13, / })).toContainText(
    'Worth $59.13',
  );

  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await expectGain(page);

  await expect(page.getByRole('button', { name: /^Matinee pack, \$2\.99/ })).toBeVisible();
  const pack = page.getByRole('button', { name: /^Studio star, Worth \$59\.13, / });
  await expect(pack).toContainText('Worth $59.13');
  await pack.click();
  await expect(page.getByRole('dialog')).toContainText('Worth $59.13');
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
