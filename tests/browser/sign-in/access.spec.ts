import type { Browser, Page } from '@playwright/test';
import {
  dialogOf,
  knowPictures,
  mailedCode,
  nextPicture,
  PICTURE_CODE,
} from '../../support/browser/access.ts';
import { answerOnce, answerWith } from '../../support/browser/answers.ts';
import { findBarriers } from '../../support/browser/axe.ts';
import { listenTo } from '../../support/browser/observe.ts';
import {
  chooseServer,
  continueButton,
  type Shopper,
  signIn,
} from '../../support/browser/player.ts';
import { MINIFLIX } from '../../support/browser/projects.ts';
import { addresses } from '../../support/browser/shop.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

const PWD = 'dawn77';
const NEXT = 'dusk-88';
const LAST = 'noon+99';

const protect = (page: Page) => page.getByRole('button', { name: 'Protect your character' });
const isProtected = (page: Page) => page.getByRole('button', { name: 'Password protected' });
const unlock = (page: Page) => page.getByRole('button', { name: /^Unlock/ });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Opens the shop on another device, without a session. */
async function otherPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: addresses().url,
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: { width: 320, height: 640 },
  });
  return context.newPage();
}

async function typeId(page: Page, cid: string): Promise<void> {
  await page.goto('/miniflix');
  await isTakenOver(page);
  await chooseServer(page);
  await page.getByRole('textbox', { name: 'Character ID' }).fill(cid);
}

async function typeMailedCode(page: Page, shopper: Shopper, earlier: number): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  const field = page.getByRole('textbox', { name: 'Code from your in-game mail' });
  await expect(field).toBeFocused();
  await field.fill(`The code is ${await mailedCode(shopper, earlier)}.`);
}

test('[F13, S11] [V02] a password is set, asked for on another device, reset by in-game mail, changed and removed @full', async ({
  page,
  browser,
}) => {
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  await page.goto('/miniflix');

  await test.step('set the password', async () => {
    await protect(page).click();
    const dialog = dialogOf(page, 'set');
    await expect(dialog.getByRole('textbox', { name: 'New password' })).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'New password' }).fill(PWD);
    await dialog.getByRole('textbox', { name: 'Repeat password' }).fill(PWD);
    await typeMailedCode(page, shopper, 0);
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(dialog).toBeHidden();
    await shownTexts.announced('Your character is now protected');
    await expect(isProtected(page)).toBeFocused();
  });

  const phone = await otherPhone(browser);
  const heardThere = await listenTo(phone);
  await knowPictures(phone);
  await test.step('another device asks for it, and for an image code after three wrong attempts', async () => {
    await typeId(phone, shopper.cid);
    const field = phone.getByRole('textbox', { name: 'Access password' });
    await expect(field).toHaveAttribute('autocomplete', 'current-password');
    for (let tries = 0; tries < 3; tries += 1) {
      await field.fill(`wrong-${tries}`);
      const refused = phone.waitForResponse('**/api/user/role');
      await unlock(phone).click();
      // The message may be that of the try before.
      await (await refused).finished();
      await expect(said(phone, 'The access password is incorrect.')).toBeVisible();
      await expect(field).toHaveValue(`wrong-${tries}`);
      await expect(field).toBeFocused();
    }
    await field.fill(PWD);
    await unlock(phone).click();
    const picture = phone.getByRole('textbox', { name: 'Characters in the picture' });
    await expect(picture).toBeFocused();
    const first = await nextPicture(phone);
    expect(await findBarriers(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    // Without a code the press moves to its field.
    await field.focus();
    await unlock(phone).dispatchEvent('click');
    await expect(picture).toBeFocused();
    await picture.fill('AAAA');
    await picture.press('Enter');
    await expect(said(phone, 'The picture code is incorrect.')).toBeVisible();
    await expect(picture).toHaveValue('');
    await nextPicture(phone, first);
    await picture.fill(PICTURE_CODE.toLowerCase());
    await picture.press('Enter');
    await expect(continueButton(phone)).toBeVisible();
  });

  await test.step('reset it by image code and in-game mail', async () => {
    await phone.reload();
    await typeId(phone, shopper.cid);
    await phone.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = dialogOf(phone, 'reset');
    const picture = dialog.getByRole('textbox', { name: 'Characters in the picture' });
    await expect(picture).toBeFocused();
    expect(await findBarriers(phone)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(said(phone, 'Enter the picture code.').last()).toBeVisible();
    const first = await nextPicture(phone);
    await picture.fill('AAAA');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await expect(dialog.getByText('The picture code is incorrect.')).toBeVisible();
    await nextPicture(phone, first);
    await picture.fill(PICTURE_CODE);
    const second = await nextPicture(phone, first);
    await typeMailedCode(phone, shopper, 1);
    await dialog.getByRole('textbox', { name: 'New password' }).fill(PWD);
    await dialog.getByRole('textbox', { name: 'Repeat password' }).fill(PWD);
    // Every try needs an image code of its own.
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(picture).toBeFocused();
    const third = await nextPicture(phone, second);
    await picture.fill(PICTURE_CODE);
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(dialog.getByText('Your new password must be different.')).toBeVisible();
    await nextPicture(phone, third);
    await dialog.getByRole('textbox', { name: 'New password' }).fill(NEXT);
    await dialog.getByRole('textbox', { name: 'Repeat password' }).fill(NEXT);
    await picture.fill(PICTURE_CODE);
    await dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(dialog).toBeHidden();
    await continueButton(phone).click();
    await expect(phone).toHaveURL(/\/miniflix\/goodsList$/);
  });

  await test.step('the first device must sign in again', async () => {
    await page.reload();
    await shownTexts.announced('Your session has ended. Please confirm your character again.');
    await expect(page.getByRole('textbox', { name: 'Access password' })).toBeVisible();
  });

  await test.step('change the password', async () => {
    await phone.goto('/miniflix');
    await isProtected(phone).click();
    await dialogOf(phone, 'menu')
      .getByRole('button', { name: /^Change password/ })
      .click();
    const dialog = dialogOf(phone, 'change');
    const current = dialog.getByRole('textbox', { name: 'Current password' });
    await expect(current).toBeFocused();
    await current.fill('wrong-1');
    await dialog.getByRole('textbox', { name: 'New password' }).fill(LAST);
    await dialog.getByRole('textbox', { name: 'Repeat password' }).fill(LAST);
    await typeMailedCode(phone, shopper, 2);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('The access password is incorrect.')).toBeVisible();
    await expect(current).toBeFocused();
    await current.fill(NEXT);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog).toBeHidden();
    await heardThere.announced('Password changed');
  });

  await test.step('remove the password: the ID alone opens the shop', async () => {
    await isProtected(phone).click();
    await dialogOf(phone, 'menu')
      .getByRole('button', { name: /^Remove password/ })
      .click();
    const dialog = dialogOf(phone, 'remove');
    await expect(
      dialog.getByRole('textbox', { name: 'Code from your in-game mail' }),
    ).toBeFocused();
    expect(await findBarriers(phone)).toEqual([]);
    await typeMailedCode(phone, shopper, 3);
    await dialog.getByRole('button', { name: 'Remove password' }).click();
    await expect(dialog).toBeHidden();
    await expect(protect(phone)).toBeFocused();
    await page.goto('/miniflix');
    await expect(continueButton(page)).toBeVisible();
  });
  await phone.context().close();
});

test('[F13, S11] a password set on another device is reported and shown; a signed-in player who forgot it sets a new one and stays signed in @full', async ({
  page,
}) => {
  const shownTexts = await listenTo(page);
  const shopper = await signIn(page);
  await knowPictures(page);
  await page.goto('/miniflix');
  await protect(page).click();
  await expect(dialogOf(page, 'set')).toBeVisible();
  await shopper.client.call('mailCode', { purpose: 'pwd_set' });
  const code = await mailedCode(shopper);
  await shopper.client.call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code });
  await page.getByRole('button', { name: 'Send code' }).click();
  await shownTexts.announced('This was changed somewhere else.');
  await expect(isProtected(page)).toBeVisible();

  await isProtected(page).click();
  await dialogOf(page, 'menu')
    .getByRole('button', { name: /^Forgot password/ })
    .click();
  const reset = dialogOf(page, 'reset');
  await expect(reset.getByText(`${MINIFLIX.server} · ${shopper.cid}`)).toBeVisible();
  const first = await nextPicture(page);
  await reset.getByRole('textbox', { name: 'Characters in the picture' }).fill(PICTURE_CODE);
  await typeMailedCode(page, shopper, 1);
  await nextPicture(page, first);
  await reset.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  await reset.getByRole('textbox', { name: 'Repeat password' }).fill(NEXT);
  await reset.getByRole('textbox', { name: 'Characters in the picture' }).fill(PICTURE_CODE);
  await reset.getByRole('button', { name: 'Set password' }).click();
  await expect(reset).toBeHidden();
  // The reset ended all sessions: this page already has a new one.
  await page.reload();
  await expect(isProtected(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^60 Gems/ })).toBeVisible();
});

test('the password field names the wait after wrong passwords (14.12) @full', async ({ page }) => {
  await answerWith(page, '/api/user/role', 20_001);
  await typeId(page, '204518763');
  const field = page.getByRole('textbox', { name: 'Access password' });
  await field.fill('wrong-1');
  await answerOnce(page, '/api/user/role', 10_005, { retry_after_ms: 29_400 });
  await unlock(page).click();
  await expect(field).toHaveAccessibleDescription(
    /Too many attempts\. You can try again in 30 seconds\./,
  );
});
