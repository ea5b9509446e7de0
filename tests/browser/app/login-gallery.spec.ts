import { findBarriers } from '../../support/browser/axe.ts';
import { keep } from '../../support/browser/player.ts';
import { isTakenOver, resizeTo } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

test('[R19] /login shows the last game first, two columns wide, in 2, 3 and 4 columns by class', async ({
  page,
}) => {
  await keep(page, { project: 'dr2' });
  await page.goto('/login');
  await isTakenOver(page);
  const tiles = page.getByRole('main').getByRole('listitem');
  const first = tiles.first().getByRole('link');
  await expect(first).toHaveAccessibleName('Open the Dragon Realm II shop, Last played');
  await expect(first).toHaveAttribute('href', '/dr2');
  await expect(tiles).toHaveCount(6);
  for (const [width, height, columns, share] of [
    [360, 800, 2, 1],
    [800, 360, 3, 1 / 3],
    [768, 1024, 4, 1 / 2],
    [1280, 800, 4, 1 / 2],
  ] as const) {
    await resizeTo(page, { width, height });
    const list = page.getByRole('main').getByRole('list');
    const grid = await list.evaluate((each) => getComputedStyle(each).gridTemplateColumns);
    expect(grid.split(' '), `columns at ${width} px`).toHaveLength(columns);
    const [whole, part] = [await list.boundingBox(), await first.boundingBox()];
    const shown = (part?.width ?? 0) / (whole?.width ?? 1);
    expect(Math.abs(shown - share), `share of the first tile at ${width} px`).toBeLessThan(0.03);
    // The whole tile is the link.
    const cell = await tiles.first().boundingBox();
    expect(part).toEqual(cell);
  }
});

test('/login has no barriers: its texts have a dark ground of their own @full', async ({
  page,
}) => {
  await page.goto('/login');
  await isTakenOver(page);
  expect(await findBarriers(page)).toEqual([]);
});
