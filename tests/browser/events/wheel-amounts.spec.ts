import { speak } from '../../support/browser/languages.ts';
import { keep, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ viewport: { width: 320, height: 720 }, locale: 'ko-KR' });

// They write the longest amounts of the board: "−US$2.00".
test('[F08, A17] every amount of the wheel fits its cell on narrow phones in ko and zh', async ({
  page,
}) => {
  await signIn(page);
  for (const country of ['US', 'ID']) {
    await keep(page, { 'country:miniflix': country });
    await page.goto('/miniflix/activity/bargainirg#wheel');
    const cells = page.locator('[data-cell]');
    await expect(cells).toHaveCount(8);
    for (const lang of ['ko', 'zh'] as const) {
      if (lang === 'zh') await speak(page, MINIFLIX.code, lang);
      if (country === 'US') await expect(cells.filter({ hasText: '−US$' })).not.toHaveCount(0);
      for (const width of [320, 360]) {
        await resizeTo(page, { width, height: 720 });
        const outside = () =>
          cells.evaluateAll((all) =>
            all.flatMap((cell) => {
              const text = document.createRange();
              const span = cell.querySelector('span > span');
              if (span === null) return ['no text'];
              text.selectNodeContents(span);
              const { left, right } = text.getBoundingClientRect();
              const own = cell.getBoundingClientRect();
              const fits = left >= own.left && right <= own.right;
              return fits ? [] : [`${span.textContent} ${right - left} > ${own.width}`];
            }),
          );
        await expect.poll(outside, `${country} at ${width} px in ${lang}`).toEqual([]);
      }
    }
  }
});
