import { findBrokenWords } from '../../support/browser/word-breaks.ts';
import { signIn } from '../../support/browser/player.ts';
import { projectOf } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** One of the two themes with the widest letters. */
const PROJECT = projectOf('vp_mbo');

// looks.spec measures the long words of other languages in the pages of a project.
test.describe('in ta', () => {
  test.use({ locale: 'ta-IN' });

  test('[S06, A05] no heading or button breaks inside a word at 360 and 320 px in ta, and the search finds one that does', async ({
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
    await page.evaluate(() => {
      const heading = document.body.appendChild(document.createElement('h1'));
      heading.textContent = 'Unteilbarkeitsvermutung, links-rechts';
      heading.style.inlineSize = '120px';
      heading.style.fontSize = '20px';
      heading.style.overflowWrap = 'anywhere';
    });
    const found = await page.evaluate(findBrokenWords);
    // It takes no hyphen for a break.
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('"Unteilbarkeitsvermutung," breaks');

    async function look(name: string, open: () => Promise<void>): Promise<void> {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 360, height: 800 });
        await open();
        await expect(page.locator('html')).toHaveAttribute('lang', /^ta/);
        for (const width of [360, 320]) {
          await resizeTo(page, { width, height: 800 });
          const found = () => page.evaluate(findBrokenWords);
          await expect.poll(found, `${name} at ${width} px`).toEqual([]);
        }
      });
    }
  });
});
