import { CARDS, listedGood } from '../../support/browser/checkout.ts';
import { focusOf, tabTo } from '../../support/browser/keyboard.ts';
import { holdNotices } from '../../support/browser/observe.ts';
import { continueButton, freshCid, signIn, takeOption } from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { expectCharged, mailsOf, watchOrders } from '../../support/browser/sandbox.ts';
import { isTakenOver, stepTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('[F01, F02, F04, F05, F06, A09] a purchase works by keyboard alone, with visible focus at every stop @full', async ({
  page,
}) => {
  const orders = watchOrders(page);
  const cid = freshCid();
  const { keyboard } = page;

  await test.step('confirm the character', async () => {
    await page.goto('/miniflix');
    await isTakenOver(page);
    await tabTo(page, /button "Server, Choose/);
    await keyboard.press('Enter');
    // The focus starts in the search field: arrows select, Enter confirms.
    const servers = page.getByRole('dialog', { name: 'Choose your server' });
    await expect(servers.getByRole('combobox')).toBeFocused();
    await expect(servers.getByRole('option', { name: 'S02 Backlot Row' })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Server, S02 Backlot Row' })).toBeVisible();
    await expect.poll(async () => (await focusOf(page)).said).toContain('textbox "Character ID');
    await keyboard.type(cid);
    await expect(continueButton(page)).toBeVisible();
    await keyboard.press('Enter');
  });

  await test.step('choose goods', async () => {
    await expect(page).toHaveURL(/\/miniflix\/goodsList$/);
    await expect.poll(async () => (await focusOf(page)).said).toContain('heading');
    await expect(listedGood(page, '125 Gems')).toBeVisible();
    // Categories are one tab stop.
    await tabTo(page, /button "125 Gems/);
    await keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Buy now' })).toBeVisible();
    await tabTo(page, /button "Buy now"/);
    await keyboard.press('Enter');
  });

  await test.step('type the card', async () => {
    await expect(page).toHaveURL(/directPayment/);
    await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();
    await tabTo(page, /radio "Credit or debit card/);
    await keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    await expect.poll(async () => (await focusOf(page)).said).toContain('radio "PayPal');
    await keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();
    const form = page.getByTitle('Card details').contentFrame();
    await expect(form.getByLabel('Card number')).toBeVisible();
    await tabTo(page, /textbox "Card number/);
    await keyboard.type(CARDS.success);
    await tabTo(page, /textbox "Expiry/);
    await keyboard.type('1239');
    await tabTo(page, /textbox "Security code/);
    await keyboard.type('123');
    await expect(page.getByRole('button', { name: /^Pay \$1\.99/ })).toBeEnabled();
    await tabTo(page, /button "Pay \$1\.99/);
    await keyboard.press('Space');
  });

  await test.step('see the result', async () => {
    await expect(page).toHaveURL(/#order=/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      /125 Gems .*(way|delivered)/,
    );
    await expect.poll(async () => (await focusOf(page)).said).not.toBe('');
    await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
    await tabTo(page, /button "Back to the game/);
    const box = { gameId: MINIFLIX.gameId, serverId: '102', cid };
    await expect.poll(async () => (await mailsOf(box)).length).toBe(1);
    await expectCharged(orders, 1);
  });
});

test('[F01, F02, F04, F05, F06] a purchase works by accessible names, and changes are announced @full', async ({
  page,
}) => {
  const cid = freshCid();
  const button = (name: RegExp | string) => page.getByRole('button', { name });

  await page.goto('/miniflix');
  await expect(page.getByRole('main')).toHaveCount(1);
  await button('Server, Choose server')
    .or(button(/^Server, /))
    .first()
    .click();
  const servers = page.getByRole('dialog', { name: 'Choose your server' });
  await servers.getByRole('combobox', { name: /^Search/ }).fill('S01');
  await expect(servers.getByRole('status').filter({ hasText: '1' })).toHaveCount(1);
  await takeOption(servers, 'S01 Sunset Lot');
  await page.getByRole('textbox', { name: 'Character ID' }).fill(cid);
  const found = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Lv|Level/ });
  await expect(found).toBeVisible();
  await button(/^Continue as /).click();

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await listedGood(page, '60 Gems').click();
  await expect(page.getByRole('button', { name: /^60 Gems/, pressed: true })).toHaveCount(1);
  await button('Buy now').click();

  const ways = page.getByRole('radiogroup', { name: 'Payment method' });
  await expect(ways.getByRole('radio', { name: 'Credit or debit card' })).toBeChecked();
  const form = page.getByTitle('Card details').contentFrame();
  await form.getByRole('textbox', { name: 'Card number' }).fill(CARDS.success);
  await form.getByRole('textbox', { name: 'Expiry' }).fill('12/39');
  await form.getByRole('textbox', { name: 'Security code' }).fill('123');
  await button(/^Pay \$0\.99/).click();

  await expect(
    page.getByRole('heading', { level: 1, name: /60 Gems .*(way|delivered)/ }),
  ).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /\w/ })).not.toHaveCount(0);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Sent to your in-game mail' }),
  ).toBeVisible();
});

test('[R24, A17, A15] popup, Back and toast never lose the focus @full', async ({ page }) => {
  await page.clock.install();
  await holdNotices(page);
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await isTakenOver(page);
  const pack = page.getByRole('main').getByRole('button', { name: /^Matinee pack, / });
  await pack.focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: /Matinee pack/ });
  await expect(popup).toBeVisible();
  // The focus cycles inside the popup.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const isInside = await popup.evaluate((dialog) => {
      const { activeElement } = document;
      return dialog.contains(activeElement) || activeElement === document.body;
    });
    expect(isInside, 'the focus stays inside the popup').toBe(true);
  }
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toBeHidden();
  await expect(pack).toBeFocused();

  const gems = page.getByRole('button', { name: /^60 Gems, / });
  await gems.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Buy now' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/directPayment/);
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/goodsList$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  // A focused toast stays, and returns the focus when it closes.
  await gems.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Add to cart' }).focus();
  await page.keyboard.press('Enter');
  const view = page.getByRole('status').getByRole('button');
  await expect(view).toBeFocused();
  await page.clock.fastForward(20_000);
  await expect(view).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.clock.fastForward(20_000);
  await expect(view).toHaveCount(0);
  await expect.poll(async () => (await focusOf(page)).said).not.toBe('');
});

test('[A09] a heading that renders late still receives the focus @full', async ({ page }) => {
  await page.clock.install();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/ReturningVisitor-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/miniflix/goodsList');
  await stepTo(page, '/miniflix', 'home');
  await page.clock.fastForward(30_000);
  const heading = page.locator('[data-page=home] h1');
  await expect(heading).toHaveCount(0);
  letGo();
  await expect(heading).toBeFocused();
});
