import type { Page } from '@playwright/test';
import { speak } from '../../support/browser/languages.ts';
import { keep, signIn, want } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

const BARGAIN = '/miniflix/activity/bargainirg';
const PHONES = [
  { width: 360, height: 800 },
  { width: 320, height: 640 },
] as const;

const LANGS = ['en', 'de', 'ta'] as const;

test(`[F07, A05] no pack and no tab of the bargain is cut on a phone's first screen, and a tab's label has one line, in ${LANGS.join(', ')}`, async ({
  page,
}) => {
  const { client } = await signIn(page);
  const { packs } = await want(client.call('bargainInfo', {}));
  await page.goto(BARGAIN);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(3);
  await test.step('no pack chosen', () => looksWhole(page));
  await want(client.call('bargainChoose', { pack_id: packs[0]?.pack_id ?? '' }));
  await page.goto(BARGAIN);
  await expect(page.getByRole('radio').first()).toBeChecked();
  await test.step('a pack chosen', () => looksWhole(page));
  const foot = page.locator('main [data-foot]');
  const [before = '', after = ''] = sayIn('ta')('bargain.to_minimum', { price: '\n' }).split('\n');
  await expect(foot).toContainText(before);
  await expect(foot).toContainText(after);
  // A price of its own beside the button would read as one that can be paid now.
  await expect(foot.locator('b:not(:empty)')).toHaveCount(0);

  // Indonesian amounts are the longest on the coupon.
  await keep(page, { 'country:miniflix': 'ID' });
  await page.goto(BARGAIN);
  const amount = page.locator('main small + b').filter({ hasText: '−' });
  await expect(amount).toHaveText(/Rp|IDR/);
  const outside = () =>
    amount.evaluate((each) => {
      const own = each.getBoundingClientRect();
      const stub = each.parentElement?.getBoundingClientRect() ?? own;
      return Math.max(stub.left - own.left, own.right - stub.right, each.scrollWidth - own.width);
    });
  for (const lang of LANGS) {
    if (lang !== 'en') await speak(page, MINIFLIX.code, lang);
    for (const size of PHONES) {
      await resizeTo(page, size);
      const what = `the coupon in ${lang} at ${size.width} px`;
      await expect.poll(outside, what).toBeLessThanOrEqual(1);
    }
  }
});

/** In each language, the last of which stays. */
async function looksWhole(page: Page): Promise<void> {
  for (const lang of LANGS) {
    if (lang !== 'en') await speak(page, MINIFLIX.code, lang);
    await test.step(lang, () => looksWholeNow(page));
  }
}

async function looksWholeNow(page: Page): Promise<void> {
  for (const size of PHONES) {
    await resizeTo(page, size);
    const seen = () =>
      page.evaluate(() => {
        const foot = document.querySelector('main [data-foot]')?.getBoundingClientRect().top ?? 0;
        const box = (each: Element) => each.getBoundingClientRect();
        const cut = [...document.querySelectorAll('[role=tablist], [role=radiogroup] > label')]
          .filter((each) => box(each).top < foot && box(each).bottom > foot)
          .map(
            (each) => `${each.textContent} ends at ${box(each).bottom}, the foot begins at ${foot}`,
          );
        const labels = [...document.querySelectorAll('[role=tab]')].map((tab) => {
          const range = document.createRange();
          range.selectNodeContents(tab);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
        return { cut, labels };
      });
    await expect.poll(seen, `${size.width}x${size.height}`).toEqual({ cut: [], labels: [1, 1, 1] });
  }
}
