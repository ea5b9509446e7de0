import sharp, { type OutputInfo, type Sharp } from 'sharp';

/** Preparation of an image before it is read. */
export type Attack = {
  readonly name: string;
  readonly prepare: (png: Buffer) => Promise<Buffer>;
};

const TIMES_LARGER = 3;
const WIDTH = 240 * TIMES_LARGER;
/** White margin: tesseract requires it. */
const MARGIN = 30;

/** Recipes of guides to tesseract and captcha solvers, single and combined. */
export const ATTACKS: readonly Attack[] = [
  { name: 'as it is', prepare: (png) => Promise.resolve(png) },
  { name: 'enlarged', prepare: (png) => finish(larger(png)) },
  { name: 'smoothed, threshold', prepare: (png) => finish(larger(png).blur(4).threshold(140)) },
  { name: 'median, threshold', prepare: (png) => finish(larger(png).median(9).threshold(140)) },
  {
    name: 'median, dark threshold',
    prepare: (png) => finish(larger(png).median(9).threshold(90)),
  },
  {
    name: 'thin lines opened away',
    prepare: (png) => finish(larger(png).median(9).threshold(140).dilate(5).erode(5)),
  },
  {
    name: 'cuts closed',
    prepare: (png) => finish(larger(png).median(9).threshold(140).erode(4).dilate(4)),
  },
  {
    name: 'median, threshold, negative',
    prepare: (png) => finish(larger(png).median(9).threshold(140).negate()),
  },
  { name: 'adaptive threshold', prepare: adaptiveThreshold },
  { name: 'edges', prepare: edges },
];

function larger(png: Buffer): Sharp {
  return sharp(png).greyscale().resize({ width: WIDTH, kernel: 'lanczos3' });
}

async function finish(picture: Sharp): Promise<Buffer> {
  // Two passes: in one, sharp would add the margin before the threshold.
  return sharp(await picture.png().toBuffer())
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: 'white' })
    .png()
    .toBuffer();
}

/** Pixels darker than their surroundings. */
async function adaptiveThreshold(png: Buffer): Promise<Buffer> {
  return finish(await againstSurroundings(png, (own, around) => (own < around - 6 ? 0 : 255)));
}

/** Pixels that differ from their surroundings. */
async function edges(png: Buffer): Promise<Buffer> {
  return finish(
    await againstSurroundings(png, (own, around) => (Math.abs(own - around) > 35 ? 0 : 255)),
  );
}

async function againstSurroundings(png: Buffer, tone: (own: number, around: number) => number) {
  const smooth = await larger(png).median(7).png().toBuffer();
  const [own, around] = await Promise.all([rawOf(sharp(smooth)), rawOf(sharp(smooth).blur(20))]);
  const tones = Uint8Array.from(own.data, (value, at) => tone(value, around.data[at] ?? value));
  return sharp(tones, { raw: { width: own.info.width, height: own.info.height, channels: 1 } });
}

function rawOf(picture: Sharp): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> {
  return picture.greyscale().raw().toBuffer({ resolveWithObject: true });
}
