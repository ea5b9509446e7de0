import { hasPictures } from '../../support/browser/axe.ts';
import { speak, TRANSLATED } from '../../support/browser/languages.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';

function overlap(card: Element): number {
  const words = card.querySelector(':scope > p')?.getBoundingClientRect();
  const gems = [...card.querySelectorAll('img')].map((each) => each.getBoundingClientRect());
  if (words === undefined || gems.length === 0) return Number.NaN;
  // The edge of an image is transparent.
  return words.right - Math.min(...gems.map(({ left, width }) => left + width * 0.15));
}

test('[F10, S06, A01] the text on the weekly card overlaps its gems in no language @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page);
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
