import { expectSound } from '../../support/browser/console-looks.ts';
import { consoleTest as test } from '../../support/browser/console.ts';
import { joinAs } from '../../support/browser/operators.ts';
import { oneRow } from '../../support/browser/shop.ts';
import { expect } from '../../support/browser/test.ts';

test('an admin asks for the removal of an operator, who stays until a second person says yes @full', async ({
  page,
}) => {
  const { name: leaver } = await joinAs(page, 'support');
  const { name, nextCode } = await joinAs(page, 'admin');
  await page.goto('/staff');
  const row = page.getByRole('table', { name: 'People' }).getByRole('row', { name: leaver });
  await expectSound(page);
  await row.getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`The sessions of ${leaver} end`)).toBeVisible();
  await dialog.getByLabel('Why').fill('Left the company.');
  await dialog.getByLabel('Code from your app').fill(await nextCode());
  await dialog.getByRole('button', { name: `Ask for: Remove ${leaver}` }).click();
  await expect(dialog.getByLabel('Why')).toHaveCount(0);
  const asked = await oneRow(
    `select a.state, o.disabled_at from operator_approvals a join operators o on o.id = a.object_id
      join operators asker on asker.id = a.asked_by where a.kind = 'remove_operator' and o.name = $1 and asker.name = $2`,
    [leaver, name],
  );
  expect(asked).toEqual({ state: 'waiting', disabled_at: null });
});
