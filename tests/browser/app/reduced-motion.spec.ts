import type { Page } from '@playwright/test';
import { listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { expect, test } from '../../support/browser/test.ts';

// The set-up of all browser tests asks for reduced motion.

/** Elements that would move, with the part of their style that says so. */
function findMotion(): string[] {
  const isLong = (times: string): boolean => times.split(',').some((each) => parseFloat(each) > 0);
  return [...document.querySelectorAll('body, body *')].flatMap((each) =>
    [null, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(each, part);
      const name = `${each.tagName} ${each.className}${part ?? ''}`;
      // The note of a page whose script is late waits; it does not move.
      const moves =
        style.animationName !== 'none' && isLong(style.animationDuration) && each.id !== 'late';
      return [
        ...(moves ? [`${name} animates ${style.animationName}`] : []),
        ...(isLong(style.transitionDuration) ? [`${name} changes by ${style.transition}`] : []),
      ];
    }),
  );
}

async function isStill(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(findMotion), screen).toEqual([]);
  const running = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(running, `${screen} runs animations`).toBe(0);
}

test('[A01] with reduced motion no screen of a purchase animates or takes time for a change @full', async ({
  page,
}) => {
  await STOPS.home(page, MINIFLIX);
  await isStill(page, 'home');
  const shopper = await signIn(page);
  await STOPS.goodsList(page, MINIFLIX);
  await isStill(page, 'goods list');
  await STOPS.popup(page, MINIFLIX);
  await isStill(page, 'goods popup');
  await STOPS.payment(page, MINIFLIX, shopper);
  await isStill(page, 'payment');
  await STOPS.result(page, MINIFLIX, shopper);
  await isStill(page, 'result');
  await page.goto('/miniflix/activity/bargainirg');
  await expect(page.locator('main h1')).toBeVisible();
  await isStill(page, 'bargain');
});

test('with reduced motion dialogs close, toasts leave, and a changed price replaces the one before @full', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  const cards = page.locator('[data-page=goodsList] main li button[aria-pressed]');
  await cards.nth(0).click();
  await cards.nth(1).click();
  const sum = page.locator('[data-foot] b.num, aside b.num').first();
  await expect(sum).toBeVisible();
  await expect(sum.locator('[aria-hidden=true]'), 'the price before').toHaveCount(0);

  await page.locator('main li button[aria-haspopup="dialog"]').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('dialog')).toHaveCount(0);
  await shownTexts.announced('Added to cart');
  await expect(page.locator('[role=status]').filter({ hasText: 'Added to cart' })).toHaveCount(0);
});
