import type { Page } from '@playwright/test';
import { CARDS, checkOut, listedGood, payByCard } from '../../support/browser/checkout.ts';
import { confirmCharacter, continueButton, freshCid } from '../../support/browser/player.ts';
import { projectOf } from '../../support/browser/projects.ts';
import type { Mood } from '../../support/browser/servers.ts';
import { expect } from '../../support/browser/test.ts';
import { BANNER_LINKS, type Outage, outageTest as test } from '../../support/browser/own-shops.ts';

const CGG = projectOf('cgg');

const question = (page: Page) => page.getByRole('region', { name: 'Allow visit statistics?' });

async function from(page: Page, country: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'x-country': country });
}

function told({ analytics }: Outage): (string | undefined)[] {
  return analytics.entries.filter(({ ecommerce }) => ecommerce).map(({ event }) => event);
}

test('[A04] a project that requires consent loads nothing before it, then counts a purchase once, without player data @full', async ({
  page,
  outage,
}) => {
  const { analytics } = outage;
  analytics.forget();
  const cid = freshCid();
  await from(page, 'DE');
  await page.goto('/cgg');
  await expect(question(page)).toBeVisible();
  const sizes = () =>
    question(page)
      .getByRole('button', { name: /^(Decline|Agree)$/ })
      .evaluateAll((answers) =>
        answers.map((each) => {
          const { width, height } = each.getBoundingClientRect();
          return `${width} × ${height}`;
        }),
      );
  await expect.poll(async () => (await sizes()).length).toBe(2);
  // Letters may still arrive.
  await expect
    .poll(async () => new Set(await sizes()).size, 'both answers are equally easy')
    .toBe(1);
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeInViewport();

  await question(page).getByRole('button', { name: 'Decline' }).click();
  await expect(question(page)).toBeHidden();
  await confirmCharacter(page, { server: CGG.server, cid });
  await page.reload();
  const change = page.getByRole('main').getByRole('button', { name: 'Privacy choices' });
  await change.click();
  await expect(question(page)).toBeVisible();
  expect(analytics.loaded, 'nothing loads after Decline').toEqual([]);

  await question(page).getByRole('button', { name: 'Agree' }).click();
  await expect
    .poll(() => analytics.loaded.toSorted())
    .toEqual(['/statistics.js?site-22', '/tag.js?id=GTM-CGG']);
  await confirmCharacter(page, { server: CGG.server, cid });
  await continueButton(page).click();
  // Home's goods keep the place of the character's own list, which is what is counted.
  await expect.poll(() => told(outage)).toEqual(['view_item_list']);
  const card = listedGood(page, CGG.topUp);
  await card.click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await checkOut(page, CGG.topUp);
  await payByCard(page, CARDS.success, '€0.99');
  await expect(
    page.getByRole('heading', { level: 1, name: /(are on their way|delivered)/ }),
  ).toBeVisible();
  await expect
    .poll(() => told(outage))
    .toEqual([
      'view_item_list',
      'select_item',
      'add_to_cart',
      'select_item',
      'begin_checkout',
      'add_payment_info',
      'purchase',
    ]);
  const bought = analytics.entries.find(({ event }) => event === 'purchase');
  expect(bought?.ecommerce).toMatchObject({
    currency: 'EUR',
    value: 0.99,
    transaction_id: expect.stringMatching(/^[0-9a-z]{20}$/),
    items: [{ price: 0.99, quantity: 1, item_name: CGG.topUp }],
  });
  expect(bought?.page_location).toBe(page.url().replace(/[?#].*$/, ''));

  const loads = analytics.loaded.length;
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 1, name: /(are on their way|delivered)/ }),
  ).toBeVisible();
  await expect.poll(() => analytics.loaded.length, 'consent is stored').toBe(loads + 2);
  await expect.poll(() => analytics.entries.at(-1)?.event).toBe('gtm.js');
  expect(told(outage).filter((event) => event === 'purchase')).toHaveLength(1);

  const kept = await page.evaluate(() => localStorage.getItem('webpay:user:cgg'));
  const token = /"user_token":"([^"]+)"/.exec(kept ?? '')?.[1] ?? '';
  const order = /#order=([\w-]+)/.exec(page.url())?.[1] ?? '';
  for (const secret of [cid, token, order]) {
    expect(secret).not.toBe('');
    expect(analytics.raw.join('\n')).not.toContain(secret);
  }

  await test.step('consent can be withdrawn, and nothing loads afterwards', async () => {
    await page.goto('/cgg');
    await page.getByRole('main').getByRole('button', { name: 'Privacy choices' }).click();
    const reloaded = page.waitForEvent('load');
    await question(page).getByRole('button', { name: 'Decline' }).click();
    await reloaded;
    analytics.forget();
    await page.reload();
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Privacy choices' }),
    ).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(analytics.loaded).toEqual([]);
  });
});

const MOODS: readonly Mood[] = ['hanging', 'gone', 'broken'];

test('[A04, C02] analytics that hang, fail or throw do not disturb the shop; without an id nothing loads @full', async ({
  page,
  outage,
}) => {
  const { analytics } = outage;
  await from(page, 'US');
  for (const mood of MOODS) {
    await test.step(mood, async () => {
      analytics.forget();
      analytics.mood = mood;
      // A hanging script may delay the load event, but not the sale.
      await page.goto('/cgg', { waitUntil: 'domcontentloaded' });
      await expect.poll(() => analytics.loaded.length).toBe(2);
      await expect(question(page)).toHaveCount(0);
      await confirmCharacter(page, { server: CGG.server });
      await continueButton(page).click();
      await checkOut(page, CGG.topUp);
      await page.evaluate(() => localStorage.clear());
    });
  }
  analytics.mood = 'well';

  await test.step('banners link to allowed hosts only', async () => {
    await page.goto('/cgg');
    const banners = page
      .getByRole('main')
      .getByRole('region', { name: 'News' })
      .getByRole('listitem');
    await expect(banners).toHaveCount(BANNER_LINKS.length);
    await expect(banners.nth(0).getByRole('link')).toHaveAttribute('href', BANNER_LINKS[0]);
    await expect(banners.nth(1).getByRole('link')).toHaveAttribute('href', BANNER_LINKS[1]);
    await expect(banners.nth(2).getByRole('link')).toHaveCount(0);
  });

  analytics.forget();
  await page.goto('/dr2');
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Privacy choices' })).toHaveCount(0);
  expect(analytics.loaded).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});
