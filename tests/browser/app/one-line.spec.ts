import { chooseServer, signIn } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, fullUnless, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

for (const lang of ['en', 'ta', 'de'] as const) {
  test.describe(lang, () => {
    test.use({ locale: lang });

    test(`[A05] server and level stand on one line, the level whole or not at all, in ${lang}${fullUnless(lang === 'ta')}`, async ({
      page,
    }) => {
      await signIn(page);
      await page.goto('/miniflix/goodsList');
      await expect(page.locator('main li button[aria-pressed]').first()).toBeVisible();
      for (const [width, height] of [
        [360, 800],
        [320, 640],
        [800, 360],
        [768, 1024],
        [1280, 800],
        [1600, 900],
      ] as const) {
        await resizeTo(page, { width, height });
        const strip = page.getByTitle(/^S01 .* · /).and(page.locator(':visible'));
        await expect(strip).toHaveCount(1);
        const seen = await strip.evaluate((line) => {
          const [server, level] = line.children;
          if (!server || !level) throw new Error('server and level are drawn');
          const box = line.getBoundingClientRect();
          const at = level.getBoundingClientRect();
          return {
            lines: Math.round(box.height / Number.parseFloat(getComputedStyle(line).lineHeight)),
            isServerIn: server.getBoundingClientRect().bottom <= box.bottom + 1,
            isLevelWhole: at.right <= box.right + 1 && at.bottom <= box.bottom + 1,
            isLevelOut: at.top >= box.bottom - 1,
          };
        });
        const at = `${width}x${height} ${JSON.stringify(seen)}`;
        expect.soft(seen.lines, at).toBe(1);
        expect.soft(seen.isServerIn, at).toBe(true);
        expect.soft(seen.isLevelWhole || seen.isLevelOut, at).toBe(true);
      }
    });
  });
}

test('[F01, A05] a server of up to 15 letters stands on one line of its field at 360 px, a longer one on two @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const say = sayIn('en');
  for (const { code, server } of PROJECTS) {
    await test.step(code, async () => {
      await page.goto(`/${code}`);
      await chooseServer(page, server, say);
      const name = page
        .getByRole('button', { name: new RegExp(`^${say('home.server')}, ${server}`) })
        .locator('span');
      const lines = await name.evaluate((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getClientRects().length;
      });
      expect.soft(lines, code).toBe(server.length <= 15 ? 1 : 2);
    });
  }
});
