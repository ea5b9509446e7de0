import { keep, signIn } from '../../support/browser/player.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** They write the longest amounts of the board: "−US$2.00". */
for (const locale of ['ko-KR', 'zh-CN']) {
  test(`[F08, A17] every amount of the wheel fits its cell on narrow phones in ${locale}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 720 } });
    const page = await context.newPage();
    await signIn(page);
    for (const country of ['US', 'ID']) {
      await keep(page, { 'country:miniflix': country });
      await page.goto('/miniflix/activity/bargainirg#wheel');
      await expect(page.locator('[data-cell]')).toHaveCount(8);
      for (const width of [320, 360]) {
        await resizeTo(page, { width, height: 720 });
        const outside = () =>
          page.locator('[data-cell]').evaluateAll((cells) =>
            cells.flatMap((cell) => {
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
        await expect.poll(outside, `${country} at ${width} px`).toEqual([]);
      }
    }
    await context.close();
  });
}
