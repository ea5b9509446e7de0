import type { Page } from '@playwright/test';
import { CARDS, checkOut, payByCard } from '../../support/browser/checkout.ts';
import type { Mood } from '../../support/browser/counting.ts';
import { BANNER_LINKS, expect, type Outage, test } from '../../support/browser/own-environment.ts';
import { confirmCharacter, continueAs, freshCid } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { sayIn } from '../../support/browser/texts.ts';

const CGG = PROJECTS.find(({ code }) => code === 'cgg') ?? PROJECTS[0];

const question = (page: Page) => page.getByRole('region', { name: 'May we count your visit?' });

async function from(page: Page, country: string): Promise<void> {
  await page.context().setExtraHTTPHeaders({ 'x-country': country });
}

/** The names of the e-commerce events so far. */
function told({ counting }: Outage): (string | undefined)[] {
  return counting.entries.filter(({ ecommerce }) => ecommerce).map(({ event }) => event);
}

test('[A04] where the law asks for it nothing is counted before a yes; then a whole purchase is, once, with numbers and without the player', async ({
  page,
  outage,
}) => {
  test.slow();
  const { environment, counting } = outage;
  counting.forget();
  const cid = freshCid();
  await from(page, 'DE');
  await page.goto(`${environment.url}/cgg`);
  await expect(question(page)).toBeVisible();
  const boxes = await Promise.all(
    ['Decline', 'Agree'].map((name) => question(page).getByRole('button', { name }).boundingBox()),
  );
  expect(boxes[0]?.width, 'both answers are equally easy').toBe(boxes[1]?.width);
  expect(boxes[0]?.height).toBe(boxes[1]?.height);
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeInViewport();

  await question(page).getByRole('button', { name: 'Decline' }).click();
  await expect(question(page)).toBeHidden();
  await confirmCharacter(page, { server: CGG?.server ?? '', cid });
  await page.reload();
  const change = page.getByRole('main').getByRole('button', { name: 'Privacy choices' });
  await change.click();
  await expect(question(page)).toBeVisible();
  expect(counting.loaded, 'a no is a no').toEqual([]);

  await question(page).getByRole('button', { name: 'Agree' }).click();
  await expect
    .poll(() => counting.loaded.toSorted())
    .toEqual(['/statistics.js?site-22', '/tag.js?id=GTM-CGG']);
  await confirmCharacter(page, { server: CGG?.server ?? '', cid });
  await page.getByRole('button', { name: continueAs(sayIn('en')) }).click();
  const card = page.getByRole('button', { name: new RegExp(`^${CGG?.topUp}, `) });
  await card.click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await checkOut(page, CGG?.topUp ?? '');
  await payByCard(page, '€0.99', CARDS.success);
  await expect(
    page.getByRole('heading', { level: 1, name: /(are on their way|arrived)/ }),
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
  const bought = counting.entries.find(({ event }) => event === 'purchase');
  expect(bought?.ecommerce).toMatchObject({
    currency: 'EUR',
    value: 0.99,
    transaction_id: expect.stringMatching(/^[0-9a-z]{20}$/),
    items: [{ price: 0.99, quantity: 1, item_name: CGG?.topUp }],
  });
  expect(bought?.page_location).toBe(page.url().replace(/[?#].*$/, ''));

  const loads = counting.loaded.length;
  await page.reload();
  await expect(
    page.getByRole('heading', { level: 1, name: /(are on their way|arrived)/ }),
  ).toBeVisible();
  await expect.poll(() => counting.loaded.length, 'the yes is kept').toBe(loads + 2);
  await expect.poll(() => counting.entries.at(-1)?.event).toBe('gtm.js');
  expect(told(outage).filter((event) => event === 'purchase')).toHaveLength(1);

  const kept = await page.evaluate(() => localStorage.getItem('webpay:user:cgg'));
  const token = /"user_token":"([^"]+)"/.exec(kept ?? '')?.[1] ?? '';
  const order = /#order=([\w-]+)/.exec(page.url())?.[1] ?? '';
  for (const secret of [cid, token, order]) {
    expect(secret).not.toBe('');
    expect(counting.raw.join('\n')).not.toContain(secret);
  }

  await test.step('the answer can be taken back, and then nothing is loaded', async () => {
    await page.goto(`${environment.url}/cgg`);
    await page.getByRole('main').getByRole('button', { name: 'Privacy choices' }).click();
    const reloaded = page.waitForEvent('load');
    await question(page).getByRole('button', { name: 'Decline' }).click();
    await reloaded;
    counting.forget();
    await page.reload();
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Privacy choices' }),
    ).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(counting.loaded).toEqual([]);
  });
});

const MOODS: readonly Mood[] = ['hanging', 'gone', 'broken'];

test('[A04, C02] services that hang, are gone or break change nothing; elsewhere nobody is asked; without an id nothing is loaded', async ({
  page,
  outage,
}) => {
  test.slow();
  const { environment, counting } = outage;
  await from(page, 'US');
  for (const mood of MOODS) {
    await test.step(mood, async () => {
      counting.forget();
      counting.mood = mood;
      // A script that hangs may keep the page from ever being loaded; not from selling.
      await page.goto(`${environment.url}/cgg`, { waitUntil: 'domcontentloaded' });
      await expect.poll(() => counting.loaded.length).toBe(2);
      await expect(question(page)).toHaveCount(0);
      await confirmCharacter(page, { server: CGG?.server ?? '', cid: freshCid() });
      await page.getByRole('button', { name: continueAs(sayIn('en')) }).click();
      await checkOut(page, CGG?.topUp ?? '');
      await page.evaluate(() => localStorage.clear());
    });
  }
  counting.mood = 'well';

  await test.step('banners lead where the project allows, and nowhere else', async () => {
    await page.goto(`${environment.url}/cgg`);
    const banners = page
      .getByRole('main')
      .getByRole('region', { name: 'News' })
      .getByRole('listitem');
    await expect(banners).toHaveCount(BANNER_LINKS.length);
    await expect(banners.nth(0).getByRole('link')).toHaveAttribute('href', BANNER_LINKS[0]);
    await expect(banners.nth(1).getByRole('link')).toHaveAttribute('href', BANNER_LINKS[1]);
    await expect(banners.nth(2).getByRole('link')).toHaveCount(0);
  });

  counting.forget();
  await page.goto(`${environment.url}/dr2`);
  await expect(page.getByRole('button', { name: 'Choose a server', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Privacy choices' })).toHaveCount(0);
  expect(counting.loaded).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});
