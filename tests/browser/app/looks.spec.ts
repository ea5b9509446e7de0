import type { Page } from '@playwright/test';
import { findBarriers, THEME_RULES } from '../../support/browser/axe.ts';
import { CARDS } from '../../support/browser/checkout.ts';
import { expectComfort, expectStill } from '../../support/browser/comfort.ts';
import { findTextFaultsInAllLanguages, speak } from '../../support/browser/languages.ts';
import { chooseServer, confirmCharacter, freshCid, signIn } from '../../support/browser/player.ts';
import { type Project, PROJECTS } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { findTextFaults } from '../../support/browser/text-fit.ts';
import { sayIn } from '../../support/browser/texts.ts';
import { findBrokenWords } from '../../support/browser/word-breaks.ts';

const PHONE = { width: 360, height: 800 };
const NARROW = { width: 320, height: 640 };
const WIDTHS = [NARROW, { width: 1280, height: 800 }, PHONE] as const;

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

/** The two themes with the widest letters; `npm run pictures` covers the others. */
const WIDEST = ['vp_mbo', 'dr2'];
/** One of them; its words are measured in languages whose words are long. */
const WIDE_WORDS = 'vp_mbo';
const LONG_WORDS = ['ru', 'ko', 'pt', 'de', 'ta'] as const;

// Layout and colours are the theme's: a language a project is enough; the widest themes are measured in all 21.
for (const [index, project] of PROJECTS.entries()) {
  const lang = index % 2 === 0 ? 'en' : 'zh';
  // All themes share the elements of a screen, so one is searched by every rule, and the others by those that read colours,
  // sizes and pictures. Home has parts of single projects: a banner, an announcement, the choice of statistics.
  const isWhole = index === 0;
  const isWidest = WIDEST.includes(project.code);
  const ids = isWhole ? 'A01, A02, A03, A05, A09, F01, F03, S06' : 'A01, A02, A03, A05, F01, S06';
  const more = isWhole
    ? ', has large touch targets, stands still, and fits 200 % zoom and wide text'
    : isWidest
      ? ', and cuts off no text in any language'
      : '';
  test(`[${ids}] every screen of ${project.code} in ${lang} fits 320, 360 and 1280 px, has no accessibility violation${more} @full`, async ({
    page,
  }) => {
    const { home, ...later } = STOPS;
    await look('home', async () => {
      await home(page, project);
      await isTakenOver(page);
      await expect(page).toHaveTitle(`${project.name} · Shop`);
    });
    await test.step('home in Tamil, and with a server', () =>
      expectHomeWhole(page, project, isWhole));
    if (isWidest) {
      await home(page, project);
      await confirmCharacter(page, { server: project.server, cid: freshCid() });
      await expectAllLanguages(page, project, 'home with the character');
    }
    const shopper = await signIn(page, project);
    for (const [name, open] of Object.entries(later)) {
      await look(name, () => open(page, project, shopper));
      if (name === 'cart') await test.step('cart, editing', () => editCart(page));
    }
    if (isWhole) {
      await page.goto(`/${project.code}/activity/bargainirg`);
      await expect(page.locator('main h1')).toBeVisible();
      await expectStill(page, 'bargain');
    }
    for (const card of isWidest ? (['declined', 'challenge'] as const) : []) {
      const opened = await shopper.open();
      await shopper.payByCard(opened, CARDS[card]);
      await page.goto(`/robots.txt`);
      await page.goto(`/${project.code}/payment#order=${opened.token}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expectAllLanguages(page, project, `result, ${card}`);
    }

    async function look(name: string, open: () => Promise<void>): Promise<void> {
      await test.step(name, async () => {
        await open();
        // Colours depend on the theme only, so they are checked before the language changes.
        const rules = isWhole || name === 'home' ? {} : { only: THEME_RULES };
        expect(await findBarriers(page, rules), name).toEqual([]);
        if (isWhole) await expectComfort(page, name);
        if (isWidest) await expectAllLanguages(page, project, name);
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

    /** Marks the items for removal: their row and button are the longest. */
    async function editCart(page: Page): Promise<void> {
      if (!isWhole && !isWidest) return;
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
      const marks = page.locator('main li input[type=checkbox]');
      await expect(marks).not.toHaveCount(0);
      for (const mark of await marks.all()) await mark.check();
      if (isWidest) return expectAllLanguages(page, project, 'cart, editing');
      await speak(page, project.code, 'de');
      await expect(
        page.getByRole('button', { name: sayIn('de')('cart.finish'), exact: true }),
      ).toBeVisible();
      for (const [width, height] of [
        [800, 360],
        [768, 1024],
      ] as const) {
        await resizeTo(page, { width, height });
        await expect.poll(() => page.evaluate(findTextFaults), `${width}x${height}`).toEqual([]);
      }
      await resizeTo(page, PHONE);
    }
  });
}

/** Headline and name are whole in Tamil; a server stands on one line of its field, cut only beyond 15 letters. */
async function expectHomeWhole(page: Page, project: Project, isLong: boolean): Promise<void> {
  const headline = page.locator('main h1').first();
  const before = (await headline.textContent()) ?? '';
  await speak(page, project.code, 'ta');
  await expect(headline).not.toHaveText(before);
  for (const size of [PHONE, NARROW]) {
    await resizeTo(page, size);
    const faults = async () => [
      ...(await page.evaluate(findBrokenWords)),
      ...(await page.evaluate(findTextFaults)),
    ];
    await expect.poll(faults, `home in ta at ${size.width} px`).toEqual([]);
  }
  await speak(page, project.code, 'en');
  await resizeTo(page, PHONE);
  const server = isLong ? 'S05 Starlight Pier' : project.server;
  await chooseServer(page, server);
  const field = page.getByRole('button', { name: new RegExp(`^Server, ${server}`) });
  await expect(field).toHaveAttribute('title', server);
  const measure = (each: Element) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    // A cut line has a box before the dots and one behind them.
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return { lines: tops.size, isCut: each.scrollWidth > each.clientWidth };
  };
  const isWrong = async () => {
    const { lines, isCut } = await field.locator('span').evaluate(measure);
    return lines !== 1 || (isCut && server.length <= 15);
  };
  await expect.poll(isWrong, server).toBe(false);
}

/** No text of the open English page is cut off in any language, and no long word breaks, on the narrowest phones. */
async function expectAllLanguages(page: Page, project: Project, screen: string): Promise<void> {
  await resizeTo(page, NARROW);
  expect(await findTextFaultsInAllLanguages(page, project.code), screen).toEqual([]);
  for (const size of project.code === WIDE_WORDS ? [NARROW, PHONE] : []) {
    await resizeTo(page, size);
    for (const lang of LONG_WORDS) {
      await speak(page, project.code, lang);
      const found = () => page.evaluate(findBrokenWords);
      await expect.poll(found, `${screen} in ${lang} at ${size.width} px`).toEqual([]);
    }
    await speak(page, project.code, 'en');
  }
  await resizeTo(page, PHONE);
}
