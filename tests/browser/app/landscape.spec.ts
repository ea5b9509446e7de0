import { CARDS, fillCard, listedGood, payButton } from '../../support/browser/checkout.ts';
import { continueButton, confirmCharacter } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

/** Phones held sideways; a game's web view is often the smaller one. */
for (const width of [800, 740]) {
  test.describe(`${width} × 360`, () => {
    test.use({ viewport: { width, height: 360 } });

    test(`[A05, F01, F02, F04] a pack is bought from home to its delivery, each primary button in sight @full`, async ({
      page,
    }) => {
      await page.goto('/miniflix');
      await confirmCharacter(page);
      await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
      await continueButton(page).click();

      await listedGood(page, 'Matinee pack').click();
      const item = page.getByRole('dialog', { name: 'Matinee pack' });
      await expect(item.getByRole('heading', { name: 'Matinee pack' })).toBeInViewport({
        ratio: 1,
      });
      const buy = item.getByRole('button', { name: 'Buy now · $2.99' });
      await expect(buy).toBeInViewport({ ratio: 1 });
      await buy.click();

      await fillCard(page, CARDS.success);
      await expect(payButton(page, '$2.99')).toBeInViewport({ ratio: 1 });
      await payButton(page, '$2.99').click();
      const outcome = page.getByRole('heading', {
        level: 1,
        name: /^Matinee pack.* (on (?:its|their) way|delivered)$/,
      });
      await expect(outcome).toBeInViewport({ ratio: 1 });
      await expect(page.locator('[data-primary]:visible')).toBeInViewport({ ratio: 1 });
    });
  });
}
