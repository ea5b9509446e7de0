import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import * as v from 'valibot';
import { heap, type Tint, type Tints } from './compose.ts';

/** A piece's name, its centre and width in per cent of the picture, and its angle in degrees. */
const Piece = v.tuple([v.string(), v.number(), v.number(), v.number(), v.number()]);

/** Pictures that replace the shared ones, each from its pieces, back to front. */
export const Own = v.record(v.string(), v.pipe(v.array(Piece), v.minLength(1)));

const STAGE = { width: 256, height: 256 };
/** Twice the drawings' 256 units. */
const DENSITY = 144;

/** `tints` with the project's own drawings and pictures, which replace shared ones of their name. */
export async function withOwn(
  folder: string,
  own: v.InferOutput<typeof Own>,
  tints: Tints,
): Promise<Tints> {
  const all = new Map<string, Tint>([...(await drawings(folder)), ...tints]);
  for (const [name, pieces] of Object.entries(own)) {
    const layout = pieces.map(([, left, top, width, angle], index) => ({
      spot: [left, top, width, angle] as const,
      with: index,
      flat: index === 0,
    }));
    const picture = await heap(
      layout,
      name,
      pieces.map(([piece]) => piece),
      { width: STAGE.width * 2, height: STAGE.height * 2 },
      all,
    );
    all.set(name, untinted(await picture.png().toBuffer()));
  }
  return all;
}

async function drawings(folder: string): Promise<Tints> {
  const found = new Map<string, Tint>();
  const files = await readdir(path.join(folder, 'drawings')).catch(() => []);
  for (const file of files.filter((each) => each.endsWith('.svg'))) {
    const svg = await readFile(path.join(folder, 'drawings', file));
    const picture = await sharp(svg, { density: DENSITY }).png().toBuffer();
    found.set(path.basename(file, '.svg'), untinted(picture));
  }
  return found;
}

const untinted = (source: Buffer): Tint => ({ source, hue: 0, saturation: 1, scale: 1 });
