import type { Page } from '@playwright/test';
import { answerWith } from '../../support/browser/answers.ts';
import { CARDS, fillCard, openCheckout, payButton } from '../../support/browser/checkout.ts';
import { listenTo } from '../../support/browser/heard.ts';
import { takeOption } from '../../support/browser/picker.ts';
import { continueAs, freshCid, keep, signIn } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expect, test } from '../../support/browser/test.ts';
import { type Say, sayIn } from '../../support/browser/texts.ts';

// Asked here is what stands where, not how it moves: pictures that float take more work than all else on a quiet page.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LISTS = '/api/recharge/product/lists';

for (const lang of ['en', 'zh'] as const) {
  const say = sayIn(lang);

  test.describe(`in ${lang}`, () => {
    test.use({ locale: lang === 'en' ? 'en-US' : 'zh-CN' });

    test(`[S07, E04, A15] an ended session says so in ${lang}, then the player is home and unknown`, async ({
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
      const heard = await listenTo(page);
      await keep(page, { project: 'miniflix', 'user:miniflix': user });
      await page.goto('/miniflix/goodsList');
      await heard.announced(say('error.11002'));
      await expect(page).toHaveURL('/miniflix');
      await expect(
        page.getByRole('button', { name: say('home.choose_server'), exact: true }),
      ).toBeVisible();
      const kept = await page.evaluate(() => localStorage.getItem('webpay:user:miniflix'));
      expect(kept).toBeNull();
      await expect(page.getByText(say('error.11002'))).toBeHidden();
    });

    test(`[E03] 10503 opens a dialog in ${lang} that is confirmed`, async ({ page }) => {
      await signIn(page, MINIFLIX);
      await answerWith(page, LISTS, 10_503);
      await page.goto('/miniflix/goodsList');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(say('app.not_allowed'));
      await dialog.getByRole('button', { name: say('ui.confirm') }).click();
      await expect(dialog).toBeHidden();
      await expectNotServed(page, say);
    });
  });
}

/** Behind the dialog stands why, and nothing to press that cannot help. */
async function expectNotServed(page: Page, say: Say): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: say('app.not_allowed') })).toBeVisible();
  await expect(page.getByRole('button', { name: say('ui.try_again') })).toHaveCount(0);
}

test('[E03] behind the dialog every page says the same, and none offers another try', async ({
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
      if (path !== '/miniflix') await signIn(page, MINIFLIX);
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

/** Every code without a sentence of its own, and the two that the specification names. */
for (const [code, lang] of [
  [10_059, 'en'],
  [10_500, 'zh'],
  [19_999, 'en'],
] as const) {
  const say = sayIn(lang);

  test.describe(`in ${lang}`, () => {
    test.use({ locale: lang === 'en' ? 'en-US' : 'zh-CN' });

    test(`[E06] ${code} reads as 10017 in ${lang}`, async ({ page }) => {
      const heard = await listenTo(page);
      await signIn(page, MINIFLIX);
      await page.goto('/miniflix/directPayment?product=gems-60&count=1');
      await fillCardIn(page);
      await answerWith(page, '/cp/payermax/recharge/card', code);
      await payButton(page, lang === 'en' ? '$0.99' : 'US$0.99', say).click();
      await heard.announced(say('error.10017'));
    });
  });
}

async function fillCardIn(page: Page): Promise<void> {
  const form = page.frameLocator('iframe[title="Card details"]');
  // The form's words come from its script, which then listens.
  await expect(form.locator('label').first()).not.toBeEmpty();
  await form.locator('#number').pressSequentially(CARDS.success);
  await form.locator('#expiry').pressSequentially('1239');
  await form.locator('#cvv').pressSequentially('123');
}

test('[E05, R18] 10045 leads to the not-found page', async ({ page }) => {
  await signIn(page, MINIFLIX);
  await answerWith(page, LISTS, 10_045);
  await page.goto('/miniflix/goodsList');
  await expect(page).toHaveURL('/webpay/404');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  // Not back to the shop that is gone.
  await expect(page.getByRole('link', { name: 'Choose a game' })).toBeVisible();
});

test('[E07] any refusal of the configuration call is said in a toast', async ({ page }) => {
  const heard = await listenTo(page);
  await page.goto('/miniflix');
  await expect(page.getByRole('button', { name: 'Region, Choose' })).toBeVisible();
  await answerWith(page, '/api/common/website/configs', 10_502);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await takeOption(page, '简体中文');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await heard.announced('Network error or server maintenance. Please try again later.');
});

test('[A15] a toast goes by itself after two seconds', async ({ page }) => {
  await page.clock.install();
  await signIn(page, MINIFLIX);
  await openCheckout(page, 'miniflix', 'gems-60');
  await fillCard(page, CARDS.success);
  await answerWith(page, '/cp/payermax/recharge/card', 10_017);
  await expect(payButton(page, MINIFLIX.price)).not.toHaveAttribute('aria-disabled');
  // From here on the page's time passes only where this test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  await payButton(page, MINIFLIX.price).click();
  const toast = page.getByText('System error. Please try again.');
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast).toBeHidden();
});

test('[E06] a refused list keeps its place and can be asked for again', async ({ page }) => {
  await signIn(page, MINIFLIX);
  await answerWith(page, LISTS, 10_502);
  await page.goto('/miniflix/goodsList');
  await expect(page.getByText('The list did not load')).toBeVisible();
  await expect(
    page.getByText('Network error or server maintenance. Please try again later.'),
  ).toBeVisible();
  await expect(page.getByText('test-request')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^60 Gems, / })).toBeVisible();
});

/** What ends up in the field of the ID by accident, or not by accident. */
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

test('[V03, V04, F01] whatever is typed or pasted for an ID is refused in words and asked of nobody, and an ID with spaces and marks around it is found', async ({
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
    await expect(page.getByRole('button', { name: continueAs(sayIn('en')) })).toHaveCount(0);
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
    await expect(page.getByRole('button', { name: continueAs(sayIn('en')) })).toBeVisible();
  }
  expect(new Set(asked.map((form) => new URLSearchParams(form).get('cid')))).toEqual(
    new Set([right]),
  );
});

test('[A14] pictures that do not come are tried three times, and the shop sells without them', async ({
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
  await expect(news.locator('img[data-state=failed]')).toBeAttached();
  await expect(news, 'white words keep their dark ground').toHaveCSS(
    'background-color',
    'rgb(87, 20, 128)',
  );
  await expect.poll(() => page.evaluate(findBroken), 'no sign for a broken picture').toEqual([]);

  await signIn(page, MINIFLIX);
  await page.goto('/miniflix/goodsList');
  const card = page.getByRole('button', { name: /^60 Gems, / });
  await expect(card).toBeVisible();
  const failed = await card.locator('img[data-state=failed]').first().getAttribute('src');
  expect(tries.get(new URL(failed ?? '', page.url()).href)).toBe(3);
  await card.click();
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
});

/** Pictures that did not come, and show it. */
function findBroken(): readonly string[] {
  return [...document.images]
    .filter((each) => each.currentSrc !== '' && each.complete && each.naturalWidth === 0)
    .filter((each) => getComputedStyle(each).visibility !== 'hidden')
    .map((each) => each.src);
}
