import type { Locator } from '@playwright/test';
import { tabTo } from '../../support/browser/keyboard.ts';
import { signIn } from '../../support/browser/player.ts';
import { expect, test } from '../../support/browser/test.ts';

/** The outline of the focused element: "solid 3px" or "none". */
const ringOf = (focused: Locator): Promise<string> =>
  focused.evaluate((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle === 'none' ? outlineStyle : `${outlineStyle} ${outlineWidth}`;
  });

test('[A09, S10] on a touch screen a dialog of a direct load focuses its primary without a ring, and draws one once a key was pressed', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/miniflix/activity/bargainirg');
  const great = page.getByRole('alertdialog').getByRole('button', { name: 'Great' });
  await expect(great).toBeFocused();
  expect(await ringOf(great)).toBe('none');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await tabTo(page, /button "Rules"/);
  await page.keyboard.press('Enter');
  const rules = page.getByRole('dialog', { name: 'Rules' });
  const focused = rules.locator(':focus');
  await expect(focused).toHaveCount(1);
  expect(await ringOf(focused)).toBe('solid 3px');
});
