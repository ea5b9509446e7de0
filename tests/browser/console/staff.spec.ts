import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';

test('an admin invites an operator; the second admin sees the address once, and it opens the invitation; another one stays until a second person removes it @full', async ({
  page,
  browser,
}) => {
  const { name: leaver } = await joinAs(page, 'support');
  const { name: admin, nextCode } = await joinAs(page, 'admin');
  const name = `new-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/staff');
  await page.getByRole('button', { name: 'Invite…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Support').check();
  await dialog.getByLabel('Miniflix').check();
  await expect(dialog.getByText(`${name} becomes an operator: support; miniflix.`)).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel('Why').fill('Begins on Monday.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: `Ask for: Invite ${name}` }).click();
  await page.getByRole('link', { name: 'Look at the waiting step' }).click();
  await expect(page.getByRole('heading', { name: `Invite ${name}?` })).toBeVisible();

  const other = await (await browser.newContext({ baseURL: page.url() })).newPage();
  const second = await joinAs(other, 'admin');
  await other.goto(page.url());
  await other.getByLabel('Code from your app').fill(await second.nextCode());
  await other.getByRole('button', { name: `Yes: Invite ${name}` }).click();
  const shown = other.getByRole('status').filter({ hasText: 'Hand this address over' });
  const address = (await shown.locator('code').textContent()) ?? '';
  await expectSound(other);
  await other.reload();
  await expect(other.getByRole('heading', { name: `Invite ${name}?` })).toBeVisible();
  await expect(shown).toHaveCount(0);
  const invited = await (await browser.newContext()).newPage();
  await invited.goto(address);
  await expect(invited.getByText(name).first()).toBeVisible();
  await expect(invited.getByLabel('Choose a password')).toBeVisible();

  await page.goto('/staff');
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: leaver });
  await expect(row).toBeVisible();
  await expectSound(page);
  await row.getByRole('button', { name: 'Remove…' }).click();
  await expect(dialog.getByText(`The sessions of ${leaver} end`)).toBeVisible();
  await dialog.getByLabel('Why').fill('Left the company.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: `Ask for: Remove ${leaver}` }).click();
  await expect(dialog.getByLabel('Why')).toHaveCount(0);
  const asked = await oneRow(
    `select a.state, o.disabled_at from operator_approvals a join operators o on o.id = a.object_id
      join operators asker on asker.id = a.asked_by where a.kind = 'remove_operator' and o.name = $1 and asker.name = $2`,
    [leaver, admin],
  );
  expect(asked).toEqual({ state: 'waiting', disabled_at: null });
});
