import sharp, { type Sharp } from 'sharp';
import { drawing, heap, type Size, type Tints } from './compose.ts';
import { BANNERS, type BannerName } from './layouts.ts';

/** Three colours from left to right, or from top to bottom in a tile. */
export type Colours = readonly [string, string, string];

const stops = (colours: Colours) =>
  colours.map((colour, index) => `<stop offset="${index * 0.5}" stop-color="${colour}"/>`).join('');

const gradient = (size: Size, colours: Colours, angle: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">` +
  `<defs><linearGradient id="g" gradientTransform="rotate(${angle})">${stops(colours)}</linearGradient></defs>` +
  `<rect width="100%" height="100%" fill="url(#g)"/></svg>`;

/** A wide picture for an event or an advertisement: colours, a faint scene, art on the right. */
export async function banner(
  kind: BannerName,
  colours: Colours,
  scene: string,
  of: string,
  others: readonly string[],
  size: Size,
  tints: Tints,
): Promise<Sharp> {
  const art = await heap(BANNERS[kind], of, others, size, tints);
  return sharp(Buffer.from(gradient(size, colours, '20'))).composite([
    { input: await faint(scene, size) },
    { input: await art.png().toBuffer() },
  ]);
}

/** The square beside the project's name: its sky with its emblem. */
export async function tile(
  sky: Colours,
  emblem: string,
  side: number,
  tints: Tints,
  /** The emblem's share of the side. */
  share = 0.82,
): Promise<Sharp> {
  const size = { width: side, height: side };
  const inner = Math.round(side * share);
  return sharp(Buffer.from(gradient(size, sky, '90'))).composite([
    { input: await drawing(emblem, inner, tints), gravity: 'centre' },
  ]);
}

/** The game's profile card with the character ID framed. */
export async function profileCard(
  colours: {
    bg: string;
    surface: string;
    line: string;
    text: string;
    text2: string;
    accent: string;
  },
  sky: Colours,
  avatar: string,
  tints: Tints,
): Promise<Sharp> {
  const size = { width: 480, height: 300 };
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300" font-family="Noto Sans, sans-serif">` +
    `<defs><linearGradient id="g" gradientTransform="rotate(90)">${stops(sky)}</linearGradient></defs>` +
    `<rect width="480" height="300" fill="${colours.bg}"/>` +
    `<rect x="20" y="20" width="440" height="260" rx="22" fill="${colours.surface}" stroke="${colours.line}" stroke-width="2"/>` +
    `<circle cx="102" cy="108" r="60" fill="url(#g)" stroke="${colours.accent}" stroke-width="5"/>` +
    `<rect x="188" y="66" width="180" height="24" rx="12" fill="${colours.text}"/>` +
    `<rect x="188" y="106" width="120" height="16" rx="8" fill="${colours.text2}" opacity=".55"/>` +
    `<rect x="188" y="134" width="84" height="16" rx="8" fill="${colours.text2}" opacity=".35"/>` +
    `<rect x="44" y="194" width="300" height="62" rx="14" fill="none" stroke="${colours.accent}" stroke-width="5"/>` +
    `<text x="64" y="236" font-size="30" font-weight="700" fill="${colours.text}">ID 204518763</text>` +
    `<path d="M430 158l-66 52m0 0l10-34m-10 34l36 2" fill="none" stroke="${colours.accent}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return sharp(Buffer.from(svg))
    .resize(size.width, size.height)
    .composite([{ input: await drawing(avatar, 92, tints), left: 56, top: 62 }]);
}

async function faint(scene: string, size: Size): Promise<Buffer> {
  return sharp(Buffer.from(scene), { density: 144 })
    .resize(size.width, size.height, { fit: 'cover', position: 'bottom' })
    .ensureAlpha()
    .composite([
      {
        input: Buffer.from([255, 255, 255, 46]),
        raw: { width: 1, height: 1, channels: 4 },
        tile: true,
        blend: 'dest-in',
      },
    ])
    .png()
    .toBuffer();
}
