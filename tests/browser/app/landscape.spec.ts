import type { Locator, Page } from '@playwright/test';
import { CARDS, fillCard, listedGood, payButton } from '../../support/browser/checkout.ts';
import { continueButton, confirmCharacter } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** Phones held sideways; a game's web view is often the smaller one. */
const WIDTHS = [800, 740];

/** At each width. */
async function expectInSight(page: Page, ...parts: readonly Locator[]): Promise<void> {
  for (const width of WIDTHS) {
    await resizeTo(page, { width, height: 360 });
    for (const part of parts) await expect(part, `${width} px`).toBeInViewport({ ratio: 1 });
  }
}

test(`[A05, F01, F02, F04] at ${WIDTHS.join(' and ')} × 360 a pack is bought from home to its delivery, each primary button in sight @full`, async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/miniflix');
  await confirmCharacter(page);
  await expectInSight(page, continueButton(page));
  await continueButton(page).click();

  await listedGood(page, 'Matinee pack').click();
  const item = page.getByRole('dialog', { name: 'Matinee pack' });
  const buy = item.getByRole('button', { name: 'Buy now · $2.99' });
  await expectInSight(page, item.getByRole('heading', { name: 'Matinee pack' }), buy);
  await buy.click();

  await fillCard(page, CARDS.success);
  await expectInSight(page, payButton(page, '$2.99'));
  await payButton(page, '$2.99').click();
  const outcome = page.getByRole('heading', {
    level: 1,
    name: /^Matinee pack.* (on (?:its|their) way|delivered)$/,
  });
  await expectInSight(page, outcome, page.locator('[data-primary]:visible'));
});
