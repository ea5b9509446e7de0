import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from '../../support/browser/player.ts';
import { PROJECTS } from '../../support/browser/projects.ts';
import { isTakenOver } from '../../support/browser/steps.ts';
import { expect, test } from '../../support/browser/test.ts';

/** The page of the bargain has the same disc as that of rewards. */
const PAGES = ['cumulation', 'card'] as const;
/** WCAG 1.4.11: contrast of a control's sign. */
const CONTRAST = 3;
/** Minimum mean distance per colour channel between two backgrounds. */
const DISTANCE = 24;

type Look = { readonly contrast: number; readonly ground: readonly number[] };

/** Measures the sign's contrast and reads its background. */
async function lookOf(bell: Locator): Promise<Look> {
  const picture = sharp(await bell.screenshot({ animations: 'disabled' })).removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number) => {
    const from = (Math.round(y) * width + Math.round(x)) * 3;
    return [...data.subarray(from, from + 3)];
  };
  const lights = Array.from({ length: 400 }, (_, index) =>
    luminance(at(width * (0.3 + (index % 20) / 50), height * (0.3 + Math.floor(index / 20) / 50))),
  );
  const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
  // A point within the disc, beside the sign.
  return { contrast, ground: at(width * 0.2, height * 0.5) };
}

function luminance(colour: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = colour.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('[F11, A03] reminder bells of every project have enough contrast on and off, and the two states differ @full', async ({
  page,
}) => {
  for (const project of PROJECTS) {
    await signIn(page, project);
    for (const name of PAGES) {
      await page.goto(`/${project.code}/activity/${name}`);
      await isTakenOver(page);
      const bell = page.getByRole('button', { name: 'Remind me' });
      await expect(bell).toHaveAttribute('aria-pressed', 'false');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await page.mouse.move(0, 400);
      const off = await lookOf(bell);
      await bell.click();
      await expect(bell).toHaveAttribute('aria-pressed', 'true');
      await page.mouse.move(0, 400);
      const on = await lookOf(bell);
      const far = [0, 1, 2].reduce(
        (sum, each) => sum + Math.abs((on.ground[each] ?? 0) - (off.ground[each] ?? 0)) / 3,
        0,
      );
      expect(off.contrast, `${project.code}, ${name}, off`).toBeGreaterThanOrEqual(CONTRAST);
      expect(on.contrast, `${project.code}, ${name}, on`).toBeGreaterThanOrEqual(CONTRAST);
      expect(far, `${project.code}, ${name}, on and off`).toBeGreaterThan(DISTANCE);
    }
  }
});
