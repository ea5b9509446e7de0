import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, type TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { hasPictures } from './axe.ts';

export const IS_WRITING = process.env['WEBPAY_VISUAL'] === 'write';

const FOLDER = path.join(import.meta.dirname, '../../visual');
/** Size of a reference image. */
const KEPT = { width: 180, height: 400 };
/** Grid of the comparison: cells of 5 × 5 px hide letter edges and show a missing ring. */
const CELLS = { width: 72, height: 160 };
const DISTANCE = 24;
/** Maximum share of differing cells, below that of a selection ring. */
export const TOO_MUCH = 0.005;

/** A font of the repository: pages without a theme would wrap by the fonts of the machine. */
const FONT = readFileSync(
  path.join(import.meta.dirname, '../../../catalogue/shared/fonts/fredoka.woff2'),
).toString('base64');

/** Removes what depends on the machine or the moment: system fonts, facts of an order, frames. */
async function calm(page: Page): Promise<void> {
  await page.evaluate(async (font) => {
    const sheet = new CSSStyleSheet();
    const hasTheme = [...document.fonts].some(({ family }) => family !== 'Reference');
    if (!hasTheme) {
      const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
      document.fonts.add(await new FontFace('Reference', bytes).load());
    }
    const words = hasTheme
      ? ':root { --body: var(--display) !important; --ui: var(--display) !important }'
      : '* { color: transparent !important; font-family: Reference !important }';
    const facts = 'dl dd, dl dd * { color: transparent !important }';
    sheet.replaceSync(`${words} ${facts} iframe { visibility: hidden }`);
    document.adoptedStyleSheets.push(sheet);
    await document.fonts.ready;
  }, FONT);
  await page.waitForFunction(hasPictures);
}

/** Share of cells that differ from the reference image, which `WEBPAY_VISUAL=write` writes. */
export async function differenceFrom(page: Page, name: string, info: TestInfo): Promise<number> {
  await calm(page);
  // A press scrolls the goods by the height of texts, which the fonts of the machine decide.
  if (name === 'goods-selected') await page.evaluate(() => window.scrollTo(0, 0));
  const now = await page.screenshot({ animations: 'disabled', scale: 'css' });
  const file = path.join(FOLDER, `${name}.webp`);
  if (IS_WRITING) {
    mkdirSync(FOLDER, { recursive: true });
    await sharp(now).resize(KEPT).webp({ quality: 85 }).toFile(file);
  }
  expect(existsSync(file), `tests/visual/${name}.webp is kept; WEBPAY_VISUAL=write makes it`).toBe(
    true,
  );
  const [was, is] = await Promise.all([
    cellsOf(file),
    cellsOf(await sharp(now).resize(KEPT).toBuffer()),
  ]);
  let other = 0;
  for (let cell = 0; cell < was.length; cell += 3) {
    const distance = [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs((was[cell + channel] ?? 0) - (is[cell + channel] ?? 0)),
      0,
    );
    if (distance / 3 > DISTANCE) other += 1;
  }
  const share = other / (CELLS.width * CELLS.height);
  if (share > TOO_MUCH) {
    await info.attach(`${name}, as it is`, { body: now, contentType: 'image/png' });
    await info.attach(`${name}, as it was`, { path: file });
  }
  return share;
}

async function cellsOf(picture: string | Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().blur(1).resize(CELLS).raw().toBuffer();
}
