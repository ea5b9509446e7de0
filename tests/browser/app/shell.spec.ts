import type { Page } from '@playwright/test';
import { answerWith } from '../../support/browser/answers.ts';
import { cardForm } from '../../support/browser/checkout.ts';
import { cartOf } from '../../support/browser/cart.ts';
import { confirmCharacter, keep, signIn, want } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { isTakenOver, scrollTop, stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const groundOf = (): string => getComputedStyle(document.body).backgroundColor;
const card = (page: Page, name: string) =>
  page
    .locator('[data-page=goodsList] main')
    .getByRole('button', { name: new RegExp(`^${name}, `) });

/** Who the goods are for comes last, from the browser's own storage: the list is as high as it stays. */
const isWhole = (page: Page): Promise<void> =>
  expect(
    page.locator('[data-page=goodsList] main').getByRole('link', { name: 'Your orders' }),
  ).toBeVisible();

test('[R23, R24] an event keeps the goods list with its choice, filter, scroll and focus; the checkout drops it; every page begins at its top', async ({
  page,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  // Its coupon is no news: the first visit's sheet would take the focus.
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
  await expect(chosen, 'the script is there').toHaveAttribute('aria-pressed', 'true');
  await isWhole(page);
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect.poll(() => scrollTop(page)).toBe(500);

  await stepTo(page, '/miniflix/activity/bargainirg', 'bargainirg');
  await expect(page.locator('[data-page=bargainirg] h1')).toBeFocused();
  await page.goBack();
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await expect(filter).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => scrollTop(page)).toBe(500);
  await expect(chosen, 'the focus comes back with the page').toBeFocused();

  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await expect.poll(() => scrollTop(page), 'a new page begins at its top').toBe(0);
  await expect.poll(shownPage).toBe('directPayment');
  await page.goBack();
  await expect(chosen).toHaveAttribute('aria-pressed', 'false');
  await expect(filter).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => scrollTop(page), 'but a saved position is kept').toBeGreaterThan(200);
  await expect.poll(shownPage).toBe('goodsList');
});

test('[R23] a position the browser has not told of yet, as on a busy phone, is kept all the same', async ({
  page,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  // Its coupon is no news: the sheet of the first visit would take the step back.
  await want(shopper.client.call('bargainInfo', {}));
  // The event of a scroll comes with the next picture; here it comes too late for the shop.
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

test('[R25, C02] the popup picture comes once a day to a regular who enters the list, not on leaving cumulation, and gives the focus back', async ({
  page,
}) => {
  await signIn(page, MINIFLIX);
  await keep(page, {
    'lastPurchase:miniflix': { product_id: 'gems-60', pay_id: 'card' },
    'popupDay:miniflix': '2020-01-01',
  });
  const popup = page.getByRole('dialog', { name: 'News from Miniflix' });

  await page.goto('/miniflix/activity/cumulation');
  await expect(page.locator('[data-page=cumulation] h1')).toBeVisible();
  await page.evaluate(() => {
    const forget = Storage.prototype.removeItem;
    Storage.prototype.removeItem = function (key) {
      forget.call(this, key);
      if (key === 'webpay:noPopup:miniflix') document.documentElement.dataset['read'] = 'flag';
    };
  });
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  await expect(page.locator('html'), 'the list has read the flag').toHaveAttribute(
    'data-read',
    'flag',
  );
  await expect(popup).toHaveCount(0);

  await stepTo(page, '/miniflix/iframe', 'iframe');
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  await expect(popup).toBeVisible();
  await expect(popup.locator('img')).toHaveJSProperty('complete', true);
  await expect(popup).toHaveAccessibleDescription('Bigger top-up, bigger bonus');
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  await stepTo(page, '/miniflix/iframe', 'iframe');
  await stepTo(page, '/miniflix/goodsList', 'goodsList');
  await card(page, '125 Gems').click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page).toHaveURL(/\/directPayment\?/);
});

test('[R07, R23, R24] Back closes what lies on top and nothing else; closed in any other way it leaves no step behind', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  const server = page.getByRole('button', { name: 'Choose a server', exact: true });
  /** A layer's entry is stepped away from after its dialog is closed. */
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

  await signIn(page, MINIFLIX);
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
  await page.getByRole('button', { name: /^Pay in/ }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(number, 'what was typed is still there').toHaveValue('4111');
  await page.goBack();
  await expect(pack).toBeVisible();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/miniflix/iframe');
});

test('[R02, R20, C02] every navigation sets the ground of its page; a picture closed on home stays away for the day', async ({
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
  expect(shown, 'the server knows, so nothing moves when the script comes').toBe(false);
});

test('[A12] a way back to the game opens its app on a phone', async ({ browser }) => {
  const context = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
  });
  const page = await context.newPage();
  await page.goto('/miniflix');
  await page.getByRole('main').getByRole('button', { name: 'Support' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: /game/ })).toHaveAttribute(
    'href',
    /^miniflix:\/\//,
  );
  await context.close();
});

test('[S04] a shop whose script is blocked says so and offers to load again', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/miniflix');
  const line = page.getByRole('alert').getByRole('link', { name: /has not started/ });
  // The style sheet waits twelve seconds; the test need not, and is not late either.
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

test('[S07, E04] a session that ends in the middle of a cart leads home; who comes back as the same character finds the change made', async ({
  page,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  await shopper.client.call('cartSet', { product_id: 'gems-125', count: '2' });
  await page.goto('/miniflix/cart');
  const row = page.getByRole('main').getByText('125 Gems').first();
  await expect(row).toBeVisible();
  await answerWith(page, '/api/cart/set', 11_002);
  await page
    .getByRole('button', { name: /One more/ })
    .first()
    .click();
  await expect(page).toHaveURL('/miniflix');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('webpay:user:miniflix'))).toBeNull();
  const cart = await want(shopper.client.call('cartGet', {}));
  expect(cart.items.map(({ product_id, count }) => [product_id, count])).toEqual([['gems-125', 2]]);

  await page.unrouteAll();
  await confirmCharacter(page, { server: MINIFLIX.server, cid: shopper.cid });
  await page.getByRole('button', { name: /^Continue as / }).click();
  await expect(page).toHaveURL('/miniflix/goodsList');
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible();
  await expect.poll(() => cartOf(shopper)).toEqual({ 'gems-125': 3 });
});
