import type { Page, Request } from '@playwright/test';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { mallToken } from '../../support/mall-buyer.ts';
import { CALL_PATHS } from '../../../packages/contract/src/paths.ts';
import { sign } from '../../../packages/contract/src/sign.ts';
import {
  cardForm,
  CARDS,
  expectPaid,
  fillCard,
  openCheckout,
  payButton,
  payByPayPal,
} from '../../support/browser/checkout.ts';
import { listenForViolations, watchAddresses } from '../../support/browser/observe.ts';
import {
  confirmCharacter,
  keep,
  keptBy,
  type Shopper,
  signIn,
  want,
} from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { STOPS } from '../../support/browser/screens.ts';
import { startHostileSite } from '../../support/browser/servers.ts';
import { addresses, databaseUrl } from '../../support/browser/shop.ts';
import { ordersMade } from '../../support/orders-made.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { orderFields } from '../../support/shopper.ts';

test('no screen violates its content security policies, report-only ones included @full', async ({
  page,
  context,
}) => {
  const violations = await listenForViolations(context);
  for (const path of ['/login', '/inConstruction', '/error/maintenance', '/no/such/page']) {
    await page.goto(path);
    await isTakenOver(page);
  }
  await page.goto('/miniflix');
  await confirmCharacter(page);

  const shopper = await signIn(page);
  const { home: _newcomers, ...later } = STOPS;
  for (const open of Object.values(later)) await open(page, MINIFLIX, shopper);
  for (const path of ['orders', 'activity/bargainirg', 'activity/cumulation', 'activity/card']) {
    await page.goto(`/miniflix/${path}`);
    await expect(page.locator('main :is(h2, article, li)').first()).toBeVisible();
    await isTakenOver(page);
  }
  await page.goto(`/miniflix/iframe?url=${encodeURIComponent('https://evil.example/')}`);
  await isTakenOver(page);

  await page.goto(`/mallCheckout?token=${mallToken({})}`);
  await expect(cardForm(page).locator('#number')).toBeVisible();

  await openCheckout(page);
  await payByPayPal(page);
  await expectPaid(page);
  expect(violations).toEqual([]);
});

test('a page without foreign scripts refuses a string as HTML, and its game’s shop still opens (14.18); a page that violates its content security policies is detected @full', async ({
  browser,
}) => {
  // A context of its own: the fixture fails on violations.
  const context = await browser.newContext();
  const violations = await listenForViolations(context);
  const page = await context.newPage();
  // An answer would lead back to the shop.
  await page.route('**/api/common/heartbeat*', (route) => route.abort());
  for (const path of ['/inConstruction', '/no/such/page', '/error/maintenance', '/login']) {
    await page.goto(path);
    await isTakenOver(page);
    expect([path, await assignHtml(page)]).toEqual([path, 'TypeError']);
  }

  await page.unrouteAll();
  await page
    .getByRole('link', { name: /Miniflix/i })
    .first()
    .click();
  await expect(page).toHaveURL('/miniflix');
  await isTakenOver(page);
  // Gateways’ scripts share this page, so it only reports.
  expect(await assignHtml(page)).toBeNull();
  const reported = { directive: 'require-trusted-types-for', disposition: 'report' };
  await expect.poll(() => violations.at(-1)).toMatchObject(reported);

  const before = violations.length;
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = '/assets/unannounced.js';
    document.head.append(script);
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
    const inline = document.createElement('script');
    inline.textContent = 'document.title = "taken"';
    document.body.append(inline);
  });
  await expect
    .poll(() => new Set(violations.slice(before).map(({ directive }) => directive)))
    .toEqual(new Set(['require-trusted-types-for', 'frame-src', 'script-src-elem']));
  expect(await page.title()).not.toBe('taken');
  await context.close();
});

/** Assigns a string as HTML, as an injected script would. @returns the error's name; null: it became HTML */
const assignHtml = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    try {
      const place = document.createElement('div');
      place.innerHTML = '<b>a string</b>';
      return null;
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  });

test('[C09, C11, F05] a purchase with a bank redirect exposes no token in addresses or referrers, and the card number to nobody but the gateway @full', async ({
  page,
  context,
}) => {
  const { url, sandboxUrl } = addresses();
  const asked = watchAddresses(context);
  const toUs: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(sandboxUrl)) {
      toUs.push(`${request.url()} ${request.postData() ?? ''}`);
    }
  });
  const shopper = await signIn(page);
  const token = await page.evaluate(
    () => /"user_token":"([^"]+)"/.exec(localStorage.getItem('webpay:user:miniflix') ?? '')?.[1],
  );
  await openCheckout(page);
  await fillCard(page, CARDS.challenge);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Continue to your bank' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectPaid(page);
  const order = /#order=([\w-]+)/.exec(page.url())?.[1];
  const tradeToken = new URL(page.url()).searchParams.get('tradeToken');
  const kept = await keptBy(page);
  await page.goto('/miniflix/orders');
  await expect(page.locator('main li').first()).toBeVisible();

  expect(toUs.some((each) => each.includes('/cp/'))).toBe(true);
  for (const text of [...toUs, kept]) {
    expect(text).not.toMatch(/4000 ?0000 ?0000 ?3220/);
  }
  expect(asked.length).toBeGreaterThan(20);
  for (const secret of [token, order, shopper.userToken, shopper.cid]) {
    expect(secret).toMatch(/^[\w-]{6,}$/);
    const told = asked.filter(
      (each) => each.url.includes(secret ?? '') || each.cookie.includes(secret ?? ''),
    );
    expect(told).toEqual([]);
  }
  // The bank's number returns in a query; it must leak nowhere either.
  const leaks = asked.filter(({ referrer }) => referrer !== '' && !isOrigin(referrer));
  expect(leaks.filter(({ from }) => from === url)).toEqual([]);
  expect(
    asked.filter(({ referrer }) => tradeToken !== null && referrer.includes(tradeToken)),
  ).toEqual([]);
});

test('a foreign page cannot frame or embed the shop, control its window, or act for its player @full', async ({
  browser,
}) => {
  const { url } = addresses();
  // A context of its own: the browser logs every refused action.
  const context = await browser.newContext();
  const page = await context.newPage();
  const shopper = await signIn(page);
  await want(shopper.client.call('cartSet', { product_id: 'gems-60', count: '2' }));
  await page.goto('/miniflix/goodsList');
  await isTakenOver(page);
  const boot = await page.evaluate(() => document.querySelector<HTMLScriptElement>('#boot')?.src);

  const hostile = await startHostileSite(`
    <script>const seen = [], failed = []</script>
    <iframe src="${url}/miniflix/goodsList"></iframe>
    <img src="${url}/catalogue/miniflix/art/icon.webp" onload="seen.push('picture')" onerror="failed.push('picture')">
    <script type="module" src="${boot}" onload="seen.push('script')" onerror="failed.push('script')"></script>
    <script src="${boot}" onload="seen.push('script')" onerror="failed.push('script')"></script>
    ${forms(url, shopper)}
    <button onclick="opened = window.open('${url}/miniflix/goodsList')">Play</button>`);
  try {
    const stranger = await context.newPage();
    const answered: string[] = [];
    const note = (request: Request): void => {
      if (request.method() === 'POST') answered.push(new URL(request.url()).pathname);
    };
    // A refused frame has been answered all the same.
    stranger.on('requestfinished', note).on('requestfailed', note);
    await stranger.goto(hostile.url);
    await test.step('images, scripts and frames stay empty', async () => {
      await expect
        .poll(() => stranger.evaluate('failed.toSorted().join()'))
        .toBe('picture,script,script');
      expect(await stranger.evaluate('seen.length')).toBe(0);
      const framed = stranger.frames().find((frame) => frame.parentFrame() !== null);
      expect(framed?.url()).not.toContain('/miniflix');
    });

    await test.step('forged forms arrive without a session', async () => {
      await stranger.evaluate(() => {
        for (const form of document.forms) form.submit();
      });
      await expect
        .poll(() => new Set(answered))
        .toEqual(new Set(FORGED.map((name) => CALL_PATHS[name].path)));
      const { items } = await want(shopper.client.call('cartGet', {}));
      expect(items.map(({ product_id, count }) => [product_id, count])).toEqual([['gems-60', 2]]);
      expect(await ordersMade(databaseUrl(), shopper.cid)).toBe(0);
    });

    await test.step('the opened window has no opener', async () => {
      const opens = context.waitForEvent('page');
      await stranger.getByRole('button', { name: 'Play' }).click();
      const shop = await opens;
      await isTakenOver(shop);
      expect(await shop.evaluate(() => window.opener === null)).toBe(true);
      expect(await stranger.evaluate('opened.closed && opened.length === 0')).toBe(true);
    });
  } finally {
    hostile.close();
    await context.close();
  }
});

test('[E02, A12] a stored return address leads only into the shop @full', async ({ page }) => {
  // The maintenance page leaves by itself after ten seconds of its clock.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
  for (const kept of [
    '//evil.example',
    '/\t/evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    await keep(page, { project: 'miniflix', pageLeft: kept });
    await page.goto('/error/maintenance');
    await isTakenOver(page, { isClockStopped: true });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page, kept).toHaveURL('/miniflix');
  }
});

const FORGED = ['cartSet', 'orderCreate', 'logout', 'cartClearInvalid'] as const;

function forms(url: string, { prId, serverId, cid }: Shopper): string {
  return FORGED.map((name, index) => {
    const pairs = Object.entries({
      game_id: MINIFLIX.gameId,
      lang: 'en',
      ver: 'evil',
      timestamp: String(Date.now()),
      website_code: MINIFLIX.code,
      pr_id: prId,
      server_id: serverId,
      cid,
      product_id: 'gems-60',
      count: '9',
      ...orderFields('gems-60'),
      redirect_url: 'https://evil.example',
    });
    const fields = [...pairs, ['sign', sign(pairs, DEFAULT_SIGN_SECRET)] as const].map(
      ([key, value]) =>
        `<input type="hidden" name="${key}" value="${value.replaceAll('"', '&quot;')}">`,
    );
    return `<iframe name="f${index}"></iframe>
      <form method="post" target="f${index}" action="${url}${CALL_PATHS[name].path}">${fields.join('')}</form>`;
  }).join('');
}

function isOrigin(referrer: string): boolean {
  return referrer === `${new URL(referrer).origin}/`;
}
