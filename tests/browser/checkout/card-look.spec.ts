import { speak, TRANSLATED } from '../../support/browser/languages.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { hasPictures } from '../../support/browser/settled.ts';
import { expect, test } from '../../support/browser/test.ts';

/** How far the words on the card reach into its gems, px. */
function overlap(card: Element): number {
  const words = card.querySelector(':scope > p')?.getBoundingClientRect();
  const gems = [...card.querySelectorAll('img')].map((each) => each.getBoundingClientRect());
  if (words === undefined || gems.length === 0) return Number.NaN;
  // A picture's edge is empty.
  return words.right - Math.min(...gems.map(({ left, width }) => left + width * 0.15));
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('[F10, S06, A01] in no language do the words on the weekly card lie on its gems', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, MINIFLIX);
  await page.goto('/miniflix/activity/card');
  const plate = page.locator('[data-hero] > p');
  await expect(plate).toHaveText('Not active yet');
  await page.waitForFunction(hasPictures);
  await page.evaluate(() => document.fonts.ready);
  const known = TRANSLATED.toSorted((one) => (one === 'en' ? -1 : 1));
  for (const lang of known) {
    if (lang !== 'en') await speak(page, MINIFLIX.code, lang);
    await expect
      .poll(() => page.locator('[data-hero]').evaluate(overlap), lang)
      .toBeLessThanOrEqual(0);
  }
});
