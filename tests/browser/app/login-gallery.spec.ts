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
  await expect(first).toHaveAccessibleName('Last played, Dragon Realm II');
  await expect(first).toHaveAttribute('href', '/dr2');
  await expect(tiles).toHaveCount(6);
  expect(await findBarriers(page, { more: ['label-content-name-mismatch'] })).toEqual([]);
  for (const [width, height, columns, share] of [
    [360, 800, 2, 1],
    [800, 360, 3, 1 / 3],
    [768, 1024, 4, 1 / 2],
    [1280, 800, 4, 1 / 2],
  ] as const) {
    await resizeTo(page, { width, height });
    const list = page.getByRole('main').getByRole('list');
    const grid = () =>
      list.evaluate((each) => getComputedStyle(each).gridTemplateColumns.split(' ').length);
    await expect.poll(grid, `columns at ${width} px`).toBe(columns);
    const off = async () => {
      const [whole, part] = [await list.boundingBox(), await first.boundingBox()];
      return Math.abs((part?.width ?? 0) / (whole?.width ?? 1) - share);
    };
    await expect.poll(off, `share of the first tile at ${width} px`).toBeLessThan(0.03);
    // The whole tile is the link.
    const outside = async () => {
      const [part, cell] = [await first.boundingBox(), await tiles.first().boundingBox()];
      return [part?.x, part?.y, part?.width, part?.height].some(
        (each, at) => each !== [cell?.x, cell?.y, cell?.width, cell?.height][at],
      );
    };
    await expect.poll(outside, `the tile around its link at ${width} px`).toBe(false);
  }
});
