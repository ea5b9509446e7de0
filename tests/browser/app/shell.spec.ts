import type { Page } from '@playwright/test';
import { answerWith } from '../../support/browser/answers.ts';
import { cartOf, lineOf } from '../../support/browser/cart.ts';
import { cardForm } from '../../support/browser/checkout.ts';
import {
  confirmCharacter,
  continueButton,
  keep,
  signIn,
  want,
} from '../../support/browser/player.ts';
import { isTakenOver, scrollTop, stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const groundOf = (): string => getComputedStyle(document.body).backgroundColor;
const card = (page: Page, name: string) =>
  page
    .locator('[data-page=goodsList] main')
    .getByRole('button', { name: new RegExp(`^${name}, `) });

/** The list has its final height once the player's part is there. */
const isWhole = (page: Page): Promise<void> =>
  expect(
    page.locator('[data-page=goodsList] main').getByRole('link', { name: 'Your orders' }),
  ).toBeVisible();

test('[R23, R24] an event keeps the goods list with selection, filter, scroll and focus; a new page starts at its top', async ({
  page,
}) => {
  const shopper = await signIn(page);
  // The coupon sheet of a first visit would take the focus.
  await want(shopper.client.call('bargainInfo', {}));
  await page.goto('/miniflix/goodsList');
  const filter = page.getByRole('button', { name: 'Gems', exact: true });
  const chosen = card(page, '980 Gems');
  const shownPage = (): Promise<string> =>
    page.evaluate(
      () => document.activeElement?.closest('[data-page]')?.getAttribute('data-page') ?? 'none',
    );
  await filter.click();
  await chosen.click();
  await expect(chosen, 'the page is hydrated').toHaveAttribute('aria-pressed', 'true');
  await isWhole(page);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(() => scrollTop(page)).toBe(500);

  await stepTo(page, '/miniflix/activity/bargainirg', 'bargainirg');
  await expect(page.locator('[data-page=bargainirg] h1')).toBeFocused();
  await page.goBack();
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => scrollTop(page)).toBe(500);
  await expect(chosen, 'the focus returns with the page').toBeFocused();

  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await expect.poll(() => scrollTop(page), 'a new page starts at its top').toBe(0);
  await expect.poll(shownPage).toBe('directPayment');
  await page.goBack();
  await expect(chosen).toHaveAttribute('aria-pressed', 'false');
  await expect(filter).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => scrollTop(page), 'a saved position is kept').toBeGreaterThan(200);
  await expect.poll(shownPage).toBe('goodsList');
});

test('[R23] a scroll position is kept even when its scroll event was not delivered @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  // The coupon sheet of a first visit would add a history entry.
  await want(shopper.client.call('bargainInfo', {}));
  // Scroll events never reach the shop here.
  await page.addInitScript(() => {
    window.addEventListener('scroll', (event) => event.stopImmediatePropagation(), true);
  });
  await page.goto('/miniflix/goodsList');
  const toEvent = page.locator('[data-page=goodsList] main a[href*=bargainirg]');
  await expect(toEvent).toBeVisible();
  await isTakenOver(page);
  await isWhole(page);
  await page.evaluate(() => window.scrollTo(0, 500));
  await toEvent.evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('[data-page=bargainirg] h1')).toBeVisible();
  await page.goBack();
  await expect(toEvent).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(500);
});

test('[R07, R23, R24] Back closes only the top layer; a layer closed otherwise leaves no history entry @full', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  const server = page.getByRole('button', { name: 'Choose a server', exact: true });
  /** The history entry of a layer is removed after its dialog has closed. */
  const noLayer = (): Promise<void> =>
    expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toMatch(/layer/);
  await page.goto('/login');
  await page.goto('/miniflix');
  await server.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(server).toBeFocused();
  await page.goForward();
  await noLayer();
  await server.click();
  await expect(dialog).toBeVisible();
  await close.click();
  await expect(dialog).toHaveCount(0);
  await noLayer();
  await page.getByRole('button', { name: 'Find my ID' }).click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(server).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await noLayer();
  await page.goBack();
  await expect(page).toHaveURL('/login');

  await signIn(page);
  await page.goto('/miniflix/iframe');
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  const pack = card(page, 'Matinee pack');
  await card(page, '980 Gems').click();
  await isWhole(page);
  await pack.scrollIntoViewIfNeeded();
  const top = await scrollTop(page);
  await pack.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, '980 Gems')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => scrollTop(page)).toBe(top);

  await pack.click();
  await dialog.getByRole('button', { name: /^Buy now/ }).click();
  await expect(page).toHaveURL(/\/directPayment\?/);
  const number = cardForm(page).getByLabel('Card number');
  await number.fill('4111');
  await page.getByRole('button', { name: /^Paying from/ }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(number, 'typed values stay').toHaveValue('4111');
  await page.goBack();
  await expect(pack).toBeVisible();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/miniflix/iframe');
});

test('[R02, R20, C02] every navigation sets the page background; an announcement closed on home stays closed @full', async ({
  page,
}) => {
  await keep(page, { project: 'dr2' });
  await page.goto('/dr2');
  const themed = await page.evaluate(groundOf);
  const close = page.getByRole('button', { name: 'Close the announcement' });
  await close.click();
  await expect(close).toHaveCount(0);
  await stepTo(page, '/dr2/nowhere', 'notFound');
  await expect.poll(() => page.evaluate(groundOf)).toBe('rgb(255, 255, 255)');
  await stepTo(page, '/inConstruction', 'inConstruction');
  await expect.poll(() => page.evaluate(groundOf)).toBe('rgb(233, 235, 238)');
  await stepTo(page, '/dr2', 'home');
  await expect.poll(() => page.evaluate(groundOf)).toBe(themed);
  await expect(close).toHaveCount(0);
  const html = await (await page.request.get('/dr2')).text();
  const shown = html.includes('aria-label="Close the announcement"');
  expect(shown, 'the server omits the announcement, so the page does not shift').toBe(false);
});

test('[S04] a shop with a blocked script says so and offers a reload @full', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/miniflix');
  const line = page.getByRole('alert').getByRole('link', { name: /hasn't loaded/ });
  // The stylesheet waits twelve seconds; the test sets the animation's time.
  const waited = (ms: number): Promise<void> =>
    page.evaluate((at) => {
      for (const each of document.getAnimations()) {
        if (!(each instanceof CSSAnimation) || each.animationName !== 'late') continue;
        each.pause();
        each.currentTime = at;
      }
    }, ms);
  await waited(11_900);
  await expect(line).toBeHidden();
  await waited(12_000);
  await expect(line).toBeVisible();
  await page.unrouteAll();
  await line.click();
  await expect(page.getByRole('button', { name: 'Region, Choose' })).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('[S07, E04, R09] a session that ends in the cart leads home, and the same character finds the change made @full', async ({
  page,
}) => {
  const shopper = await signIn(page);
  await shopper.client.call('cartSet', { product_id: 'gems-125', count: '2' });
  await page.goto('/miniflix/cart');
  const row = page.getByRole('main').getByText('125 Gems').first();
  await expect(row).toBeVisible();
  await answerWith(page, '/api/cart/set', 11_002);
  await page
    .getByRole('button', { name: /Add one/ })
    .first()
    .click();
  await expect(page).toHaveURL('/miniflix');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('webpay:user:miniflix'))).toBeNull();
  const cart = await want(shopper.client.call('cartGet', {}));
  expect(cart.items.map(({ product_id, count }) => [product_id, count])).toEqual([['gems-125', 2]]);

  await page.unrouteAll();
  await confirmCharacter(page, { cid: shopper.cid });
  await continueButton(page).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible();
  await expect.poll(() => cartOf(shopper)).toEqual({ 'gems-125': 3 });
  await page.goto('/miniflix/cart');
  await expect(lineOf(page, '125 Gems').count).toHaveValue('3');
});
