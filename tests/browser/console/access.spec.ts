import type { Page } from '@playwright/test';
import { findBarriers } from '../../support/browser/axe.ts';
import { consoleTest as test, operatorAddress } from '../../support/browser/console.ts';
import { addAuthenticator, codeOf, PASSWORD } from '../../support/browser/operators.ts';
import { expect } from '../../support/browser/test.ts';

test('an invited admin joins, adds a passkey, signs in by it and by a recovery code, and checks the audit log @full', async ({
  page,
}) => {
  const name = `ana-${Date.now() % 1_000_000}`;
  await addAuthenticator(page);

  const { recovery, secret } =
    await test.step('join with a password and the first code', async () => {
      await page.goto(await operatorAddress('invite', name, '--role', 'admin'));
      await expect(page.getByRole('heading', { level: 1, name: `Join as ${name}` })).toBeVisible();
      await expect(page).not.toHaveURL(/#/);
      await page.getByLabel('Choose a password').fill(PASSWORD);
      const secret = (await page.locator('code').first().textContent()) ?? '';
      await page.getByLabel('First code of the app').fill(codeOf(secret));
      expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Join' }).click();
      await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
      const codes = await page.getByRole('listitem').allTextContents();
      expect(codes).toHaveLength(10);
      await page.getByLabel('I have stored the codes').check();
      await page.getByRole('button', { name: 'Open the console' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
      return { recovery: codes[0] ?? '', secret };
    });

  await test.step('add a passkey', async () => {
    await page.getByRole('button', { name: `Account of ${name}, Admin` }).click();
    await expect(page.getByRole('menuitem', { name: 'Security' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('office key');
    // The first code is used up.
    await page.getByLabel('Code from your app').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('cell', { name: 'office key', exact: true })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });

  await test.step('sign out, and in by the passkey at the address that was asked for', async () => {
    await signOut(page, name);
    await page.goto('/staff');
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(`${name} you`) })).toContainText(
      'passkey',
    );
  });

  await test.step('sign in by a recovery code, which counts once', async () => {
    await signOut(page, name);
    await signInByCode(page, name, recovery);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await signOut(page, name);
    await signInByCode(page, name, recovery);
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  });

  await test.step('check the chain, and find the own sign-ins in the log', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('The chain is whole')).toBeVisible();
    await page.getByRole('button', { name: 'Who', exact: true }).click();
    await page.getByRole('textbox', { name: 'Who' }).fill(name);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(new RegExp(`operator=${name}`));
    const refused = page.getByRole('row').filter({ hasText: 'Refused' });
    await expect(refused.first()).toContainText('sign_in');
    await refused.first().getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Copy the entry' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
});

async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}, Admin` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

async function signInByCode(page: Page, name: string, code: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code from your app').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
