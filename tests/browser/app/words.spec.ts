import { findBrokenWords } from '../../support/browser/word-breaks.ts';
import { signIn } from '../../support/browser/player.ts';
import { projectOf } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, fullUnless, test } from '../../support/browser/test.ts';

/** One of the two themes with the widest letters. */
const PROJECT = projectOf('vp_mbo');

for (const [lang, locale] of [
  ['ru', 'ru-RU'],
  ['ko', 'ko-KR'],
  ['pt', 'pt-BR'],
  ['de', 'de-DE'],
  ['ta', 'ta-IN'],
] as const) {
  test.describe(`in ${lang}`, () => {
    test.use({ locale });

    test(`[S06, A05] no heading or button breaks inside a word at 360 and 320 px in ${lang}${fullUnless(lang === 'ta')}`, async ({
      page,
    }) => {
      const { home, ...later } = STOPS;
      await look('home', () => home(page, PROJECT));
      const shopper = await signIn(page, PROJECT);
      for (const path of ['/login', '/nowhere/at/all', `/${PROJECT.code}/cart`] as const) {
        await look(path, async () => {
          await page.goto(path);
          await expect(page.locator('main h1').first()).toBeVisible();
        });
      }
      for (const [name, open] of Object.entries(later)) {
        await look(name, () => open(page, PROJECT, shopper));
      }

      async function look(name: string, open: () => Promise<void>): Promise<void> {
        await test.step(name, async () => {
          await page.setViewportSize({ width: 360, height: 800 });
          await open();
          await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`));
          for (const width of [360, 320]) {
            await resizeTo(page, { width, height: 800 });
            const found = () => page.evaluate(findBrokenWords);
            await expect.poll(found, `${name} at ${width} px`).toEqual([]);
          }
        });
      }
    });
  });
}

test('the search for broken words finds a word that breaks, and takes no hyphen for one', async ({
  page,
}) => {
  await page.goto('/login');
  // A heading of its own: a script that begins later would write the page's text again.
  await page.evaluate(() => {
    const heading = document.body.appendChild(document.createElement('h1'));
    heading.textContent = 'Unteilbarkeitsvermutung, links-rechts';
    heading.style.inlineSize = '120px';
    heading.style.fontSize = '20px';
    heading.style.overflowWrap = 'anywhere';
  });
  const found = await page.evaluate(findBrokenWords);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('"Unteilbarkeitsvermutung," breaks');
});
