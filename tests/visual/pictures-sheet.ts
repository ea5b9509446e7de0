import path from 'node:path';
import sharp from 'sharp';

const GAP = 12;
const LABEL = 22;
/** Size of one picture on the sheet. */
const SMALL = {
  360: { width: 240, height: 533, columns: 10 },
  800: { width: 480, height: 216, columns: 5 },
  768: { width: 360, height: 480, columns: 6 },
  1280: { width: 480, height: 300, columns: 5 },
  1600: { width: 480, height: 270, columns: 5 },
} as const;

/** Writes all pictures of a set on one sheet: `pictures/THEME-LANGUAGE-360.webp`. */
export async function writeSheet(
  folder: string,
  file: string,
  scenes: readonly string[],
  width: keyof typeof SMALL,
): Promise<void> {
  const { width: small, height, columns } = SMALL[width];
  const rows = Math.ceil(scenes.length / columns);
  const tiles = await Promise.all(
    scenes.map(async (scene, index) => {
      const left = GAP + (index % columns) * (small + GAP);
      const top = GAP + Math.floor(index / columns) * (height + LABEL + GAP);
      const picture = sharp(path.join(folder, `${scene}-${width}.png`)).resize(small, height);
      return [
        { input: label(scene, small), left, top },
        { input: await picture.png().toBuffer(), left, top: top + LABEL },
      ];
    }),
  );
  await sharp({
    create: {
      width: GAP + Math.min(columns, scenes.length) * (small + GAP),
      height: GAP + rows * (height + LABEL + GAP),
      channels: 3,
      background: '#2b2f38',
    },
  })
    .composite(tiles.flat())
    .webp({ quality: 80 })
    .toFile(file);
}

function label(text: string, width: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}"><text x="2" y="15" font-family="sans-serif" font-size="13" fill="#fff">${text}</text></svg>`,
  );
}
