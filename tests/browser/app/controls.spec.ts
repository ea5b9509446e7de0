import type { Locator } from '@playwright/test';
import sharp from 'sharp';
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

test('[F01, A03] the cross that clears a search has the colour of the theme’s text, not the browser’s own @full', async ({
  page,
}) => {
  await page.goto('/miniflix');
  await page.getByRole('button', { name: 'Server, Choose' }).click();
  const search = page.getByRole('dialog', { name: 'Choose your server' }).getByRole('combobox');
  await search.fill('S01');
  const cross = await search.evaluate((field) => {
    const moving = field.closest('dialog')?.getAnimations({ subtree: true }) ?? [];
    for (const each of moving) each.finish();
    const { right, top, height } = field.getBoundingClientRect();
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--text-2)';
    const colour = getComputedStyle(probe).color;
    probe.remove();
    // Inside the field's ring.
    const side = Math.round(height / 2);
    return { clip: { x: right - side, y: top + side / 2, width: side, height: side }, colour };
  });
  const wanted = (cross.colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const shot = sharp(await page.screenshot({ clip: cross.clip })).removeAlpha();
  const { data } = await shot.raw().toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: data.length / 3 }, (_, index) => [
    ...data.subarray(index * 3, index * 3 + 3),
  ]);
  const sum = (pixel: readonly number[]) => pixel.reduce((all, each) => all + each, 0);
  const darkest = pixels.reduce((dark, each) => (sum(each) < sum(dark) ? each : dark));
  const far = Math.max(...darkest.map((each, part) => Math.abs(each - (wanted[part] ?? 0))));
  expect(far, `the cross is ${darkest.join(' ')}, the text ${wanted.join(' ')}`).toBeLessThan(10);
});
