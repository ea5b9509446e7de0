import type { Locator, Page } from '@playwright/test';
import { dialogOf } from '../../support/browser/access.ts';
import { answerOnce, answerWith, requirePassword } from '../../support/browser/answers.ts';
import { listenTo } from '../../support/browser/observe.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

const CALLS = '/api/user';
const RULES = {
  length: '6–20 characters',
  space: 'No spaces',
  kinds: 'At least two of: letters, digits, symbols',
};

async function openSet(page: Page): Promise<Locator> {
  await signIn(page);
  await page.goto('/miniflix');
  await page.getByRole('button', { name: 'Protect your character' }).click();
  const dialog = dialogOf(page, 'set');
  await expect(dialog).toBeVisible();
  return dialog;
}

function fieldsOf(dialog: Locator) {
  return {
    pwd: dialog.getByRole('textbox', { name: 'New password' }),
    repeat: dialog.getByRole('textbox', { name: 'Repeat password' }),
    code: dialog.getByRole('textbox', { name: 'Code from your in-game mail' }),
    send: dialog.getByRole('button', { name: 'Send code' }),
    set: dialog.getByRole('button', { name: 'Set password' }),
  };
}

test('[V01, V02, F13] a password can be pasted, shown and hidden; the dialog marks met rules while typing, names the broken one, and closes with its session @full', async ({
  page,
  context,
}) => {
  const shownTexts = await listenTo(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openSet(page);
  const { pwd, repeat, set } = fieldsOf(dialog);
  await test.step('pasted, shown and hidden', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('dawn77'));
    await pwd.press('ControlOrMeta+V');
    await expect(pwd).toHaveValue('dawn77');
    const eye = dialog.getByRole('button', { name: 'Show password: New password' });
    await expect(
      dialog.getByRole('button', { name: 'Show password: Repeat password' }),
    ).toHaveCount(1);
    await expect(pwd).toHaveAttribute('type', 'password');
    await eye.click();
    await expect(pwd).toHaveAttribute('type', 'text');
    await expect(eye).toHaveAttribute('aria-pressed', 'true');
    await eye.click();
    await expect(pwd).toHaveAttribute('type', 'password');
    // A09: ✕ and Cancel close, Escape does not.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Protect your character' })).toBeFocused();
  });

  await page.getByRole('button', { name: 'Protect your character' }).click();
  await pwd.fill('');
  const ruled = (text: string) => dialog.getByRole('listitem').filter({ hasText: text });
  await expect(pwd).toHaveAttribute('autocomplete', 'new-password');
  for (const text of Object.values(RULES)) await expect(ruled(text)).toContainText('– not met yet');

  await pwd.pressSequentially('dawn');
  await expect(ruled(RULES.space)).toContainText('– met');
  await expect(ruled(RULES.length)).toContainText('– not met yet');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await pwd.pressSequentially('7');
  await expect(ruled(RULES.kinds)).toContainText('– met');
  await repeat.focus();
  await expect(dialog.getByText('Password less than 6 characters', { exact: true })).toBeVisible();
  await expect(pwd).toHaveAttribute('aria-invalid', 'true');
  await expect(pwd).toHaveAccessibleDescription(/Password less than 6 characters.*– met/);

  await pwd.fill('dawn77');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(ruled(RULES.length)).toContainText('– met');
  // These errors appear before the field is left: no further letter corrects them.
  await pwd.fill('dawn 77');
  await expect(dialog.getByText('Password contains a space', { exact: true })).toBeVisible();
  await pwd.fill('dawn77'.repeat(4));
  await expect(dialog.getByText('Password exceeds 20 characters', { exact: true })).toBeVisible();
  await pwd.fill('dawndawn');
  await expect(
    dialog.getByText('Password needs at least two of: letters, digits, symbols', { exact: true }),
  ).toBeVisible();
  await pwd.fill('dawn77');
  await repeat.fill('dawn78');
  await repeat.blur();
  await expect(dialog.getByText('Passwords do not match', { exact: true })).toBeVisible();
  await repeat.fill('dawn77');
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/password/')) asked += 1;
  });
  await set.click();
  await expect(
    dialog.getByText('Enter the 6-digit code from the mail', { exact: true }),
  ).toBeVisible();
  await expect(fieldsOf(dialog).code).toBeFocused();
  expect(asked).toBe(0);

  await test.step('an ended session closes it', async () => {
    await answerOnce(page, `${CALLS}/mail_code`, 11_002);
    await fieldsOf(dialog).send.click();
    await expect(dialog).toBeHidden();
    await shownTexts.announced('Your session has ended. Please confirm your character again.');
    await expect(page.getByRole('button', { name: 'Choose a server' })).toBeVisible();
  });
});

test('[F13] the next code can be requested after the server’s delay, also in a reopened dialog @full', async ({
  page,
}) => {
  await page.clock.install();
  const dialog = await openSet(page);
  const { code, send } = fieldsOf(dialog);
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  // The page's clock stands still from here on.
  await page.clock.pauseAt(Date.now() + 60_000);
  await answerOnce(page, `${CALLS}/mail_code`, 200, { resend_after_ms: 52_000 });
  await send.click();
  const again = dialog.getByRole('button', { name: 'Resend in 52s' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await expect(again).toHaveAccessibleName(/^Resend in \d+s$/);
  await expect(again).toHaveAccessibleDescription(/^Sent\. Check your in.game mail/);
  const status = dialog.getByRole('status').filter({ hasText: /^Sent\. Check your in.game mail/ });
  await expect(status).toHaveCount(1);
  await expect(code).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Protect your character' }).click();
  await expect(dialog.getByRole('button', { name: /^Resend in / })).toBeVisible();
  await page.clock.runFor(53_000);
  await answerOnce(page, `${CALLS}/mail_code`, 10_038, { resend_after_ms: 30_000 });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(
    dialog.getByText('Too many code requests. Please try again later.').first(),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Resend in 30s' })).toBeVisible();
});

const UNDER_FIELD = [
  [10_067, { tries_left: 4 }, 'code', 'Wrong code. 4 tries left.'],
  [10_067, { tries_left: 0 }, 'code', 'This code no longer works. Request a new one.'],
  [
    20_014,
    { rule: 'too_simple' },
    'pwd',
    'Password needs at least two of: letters, digits, symbols',
  ],
  [20_014, { rule: 'too_long' }, 'pwd', 'Password exceeds 20 characters'],
  [20_014, { rule: 'too_common' }, 'pwd', 'This password is very common and easy to guess'],
  [20_015, null, 'repeat', 'Passwords do not match'],
  [10_073, null, 'pwd', 'Your new password must be different.'],
] as const;

test('[F13, V02, E06, E08] a refusal appears under its field, and typed values stay; an image code that fails to load can be replaced @full', async ({
  page,
}) => {
  const dialog = await openSet(page);
  const fields = fieldsOf(dialog);
  await fields.pwd.fill('dawn77');
  await fields.repeat.fill('dawn77');
  await fields.code.fill('048213');
  for (const [code, result, field, text] of UNDER_FIELD) {
    await answerOnce(page, `${CALLS}/password/set`, code, result);
    await fields.set.click();
    await expect(fields[field]).toHaveAccessibleDescription(new RegExp(`^${text}`));
    await expect(fields[field]).toBeFocused();
    await expect(fields.pwd).toHaveValue('dawn77');
  }
  for (const [code, text] of [
    [10_002, 'Too many attempts. Please try again later.'],
    [10_017, 'System error. Please try again.'],
  ] as const) {
    await answerOnce(page, `${CALLS}/password/set`, code);
    await fields.set.click();
    await expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await answerOnce(page, `${CALLS}/password/set`, 10_005, { retry_after_ms: 899_000 });
  await fields.set.click();
  const wait = 'Too many attempts. You can try again in 15 minutes.';
  await expect(dialog.getByRole('alert').filter({ hasText: wait })).toBeVisible();
  await answerOnce(page, `${CALLS}/mail_code`, 10_004);
  await fields.send.click();
  await expect(fields.code).toHaveAccessibleDescription(/^Failed to send verification mail/);

  await page.route(`**${CALLS}/password/set`, (route) => route.abort());
  await fields.set.click();
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'It may have been saved anyway.' }),
  ).toBeVisible();
  await expect(dialog).toBeVisible();

  await test.step('an image code that fails to load says so and can be replaced', async () => {
    await page.unroute(`**${CALLS}/password/set`);
    await answerWith(page, '/api/common/captcha', 10_002);
    await answerOnce(page, `${CALLS}/password/set`, 20_003);
    await fields.set.click();
    await expect(dialog.getByRole('textbox', { name: 'Characters in the picture' })).toBeFocused();
    await expect(dialog.getByText('Failed to load image')).toBeVisible();
    await page.unroute('**/api/common/captcha');
    await dialog.getByRole('button', { name: 'New picture' }).click();
    await expect(
      dialog.getByRole('img', { name: 'Picture of the characters to type' }),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Contact customer service' }).click();
    await expect(page.getByRole('dialog', { name: 'Customer service' })).toBeVisible();
  });
});

test('[F13, C02, V02] a project with pwd_status 1 asks for password, confirmation and code before it shows goods', async ({
  page,
}) => {
  await signIn(page);
  await requirePassword(page);
  await page.goto('/miniflix');
  const dialog = dialogOf(page, 'set');
  await expect(
    dialog.getByText('This game requires an access password before you can shop.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Protect your character' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^60 Gems/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Set password' }).click();
  const { pwd, repeat, code, set } = fieldsOf(dialog);
  await set.click();
  for (const text of [
    'Enter a new password',
    'Repeat the new password',
    'Enter the 6-digit code from the mail',
  ]) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(pwd).toBeFocused();
  // Enter moves to the next empty field.
  await pwd.fill('dawn77');
  await pwd.press('Enter');
  await expect(repeat).toBeFocused();
  await repeat.fill('dawn77');
  await code.fill('048213');
  await answerOnce(page, `${CALLS}/password/set`, 200, {});
  await set.click();
  await expect(page.getByRole('button', { name: /^60 Gems/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Password protected' })).toBeVisible();
});
