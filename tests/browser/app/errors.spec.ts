import type { Page } from '@playwright/test';
import { answerWith } from '../../support/browser/answers.ts';
import { CARDS, fillCard, payButton } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/observe.ts';
import {
  continueButton,
  freshCid,
  keep,
  signIn,
  takeOption,
} from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';
import { type Say, sayIn } from '../../support/browser/texts.ts';

const LISTS = '/api/recharge/product/lists';

const say = sayIn('en');

test('[S07, E04, A15] an ended session says so, clears the player and leads home', async ({
  page,
}) => {
  const user = {
    user_token: 'x'.repeat(43),
    role: {
      pr_id: MINIFLIX.prId,
      server_id: MINIFLIX.serverId,
      server_name: MINIFLIX.server,
      cid: '123456789',
      name: 'Nobody',
      level: 1,
    },
    has_pwd: false,
  };
  const shownTexts = await listenTo(page);
  await keep(page, { project: 'miniflix', 'user:miniflix': user });
  await page.goto('/miniflix/goodsList');
  await shownTexts.announced(say('error.11002'));
  await expect(page).toHaveURL('/miniflix');
  await expect(
    page.getByRole('button', { name: say('home.choose_server'), exact: true }),
  ).toBeVisible();
  const kept = await page.evaluate(() => localStorage.getItem('webpay:user:miniflix'));
  expect(kept).toBeNull();
  await expect(page.getByText(say('error.11002'))).toBeHidden();
});

test('[E03, E05, E06, R18] refusals are told: 10503 by a dialog, 10502 in the place of the list, 10059 as 10017, 10045 by the not-found page', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  await signIn(page);
  await test.step('10503 opens an alert dialog with a confirm button', async () => {
    await answerWith(page, LISTS, 10_503);
    await page.goto('/miniflix/goodsList');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(say('app.not_allowed'));
    await dialog.getByRole('button', { name: say('ui.confirm') }).click();
    await expect(dialog).toBeHidden();
    await expectNotServed(page, say);
    await page.unrouteAll();
  });
  await test.step('a refused goods list shows the error in its place and can be retried', async () => {
    await answerWith(page, LISTS, 10_502);
    await page.goto('/miniflix/goodsList');
    await expect(page.getByText("Couldn't load the items")).toBeVisible();
    await expect(
      page.getByText('Network error or server maintenance. Please try again later.'),
    ).toBeVisible();
    await expect(page.getByText('test-request')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: /^60 Gems, / })).toBeVisible();
  });
  await test.step('10059 shows the message of 10017', async () => {
    await page.goto('/miniflix/directPayment?product=gems-60&count=1');
    await fillCard(page, CARDS.success);
    await answerWith(page, '/cp/payermax/recharge/card', 10_059);
    await payButton(page).click();
    await shownTexts.announced(say('error.10017'));
  });
  await test.step('10045 leads to the not-found page', async () => {
    await answerWith(page, LISTS, 10_045);
    await page.goto('/miniflix/goodsList');
    await expect(page).toHaveURL('/webpay/404');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Choose a game' })).toBeVisible();
  });
});

/** Expects the reason behind the dialog, and no retry. */
async function expectNotServed(page: Page, say: Say): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: say('app.not_allowed') })).toBeVisible();
  await expect(page.getByRole('button', { name: say('ui.try_again') })).toHaveCount(0);
}

test('[E03] after 10503 every page repeats the reason and offers no retry @full', async ({
  page,
}) => {
  const say = sayIn('en');
  for (const [path, call] of [
    ['/miniflix', '/api/common/region/website_server'],
    ['/miniflix/cart', '/api/cart/get'],
    ['/miniflix/orders', '/api/user/orders'],
    ['/miniflix/activity/bargainirg', '/api/activity/bargain/info'],
    ['/miniflix/directPayment?product=gems-60&count=1', LISTS],
  ] as const) {
    await test.step(path, async () => {
      if (path === '/miniflix/cart') await signIn(page);
      await answerWith(page, call, 10_503);
      await page.goto(path);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('ui.confirm') })
        .click();
      await expectNotServed(page, say);
      await page.unrouteAll();
    });
  }
});

test('[E07] a refused configuration call shows a toast', async ({ page }) => {
  const shownTexts = await listenTo(page);
  await page.goto('/miniflix');
  await expect(page.getByRole('button', { name: 'Region, Choose' })).toBeVisible();
  await answerWith(page, '/api/common/website/configs', 10_502);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await shownTexts.announced('Network error or server maintenance. Please try again later.');
});

const NO_IDS = [
  '12',
  '9'.repeat(500),
  '🎮🎮🎮🎮🎮🎮🎮',
  'מזהה שחקן',
  '‮123456‬x',
  "1' OR '1'='1",
  '<img src=x onerror=alert(1)>',
  '%00%00',
  '-12345',
  '1e9',
] as const;

test('[V03, V04, F01] an invalid ID is refused without a call, and an ID with spaces or marks is found @full', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/role')) asked.push(request.postData() ?? '');
  });
  await page.goto('/miniflix');
  await page.getByRole('button', { name: 'Choose a server', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Choose your server' });
  const search = picker.getByRole('combobox');
  for (const nonsense of ['[(*+?', '🎮', 'x'.repeat(300), '  ']) {
    await search.fill(nonsense);
    await expect(picker.getByRole('option', { name: MINIFLIX.server })).toHaveCount(
      nonsense.trim() === '' ? 1 : 0,
    );
  }
  await search.fill(`  ${MINIFLIX.server.toUpperCase()} `);
  await takeOption(picker, MINIFLIX.server);

  const cid = page.getByRole('textbox', { name: 'Character ID' });
  const invalid = page.getByText('Please enter a valid Player ID Number');
  await cid.fill('   ');
  await cid.press('Enter');
  await expect(invalid).toBeVisible();
  for (const nonsense of NO_IDS) {
    await cid.fill(nonsense);
    await cid.blur();
    await expect(invalid, nonsense).toBeVisible();
    await expect(continueButton(page)).toHaveCount(0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, nonsense).toBe(0);
  }
  expect(asked).toEqual([]);

  const right = freshCid();
  const wide = right.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  for (const pasted of [
    `  ${right.slice(0, 3)} ${right.slice(3)}\u00a0`,
    `\u202a${right}\u202c`,
    wide,
  ]) {
    await cid.fill('');
    await cid.fill(pasted);
    await expect(cid).toHaveValue(right);
    await expect(continueButton(page)).toBeVisible();
  }
  expect(new Set(asked.map((form) => new URLSearchParams(form).get('cid')))).toEqual(
    new Set([right]),
  );
});

test('[A14] a failed image is loaded three times, and the shop sells without it @full', async ({
  page,
}) => {
  const tries = new Map<string, number>();
  await page.route(/\/catalogue\/.*\.webp/, async (route) => {
    const url = route.request().url();
    tries.set(url, (tries.get(url) ?? 0) + 1);
    await route.abort();
  });
  await page.goto('/cgg');
  const news = page.getByRole('region', { name: 'News' }).getByRole('listitem').first();
  // A picture far below the first screen is not asked for.
  await news.scrollIntoViewIfNeeded();
  await expect(news.locator('img[data-state=failed]')).toBeAttached();
  await expect(news, 'white text keeps its dark background').toHaveCSS(
    'background-color',
    'rgb(87, 20, 128)',
  );
  await expect.poll(() => page.evaluate(findBroken), 'no broken-image icon').toEqual([]);

  await signIn(page);
  // The pages before show some of the same pictures, and may still ask for them.
  await page.goto('about:blank');
  tries.clear();
  await page.goto('/miniflix/goodsList');
  const card = page.getByRole('button', { name: /^60 Gems, / });
  await expect(card).toBeVisible();
  const failed = await card.locator('img[data-state=failed]').first().getAttribute('src');
  expect(tries.get(new URL(failed ?? '', page.url()).href)).toBe(3);
  await card.click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
});

function findBroken(): readonly string[] {
  return [...document.images]
    .filter((each) => each.currentSrc !== '' && each.complete && each.naturalWidth === 0)
    .filter((each) => getComputedStyle(each).visibility !== 'hidden')
    .map((each) => each.src);
}
