import type { Page } from '@playwright/test';
import { accessLink } from '../../support/mall-buyer.ts';
import { requirePassword } from '../../support/browser/answers.ts';
import { cartOf, putInCart } from '../../support/browser/cart.ts';
import { CARDS, expectPaid } from '../../support/browser/checkout.ts';
import { hideTab, listenTo } from '../../support/browser/observe.ts';
import {
  confirmCharacter,
  continueButton,
  freshCid,
  keptBy,
  renewSession,
  sessionCode,
  type Shopper,
  signIn,
  want,
} from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';
import { sayIn } from '../../support/browser/texts.ts';

const GEMS = 'gems-60';
const say = sayIn('en');
const logOut = (page: Page) => page.getByRole('button', { name: say('home.log_out') });
const field = (page: Page) => page.getByRole('textbox', { name: say('home.cid') });
const shelf = (page: Page) =>
  page.locator('[data-page=goodsList] main button[aria-pressed]').first();

/** Expects home as a new visitor sees it. */
async function expectNewcomer(page: Page): Promise<void> {
  await expect(page).toHaveURL('/miniflix');
  await expect(page.getByRole('button', { name: say('home.choose_server') })).toBeVisible();
  await expect(field(page)).toHaveValue('');
}

/** Stores the values that a visit leaves in a tab. */
async function leaveTraces(page: Page, { prId, serverId, cid }: Shopper): Promise<void> {
  await page.evaluate(
    ([local, session]) => {
      for (const [name, value] of Object.entries(local ?? {})) {
        localStorage.setItem(`webpay:${name}:miniflix`, JSON.stringify(value));
      }
      for (const [name, value] of Object.entries(session ?? {})) {
        sessionStorage.setItem(`webpay:${name}:miniflix`, JSON.stringify(value));
      }
    },
    [
      {
        lastCharacter: { pr_id: prId, server_id: serverId, cid },
        lastPurchase: { product_id: GEMS, pay_id: 'card' },
        cartUnsaved: { server_id: serverId, cid, at: 0, wishes: [] },
        country: 'DE',
        consent: { yes: false, at: 1 },
      },
      { requestDrafts: { o1: { right: 'refund', text: `for ${cid}` } } },
    ] as const,
  );
}

test('[S07, S12, R22] logging out ends the session in every tab and at the server, clears storage and keeps the cart', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  await putInCart(shopper, { [GEMS]: 2 });
  await leaveTraces(page, shopper);
  const other = await context.newPage();
  await other.goto('/miniflix/goodsList');
  await expect(shelf(other)).toBeVisible();
  await leaveTraces(other, shopper);
  const shownTexts = await listenTo(page);
  const heardThere = await listenTo(other);
  await other.reload();
  await expect(shelf(other)).toBeVisible();
  await isTakenOver(other);
  await page.goto('/miniflix');
  await logOut(page).click();

  await shownTexts.announced(say('home.logged_out'));
  await heardThere.announced(say('home.logged_out'));
  for (const tab of [page, other]) {
    await expectNewcomer(tab);
    const traces = [shopper.cid, shopper.userToken, GEMS];
    const left = async () => {
      const text = await keptBy(tab);
      return traces.filter((trace) => text.includes(trace));
    };
    await expect.poll(left).toEqual([]);
    const kept = await keptBy(tab);
    expect(kept).toContain('webpay:country:miniflix');
    expect(kept).toContain('webpay:consent:miniflix');
  }
  await expect.poll(() => sessionCode(shopper), 'the server has ended the session').toBe(11_002);

  await page.reload();
  await expectNewcomer(page);
  await page.goto('/miniflix/cart');
  await expectNewcomer(page);
  expect(shownTexts.hasShown(say('error.11002')), 'the end is announced once').toBe(false);

  await renewSession(shopper);
  expect(await cartOf(shopper)).toEqual({ [GEMS]: 2 });
});

test('[S07, S12, R22, A15] logging out clears a tab that was switching characters, keeps an open payment as an order over home, and a hidden tab keeps the message until it is shown @full', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  await leaveTraces(page, shopper);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  const [switching, paying, hidden] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  await switching.goto('/miniflix');
  await switching.getByRole('button', { name: say('home.switch_label') }).click();
  await expect(field(switching)).toHaveValue(shopper.cid);
  await expect(continueButton(switching)).toBeVisible();
  await paying.goto(`/miniflix/payment#order=${opened.token}`);
  await expectPaid(paying);
  await isTakenOver(paying);
  await hidden.clock.install();
  await hidden.goto('/miniflix/goodsList');
  await expect(shelf(hidden)).toBeVisible();
  await isTakenOver(hidden);
  const show = await hideTab(hidden);

  await page.goto('/miniflix');
  await logOut(page).click();
  await expectNewcomer(page);
  await expectNewcomer(switching);
  await expect(paying).toHaveURL(`/miniflix#order=${opened.token}`);
  await expectPaid(paying);
  const reason = hidden.getByRole('status').getByText(say('home.logged_out'));
  await expect(reason).toBeVisible();
  await hidden.clock.runFor(60_000);
  await expect(reason).toBeVisible();
  await show();
  await hidden.clock.runFor(3000);
  await expect(reason).toBeHidden();
});

test('[S07, E02] logging out offline takes effect at once and shows the offline page in every tab, then home, and reaches the server when online @full', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page);
  const other = await context.newPage();
  const shownTexts = [await listenTo(page), await listenTo(other)];
  await page.goto('/miniflix');
  await expect(logOut(page)).toBeVisible();
  await isTakenOver(page);
  await other.goto('/miniflix/goodsList');
  await expect(shelf(other)).toBeVisible();
  await isTakenOver(other);
  await context.setOffline(true);
  await logOut(page).click();
  for (const each of shownTexts) {
    await each.announced(say('home.logged_out_here'));
    expect(each.hasShown(say('home.logged_out')), 'the server session is not over').toBe(false);
  }
  for (const tab of [page, other]) {
    await expect(
      tab.getByRole('heading', { level: 1, name: say('offline.title') }),
      'the offline page, not an error page',
    ).toBeVisible();
    await expect(tab).toHaveURL('/miniflix');
    expect(await keptBy(tab)).not.toContain(shopper.userToken);
  }
  expect(await sessionCode(shopper), 'the server session still stands').toBe(200);
  await context.setOffline(false);
  for (const tab of [page, other]) await expectNewcomer(tab);
  await expect
    .poll(() => sessionCode(shopper), 'the page that opens anew takes the call along')
    .toBe(11_002);
});

test('[S07, F07, F19] home shows running events after a log-out, which an empty order list offers, too @full', async ({
  page,
}) => {
  const runs = page.getByRole('region', { name: say('home.happening') }).getByRole('button');
  for (const path of ['/miniflix', '/miniflix/goodsList', '/miniflix/items', '/miniflix/orders']) {
    await test.step(path, async () => {
      const shopper = await signIn(page);
      await page.goto(path);
      await isTakenOver(page);
      await logOut(page).click();
      await expectNewcomer(page);
      await expect.poll(() => sessionCode(shopper)).toBe(11_002);
      await expect(runs.first()).toBeVisible();
    });
  }
});

test('[S07, E04, S12] a late 11002 of the old session does not end the next one @full', async ({
  page,
}) => {
  await page.clock.install();
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/user/logout', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/miniflix/goodsList');
  await expect(shelf(page)).toBeVisible();
  await isTakenOver(page);
  const late = page.waitForResponse('**/api/user/logout');
  await logOut(page).click();
  await expectNewcomer(page);

  const cid = freshCid();
  await confirmCharacter(page, { cid });
  await continueButton(page).click();
  await expect(shelf(page)).toBeVisible();
  // Another device ended the session: the delayed log-out is refused.
  await want(shopper.client.call('logout', {}));
  held.resolve();
  expect(await (await late).json()).toMatchObject({ code: 11_002 });
  // Longer than the redirect of an ended session takes.
  await page.clock.runFor(3000);
  await page.reload();
  await expect(shelf(page)).toBeVisible();
  await expect(page).toHaveURL('/miniflix/goodsList');
  expect(await keptBy(page)).toContain(cid);
  expect(shownTexts.hasShown(say('error.11002'))).toBe(false);
});

test('[F18, S07] a player of an access link can log out, and the device accepts any character @full', async ({
  page,
}) => {
  await page.goto(
    `/miniflix#link=${accessLink({ server_id: MINIFLIX.serverId, cid: freshCid() })}`,
  );
  await expect(shelf(page)).toBeVisible();
  // This cookie announces a session to the server's renderer.
  const known = async () => (await page.context().cookies()).some(({ name }) => name === 'known');
  await expect.poll(known).toBe(true);
  await logOut(page).click();
  await expectNewcomer(page);
  await expect.poll(known).toBe(false);
  const cid = freshCid();
  await confirmCharacter(page, { cid });
  await continueButton(page).click();
  await expect(shelf(page)).toBeVisible();
});

test('[S11, S07] log-out stays available where a password is required first @full', async ({
  page,
}) => {
  await requirePassword(page);
  await signIn(page);
  await page.goto('/miniflix');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('ui.close') }).click();
  await expect(dialog).toBeHidden();
  // Wide screens have it in the pane, with the character and the one primary button.
  await resizeTo(page, { width: 1280, height: 800 });
  await expect(logOut(page)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-primary]:visible')).toHaveCount(1);
  await logOut(page).click();
  await expectNewcomer(page);
});
