import type { Locator } from '@playwright/test';
import { signIn } from '../../support/browser/player.ts';
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

test('[F11] a banner says in a filled badge how much is ready; rail and main link show the number in the ribbon’s colours', async ({
  page,
}) => {
  await signIn(page);
  // The coupon, the day's sign-in and the spin.
  const badge = page
    .getByText('3 ready', { exact: true })
    .locator('..')
    .and(page.locator(':visible'));
  for (const path of ['/miniflix/goodsList', '/miniflix']) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);
    await expect(badge).toHaveCount(1);
    expect(await styleOf(badge), path).toEqual([
      'rgb(255, 225, 77)',
      'rgb(42, 20, 3)',
      'rgb(255, 255, 255) 0px 0px 0px 2px',
    ]);
    for (const width of [360, 320]) {
      await resizeTo(page, { width, height: 800 });
      await expect.poll(() => isClear(badge), `${path} at ${width} px`).toBe(true);
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

// Units of time are long in Tamil; the banners of a tablet are narrow.
for (const [lang, words, widths] of [
  ['ta', '3 தயார்', [360, 320, 768]],
  ['ko', '3개 수령 가능', [360, 320, 768]],
] as const) {
  test.describe(lang, () => {
    test.use({ locale: lang });

    test(`[F11, A05] a badge covers no other word of its banner at ${widths.join(', ')} px in ${lang} @full`, async ({
      page,
    }) => {
      await signIn(page);
      const badge = page
        .getByText(words, { exact: true })
        .locator('..')
        .and(page.locator(':visible'));
      for (const path of ['/miniflix/goodsList', '/miniflix']) {
        await page.setViewportSize({ width: 360, height: 800 });
        await page.goto(path);
        await expect(badge).toHaveCount(1);
        for (const width of widths) {
          await resizeTo(page, { width, height: 800 });
          await expect.poll(() => isClear(badge), `${path} at ${width} px`).toBe(true);
        }
      }
    });
  });
}
