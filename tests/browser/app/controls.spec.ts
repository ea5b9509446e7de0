import sharp from 'sharp';
import { expect, test } from '../../support/browser/test.ts';

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
