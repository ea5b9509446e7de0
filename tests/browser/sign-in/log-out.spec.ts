import type { Page } from '@playwright/test';
import { accessLink } from '../../support/link-holder.ts';
import { cartOf, putInCart } from '../../support/browser/cart.ts';
import { CARDS } from '../../support/browser/checkout.ts';
import { PAID } from '../../support/browser/gems.ts';
import { listenTo } from '../../support/browser/heard.ts';
import { hideTab } from '../../support/browser/hidden-tab.ts';
import {
  confirmCharacter,
  freshCid,
  signIn,
  type Shopper,
  want,
} from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { sayIn } from '../../support/browser/texts.ts';
import { expect, test } from '../../support/browser/test.ts';

const GEMS = 'gems-60';
const say = sayIn('en');
const logOut = (page: Page) => page.getByRole('button', { name: say('home.log_out') });
const field = (page: Page) => page.getByRole('textbox', { name: say('home.cid') });
const shelf = (page: Page) => page.locator('[data-page=goodsList] button[aria-pressed]').first();

/** Home as somebody sees it who was never here. */
async function expectNewcomer(page: Page): Promise<void> {
  await expect(page).toHaveURL('/miniflix');
  await expect(page.getByRole('button', { name: say('home.choose_server') })).toBeVisible();
  await expect(field(page)).toHaveValue('');
}

/** Everything this tab keeps, and its cookies. */
const keptBy = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
    ]),
  );

/** What a while of shopping leaves in a tab. */
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

const answersTo = async (shopper: Shopper) => (await shopper.client.call('cartGet', {})).code;

test('[S07, S12, R22] who logs out is out here, in other tabs and at the server, leaves nothing behind, and finds the cart again', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  await putInCart(shopper, { [GEMS]: 2 });
  await leaveTraces(page, shopper);
  const other = await context.newPage();
  await other.goto('/miniflix/goodsList');
  await expect(shelf(other)).toBeVisible();
  await leaveTraces(other, shopper);
  const heard = await listenTo(page);
  const heardThere = await listenTo(other);
  await other.reload();
  await expect(shelf(other)).toBeVisible();
  await isTakenOver(other);
  await page.goto('/miniflix');
  await logOut(page).click();

  await heard.announced(say('home.logged_out'));
  await heardThere.announced(say('home.logged_out'));
  for (const tab of [page, other]) {
    await expectNewcomer(tab);
    const kept = await keptBy(tab);
    for (const trace of [shopper.cid, shopper.userToken, GEMS]) {
      expect(kept, trace).not.toContain(trace);
    }
    expect(kept).toContain('webpay:country:miniflix');
    expect(kept).toContain('webpay:consent:miniflix');
  }
  await expect.poll(() => answersTo(shopper), 'the server knows the token no more').toBe(11_002);

  await page.reload();
  await expectNewcomer(page);
  await page.goto('/miniflix/cart');
  await expectNewcomer(page);
  expect(heard.everSaid(say('error.11002')), 'nobody is told of an end twice').toBe(false);

  const { prId: pr_id, serverId: server_id, cid } = shopper;
  const again = await want(shopper.client.call('role', { pr_id, server_id, cid }));
  if (!('user_token' in again)) throw new Error('the character belongs to another game');
  shopper.client.useToken(again.user_token);
  expect(await cartOf(shopper)).toEqual({ [GEMS]: 2 });
});

test('[S07, S12] a tab that was asking for another character forgets whom it knew', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  await leaveTraces(page, shopper);
  const other = await context.newPage();
  await other.goto('/miniflix');
  await other.getByRole('button', { name: say('home.switch_label') }).click();
  await expect(field(other)).toHaveValue(shopper.cid);
  await expect(other.getByRole('button', { name: /^Continue as / })).toBeVisible();
  await page.goto('/miniflix');
  await logOut(page).click();
  await expectNewcomer(other);
});

test('[S07, R22] a payment that is open in another tab keeps its page: the order, over home', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  const opened = await shopper.open();
  await shopper.payByCard(opened, CARDS.success);
  const other = await context.newPage();
  await other.goto(`/miniflix/payment#order=${opened.token}`);
  await expect(other.getByRole('heading', PAID)).toBeVisible();
  await isTakenOver(other);
  await page.goto('/miniflix');
  await logOut(page).click();
  await expectNewcomer(page);
  await expect(other).toHaveURL(`/miniflix#order=${opened.token}`);
  await expect(other.getByRole('heading', PAID)).toBeVisible();
});

test('[S07, E02] without a network the player is out at once, and the server hears of it when there is one again', async ({
  page,
  context,
}) => {
  const heard = await listenTo(page);
  const shopper = await signIn(page, MINIFLIX);
  await page.goto('/miniflix');
  await expect(logOut(page)).toBeVisible();
  await isTakenOver(page);
  await context.setOffline(true);
  await logOut(page).click();
  await heard.announced(say('home.logged_out_here'));
  expect(heard.everSaid(say('home.logged_out')), 'it is not over everywhere').toBe(false);
  // What the form needs did not come.
  await expect(page.getByRole('heading', { name: say('offline.title') })).toBeVisible();
  expect(await keptBy(page)).not.toContain(shopper.userToken);
  expect(await answersTo(shopper), 'the server cannot know yet').toBe(200);
  await context.setOffline(false);
  await expect.poll(() => answersTo(shopper)).toBe(11_002);
  await expectNewcomer(page);
});

test('[S07, E02] where home was never loaded, every tab says without a network that one is out, and home opens by itself with it', async ({
  page,
  context,
}) => {
  const shopper = await signIn(page, MINIFLIX);
  const other = await context.newPage();
  const heard = [await listenTo(page), await listenTo(other)];
  for (const tab of [page, other]) {
    await tab.goto('/miniflix/goodsList');
    await expect(shelf(tab)).toBeVisible();
    await isTakenOver(tab);
  }
  await context.setOffline(true);
  await logOut(page).click();
  for (const each of heard) await each.announced(say('home.logged_out_here'));
  for (const tab of [page, other]) {
    await expect(
      tab.getByRole('heading', { level: 1, name: say('offline.title') }),
      'not as if the shop were broken',
    ).toBeVisible();
    await expect(tab).toHaveURL('/miniflix');
    expect(await keptBy(tab)).not.toContain(shopper.userToken);
  }
  await context.setOffline(false);
  for (const tab of [page, other]) await expectNewcomer(tab);
  await expect
    .poll(() => answersTo(shopper), 'the page that opens anew takes the call along')
    .toBe(11_002);
});

test('[S07, A15] a tab at the back still says why it is over when somebody comes to see it', async ({
  page,
  context,
}) => {
  await signIn(page, MINIFLIX);
  const other = await context.newPage();
  await other.clock.install();
  await other.goto('/miniflix/goodsList');
  await expect(shelf(other)).toBeVisible();
  await isTakenOver(other);
  const show = await hideTab(other);
  await page.goto('/miniflix');
  await logOut(page).click();
  const reason = other.getByRole('status').getByText(say('home.logged_out'));
  await expect(reason).toBeVisible();
  await other.clock.runFor(60_000);
  await expect(reason).toBeVisible();
  await show();
  await other.clock.runFor(3000);
  await expect(reason).toBeHidden();
});

test('[S07, F07] who logs out sees what runs, as everybody does who was never here', async ({
  page,
}) => {
  const runs = page.getByRole('region', { name: say('home.happening') }).getByRole('button');
  for (const path of ['/miniflix', '/miniflix/goodsList', '/miniflix/items']) {
    await test.step(path, async () => {
      await signIn(page, MINIFLIX);
      await page.goto(path);
      await isTakenOver(page);
      await logOut(page).click();
      await expectNewcomer(page);
      await expect(runs.first()).toBeVisible();
    });
  }
});

test('[S07, E04, S12] an answer that comes late and calls the old session ended does not end the next one', async ({
  page,
}) => {
  await page.clock.install();
  const heard = await listenTo(page);
  const shopper = await signIn(page, MINIFLIX);
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
  const name = await confirmCharacter(page, { server: MINIFLIX.server, cid });
  await page.getByRole('button', { name: say('home.continue_as', { name }) }).click();
  await expect(shelf(page)).toBeVisible();
  // Ended meanwhile by other means, as by a new password: now its log-out is refused.
  await want(shopper.client.call('logout', {}));
  held.resolve();
  expect(await (await late).json()).toMatchObject({ code: 11_002 });
  // Longer than it takes to be sent home.
  await page.clock.runFor(3000);
  await page.reload();
  await expect(shelf(page)).toBeVisible();
  await expect(page).toHaveURL('/miniflix/goodsList');
  expect(await keptBy(page)).toContain(cid);
  expect(heard.everSaid(say('error.11002'))).toBe(false);
});

test('[F18, S07] who came by a link logs out like everybody, and the phone is free for any character', async ({
  page,
}) => {
  await page.goto(
    `/miniflix#link=${accessLink({ server_id: MINIFLIX.serverId, cid: freshCid() })}`,
  );
  await expect(shelf(page)).toBeVisible();
  // What tells the server's renderer that somebody is known here.
  const known = async () => (await page.context().cookies()).some(({ name }) => name === 'known');
  await expect.poll(known).toBe(true);
  await logOut(page).click();
  await expectNewcomer(page);
  await expect.poll(known).toBe(false);
  const cid = freshCid();
  const name = await confirmCharacter(page, { server: MINIFLIX.server, cid });
  await page.getByRole('button', { name: say('home.continue_as', { name }) }).click();
  await expect(shelf(page)).toBeVisible();
});

test('[S11, S07] where a password is wanted first, the way out is there, too', async ({ page }) => {
  await page.route('**/miniflix', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"pwd_status":"0"', '"pwd_status":"1"');
    await route.fulfill({ response, body });
  });
  await signIn(page, MINIFLIX);
  await page.goto('/miniflix');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('ui.close') }).click();
  await expect(dialog).toBeHidden();
  await logOut(page).click();
  await expectNewcomer(page);
});
