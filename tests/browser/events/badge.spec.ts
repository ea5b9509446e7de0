import type { Locator, Page } from '@playwright/test';
import { speak } from '../../support/browser/languages.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const styleOf = (badge: Locator) =>
  badge.evaluate((each) => {
    const { backgroundColor, color, boxShadow } = getComputedStyle(each);
    return [backgroundColor, color, boxShadow];
  });

/** Whether the badge stands on its banner and covers none of the banner's other words. */
const isClear = (badge: Locator): Promise<boolean> =>
  badge.evaluate((each) => {
    const link = each.closest('a, button');
    if (!link) return false;
    const own = each.getBoundingClientRect();
    const words = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const { currentNode: text } = words;
      if (each.contains(text) || text.parentElement?.closest('.sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const at of range.getClientRects()) {
        const isApart =
          at.right <= own.left ||
          at.left >= own.right ||
          at.bottom <= own.top ||
          at.top >= own.bottom;
        if (at.width > 0 && !isApart) return false;
      }
    }
    const { left, right } = link.getBoundingClientRect();
    return own.left >= left && own.right <= right;
  });

// Units of time are long in Tamil; the banners of a tablet are narrow.
const WORDS = [
  ['en', '3 ready'],
  ['ta', '3 தயார்'],
  ['ko', '3개 수령 가능'],
] as const;

const badgeOf = (page: Page, words: string): Locator =>
  page.getByText(words, { exact: true }).locator('..').and(page.locator(':visible'));

test('[F11, A05] a banner says in a filled badge how much is ready, which covers no other word in en, ta and ko; rail and main link show the number in the ribbon’s colours @full', async ({
  page,
}) => {
  await signIn(page);
  // The coupon, the day's sign-in and the spin.
  const badge = badgeOf(page, '3 ready');
  for (const path of ['/miniflix/goodsList', '/miniflix']) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);
    await expect(badge).toHaveCount(1);
    expect(await styleOf(badge), path).toEqual([
      'rgb(255, 225, 77)',
      'rgb(42, 20, 3)',
      'rgb(255, 255, 255) 0px 0px 0px 2px',
    ]);
    for (const [lang, words] of WORDS) {
      if (lang !== 'en') await speak(page, MINIFLIX.code, lang);
      const spoken = badgeOf(page, words);
      await expect(spoken).toHaveCount(1);
      for (const width of [360, 320, 768]) {
        await resizeTo(page, { width, height: 800 });
        const isAlone = () => isClear(spoken);
        await expect.poll(isAlone, `${path} at ${width} px in ${lang}`).toBe(true);
      }
      await resizeTo(page, { width: 360, height: 800 });
    }
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/miniflix/goodsList');
  const entry = page
    .getByRole('navigation', { name: 'Events' })
    .getByRole('link', { name: /3 ready$/ });
  const count = entry.getByText('3', { exact: true });
  await expect(count).toBeVisible();
  const ribbon = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'background: var(--ribbon); color: var(--on-ribbon)';
    const { backgroundColor, color } = getComputedStyle(probe);
    probe.remove();
    return [backgroundColor, color];
  });
  expect((await styleOf(count.locator('..'))).slice(0, 2)).toEqual(ribbon);

  // The main link counts, too, and moves no other link.
  const links = page.getByRole('navigation', { name: 'Main' });
  const main = links.getByRole('link', { name: /^Events\s*3 ready$/ });
  await expect(main).toBeVisible();
  expect((await styleOf(main.getByText('3', { exact: true }))).slice(0, 2)).toEqual(ribbon);
  expect(
    await main.evaluate((each) => getComputedStyle(each.lastElementChild ?? each).position),
  ).toBe('absolute');
});
