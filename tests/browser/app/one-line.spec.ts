import type { Page } from '@playwright/test';
import { speak } from '../../support/browser/languages.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { findTextFaults } from '../../support/browser/text-fit.ts';
import { sayIn } from '../../support/browser/texts.ts';

/** Names the signed-in character. */
const rename = (page: Page, name: string): Promise<void> =>
  page.evaluate((to) => {
    const key = 'webpay:user:miniflix';
    // Verified edge: signIn stored it.
    const user = JSON.parse(localStorage.getItem(key) ?? '') as { readonly role: object };
    localStorage.setItem(key, JSON.stringify({ ...user, role: { ...user.role, name: to } }));
  }, name);

const LANGS = ['en', 'ru', 'ta'] as const;

test(`[A05, S06] a name of 12 letters, then server and level stand on one line, no card of the shelf cuts its words, and home's question about the country takes two lines, in ${LANGS.join(', ')} @full`, async ({
  page,
}) => {
  await page.goto('/miniflix');
  for (const lang of LANGS) {
    if (lang !== 'en') await speak(page, MINIFLIX.code, lang);
    await test.step(`the question in ${lang}`, () => expectShortQuestion(page, lang));
  }
  await signIn(page);
  await rename(page, 'ThunderBlade');
  await page.goto('/miniflix/goodsList');
  await expect(page.locator('main li button[aria-pressed]').first()).toBeVisible();
  for (const lang of LANGS) {
    if (lang !== 'en') await speak(page, MINIFLIX.code, lang);
    await test.step(`the shelf in ${lang}`, () => expectOneLine(page));
  }
});

/** Beside a panel. */
async function expectShortQuestion(page: Page, lang: (typeof LANGS)[number]): Promise<void> {
  const yes = page.getByRole('button', { name: sayIn(lang)('home.country_yes'), exact: true });
  const question = yes.locator('xpath=preceding-sibling::span[1]');
  for (const [width, height] of [
    [800, 360],
    [740, 360],
    [768, 1024],
    [1024, 768],
    [1280, 800],
  ] as const) {
    await resizeTo(page, { width, height });
    const lines = () =>
      question.evaluate((each) =>
        Math.round(
          each.getBoundingClientRect().height /
            Number.parseFloat(getComputedStyle(each).lineHeight),
        ),
      );
    await expect.poll(lines, `${width}x${height}`).toBeLessThanOrEqual(2);
  }
}

async function expectOneLine(page: Page): Promise<void> {
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
    const measure = (line: Element) => {
      const [server, level] = line.children;
      if (!server || !level) throw new Error('server and level are drawn');
      const box = line.getBoundingClientRect();
      const at = level.getBoundingClientRect();
      const name = line.previousElementSibling;
      if (!name) throw new Error('the name is drawn');
      return {
        isNameWhole: name.scrollWidth <= name.clientWidth,
        lines: Math.round(box.height / Number.parseFloat(getComputedStyle(line).lineHeight)),
        isServerIn: server.getBoundingClientRect().bottom <= box.bottom + 1,
        isLevelWhole: at.right <= box.right + 1 && at.bottom <= box.bottom + 1,
        isLevelOut: at.top >= box.bottom - 1,
      };
    };
    // A font may still arrive.
    const wrong = async () => {
      const seen = await strip.evaluate(measure);
      const isRight =
        seen.isNameWhole &&
        seen.lines === 1 &&
        seen.isServerIn &&
        (seen.isLevelWhole || seen.isLevelOut);
      return [...(isRight ? [] : [seen]), ...(await page.evaluate(findTextFaults))];
    };
    await expect.poll(wrong, `${width}x${height}`).toEqual([]);
  }
}
