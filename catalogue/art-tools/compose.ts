import path from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { Layout } from './layouts.ts';

const SOURCES = path.join(import.meta.dirname, '..', 'sources');

/** A project's version of a drawing: its tint and size. */
export type Tint = {
  /** The name of a shared drawing, or the picture itself. */
  readonly source: string | Buffer;
  /** Degrees around the colour wheel, as in CSS `hue-rotate`. */
  readonly hue: number;
  readonly saturation: number;
  readonly scale: number;
  /** Light colour of a metal that replaces all colours, for reliefs. */
  readonly metal?: string | undefined;
};

export type Tints = ReadonlyMap<string, Tint>;

export type Size = { readonly width: number; readonly height: number };

/** Composes at twice the size and scales down, for smooth rotated edges. */
const SUPERSAMPLE = 2;

/** One drawing, tinted, `width` pixels wide, as PNG. */
export async function drawing(name: string, width: number, tints: Tints): Promise<Buffer> {
  const tint = tints.get(name);
  const source = tint?.source ?? name;
  const image = sharp(typeof source === 'string' ? path.join(SOURCES, `${source}.webp`) : source)
    .ensureAlpha()
    .resize(Math.max(1, Math.round(width)));
  if (tint?.metal !== undefined) return image.recomb(relief(tint.metal)).png().toBuffer();
  if (tint === undefined || (tint.hue === 0 && tint.saturation === 1)) {
    return image.png().toBuffer();
  }
  return image.recomb(recolour(tint)).png().toBuffer();
}

/** A heap of drawings on transparent ground, each with a soft shadow below it. */
export async function heap(
  layout: Layout,
  of: string,
  others: readonly string[],
  size: Size,
  tints: Tints,
): Promise<Sharp> {
  const width = size.width * SUPERSAMPLE;
  const height = size.height * SUPERSAMPLE;
  const margin = Math.round(width / 2);
  const layers: OverlayOptions[] = [];
  for (const { spot, with: index, flat } of layout) {
    const [left, top, share, angle] = spot;
    const name = index === undefined ? of : others[index];
    if (name === undefined) throw new Error(`this layout needs ${(index ?? 0) + 1} other items`);
    const scale = tints.get(name)?.scale ?? 1;
    const turned = await sharp(await drawing(name, (width * share * scale) / 100, tints))
      .rotate(angle, { background: '#0000' })
      .toBuffer({ resolveWithObject: true });
    const x = margin + Math.round((width * left) / 100 - turned.info.width / 2);
    const y = margin + Math.round((height * top) / 100 - turned.info.height / 2);
    const drop = Math.round(width * 0.009);
    const spread = Math.round(width * 0.02);
    const below = await shadow(turned.data, spread);
    if (flat !== true) layers.push({ input: below, left: x - spread, top: y - spread + drop });
    layers.push({ input: turned.data, left: x, top: y });
  }
  const canvas = { width: width + 2 * margin, height: height + 2 * margin };
  const composed = await sharp({ create: { ...canvas, channels: 4, background: '#0000' } })
    .composite(layers)
    .png()
    .toBuffer();
  const cut = await sharp(composed)
    .extract({ left: margin, top: margin, width, height })
    .png()
    .toBuffer();
  return sharp(cut).resize(size.width, size.height);
}

/** The drawing's outline in soft black, `spread` pixels larger on every side. */
async function shadow(image: Buffer, spread: number): Promise<Buffer> {
  const wider = { top: spread, bottom: spread, left: spread, right: spread, background: '#0000' };
  // In separate passes: in one, sharp would blur and dim the colours before it extracts the alpha.
  const outline = await sharp(await sharp(image).extend(wider).toBuffer())
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = outline.info;
  const raw = { width, height, channels: 1 } as const;
  const dim = await sharp(outline.data, { raw })
    .blur(spread / 2.5)
    .linear(0.3, 0)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .joinChannel(dim, { raw })
    .png()
    .toBuffer();
}

type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

/** Brightness only, in one metal's colour. */
function relief(metal: string): Matrix {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(metal.slice(at, at + 2), 16) / 150);
  const row = (part = 1): Matrix[number] => [0.3 * part, 0.59 * part, 0.11 * part];
  return [row(red), row(green), row(blue)];
}

/** The matrices of CSS `hue-rotate` and `saturate` (Filter Effects Level 1), combined. */
function recolour(tint: Tint): Matrix {
  const cos = Math.cos((tint.hue * Math.PI) / 180);
  const sin = Math.sin((tint.hue * Math.PI) / 180);
  const s = tint.saturation;
  const hue: Matrix = [
    [
      0.213 + cos * 0.787 - sin * 0.213,
      0.715 - cos * 0.715 - sin * 0.715,
      0.072 - cos * 0.072 + sin * 0.928,
    ],
    [
      0.213 - cos * 0.213 + sin * 0.143,
      0.715 + cos * 0.285 + sin * 0.14,
      0.072 - cos * 0.072 - sin * 0.283,
    ],
    [
      0.213 - cos * 0.213 - sin * 0.787,
      0.715 - cos * 0.715 + sin * 0.715,
      0.072 + cos * 0.928 + sin * 0.072,
    ],
  ];
  const saturate: Matrix = [
    [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
    [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
    [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s],
  ];
  const row = (a: Matrix[number]): Matrix[number] => [
    a[0] * hue[0][0] + a[1] * hue[1][0] + a[2] * hue[2][0],
    a[0] * hue[0][1] + a[1] * hue[1][1] + a[2] * hue[2][1],
    a[0] * hue[0][2] + a[1] * hue[1][2] + a[2] * hue[2][2],
  ];
  return [row(saturate[0]), row(saturate[1]), row(saturate[2])];
}
