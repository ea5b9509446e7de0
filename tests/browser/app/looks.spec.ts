import { findBarriers, THEME_RULES } from '../../support/browser/axe.ts';
import { speak } from '../../support/browser/languages.ts';
import { signIn } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const PHONE = { width: 360, height: 800 };
const WIDTHS = [{ width: 320, height: 640 }, { width: 1280, height: 800 }, PHONE] as const;

function findWide(): readonly string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll('body *')].filter((each) => {
    const { right, width } = each.getBoundingClientRect();
    return width > 0 && right > clientWidth + 0.5;
  });
  return [
    `${scrollWidth} > ${clientWidth}`,
    ...wide.slice(-5).map((each) => `${each.tagName} ${each.className}`),
  ];
}

// Layout and colours are the theme's: a language a project is enough; overflow.spec measures all 21.
for (const [index, project] of PROJECTS.entries()) {
  const lang = index % 2 === 0 ? 'en' : 'zh';
  // All themes share the elements of a screen, so one is searched by every rule, and the others by those that read colours,
  // sizes and pictures. Home has parts of single projects: a banner, an announcement, the choice of statistics.
  const isWhole = index === 0;
  test(`[A01, A03, A05] every screen of ${project.code} in ${lang} fits 320, 360 and 1280 px and has no accessibility violation @full`, async ({
    page,
  }) => {
    const { home, ...later } = STOPS;
    await look('home', () => home(page, project));
    const shopper = await signIn(page, project);
    for (const [name, open] of Object.entries(later)) {
      await look(name, () => open(page, project, shopper));
    }

    async function look(name: string, open: () => Promise<void>): Promise<void> {
      await test.step(name, async () => {
        await open();
        // Colours depend on the theme only, so they are checked before the language changes.
        const rules = isWhole || name === 'home' ? {} : { only: THEME_RULES };
        expect(await findBarriers(page, rules), name).toEqual([]);
        if (lang !== 'en') await speak(page, project.code, lang);
        await fits(`${name} in ${lang}`);
      });
    }

    /** Checks every width; the phone's comes last, with its primary button in view. */
    async function fits(what: string): Promise<void> {
      for (const size of WIDTHS) {
        await resizeTo(page, size);
        await expect.poll(() => page.evaluate(findWide), `${what} at ${size.width} px`).toEqual([]);
      }
      await expect(
        page.locator('[data-primary]:visible').last(),
        `the primary button of ${what}`,
      ).toBeInViewport({ ratio: 1 });
    }
  });
}
