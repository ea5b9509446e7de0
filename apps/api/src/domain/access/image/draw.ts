import {
  drawLine,
  exclusive,
  HEIGHT,
  layOver,
  newCanvas,
  WIDTH,
  type Canvas,
  type Point,
} from './canvas.ts';
import { anyStroke, glyph } from './glyphs.ts';
import { placeCharacters } from './place.ts';
import { encodePng, type Colour } from './png.ts';
import { newWave, within, type Random } from './random.ts';

const PAPER: Colour = [238, 241, 246];
const INK: Colour = [38, 50, 82];
export const TONES = 16;
const PALETTE = Array.from({ length: TONES }, (_, tone) =>
  PAPER.map((paper, at) => Math.round(paper + ((INK[at] ?? 0) - paper) * (tone / (TONES - 1)))),
);

const SCRAPS = 3;

/** A picture before its encoding. */
export type Sheet = {
  /** Tones from 0 (paper) to 15 (ink), row by row. */
  readonly tones: Uint8Array;
  /** The middle of each character in pixels; the measure trains its networks with it. */
  readonly middles: readonly Point[];
};

/**
 * Draws a code as `data:image/png;base64,…`, 240 × 80 pixels, on light paper in every theme.
 * Throws outside the alphabet. Hinders recognition (docs/image-code.md): characters have no fixed places, overlap and cut
 * each other; a line and scraps of other characters cross them; stripes of the sheet are inverted.
 */
export function drawImageCode(code: string, random: Random = Math.random): string {
  const png = encodePng(drawSheet(code, random).tones, PALETTE);
  return `data:image/png;base64,${png.toString('base64')}`;
}

export function drawSheet(code: string, random: Random): Sheet {
  const sheet = newCanvas();
  const placed = placeCharacters(code.length, random);
  for (const [index, character] of Array.from(code).entries()) {
    const place = placed[index]?.place ?? ((point) => point);
    layOver(
      sheet,
      written(
        glyph(character).map((stroke) => stroke.map(place)),
        random,
      ),
    );
  }
  layOver(sheet, lineAcross(random));
  layOver(sheet, scraps(random));
  const tones = tonesOf(invertStripes(cut(sheet, random), random), random);
  return { tones, middles: placed.map(({ middle }) => middle) };
}

/** A character in one of three hands: solid, hollow or broken. People read all alike; a network learns each. */
function written(strokes: readonly (readonly Point[])[], random: Random): Canvas {
  const layer = newCanvas();
  const hand = random();
  if (hand < 0.4) {
    const radius = within(random, 2.4, 3.4);
    const swell = newWave(random, [0.2, 0.7], [8, 16]);
    for (const stroke of strokes) drawLine(layer, stroke, (at) => radius + swell(at));
    return layer;
  }
  if (hand < 0.7) {
    const [outer, wall] = [within(random, 3.2, 4), within(random, 1.4, 1.8)];
    const inside = newCanvas();
    for (const stroke of strokes) {
      drawLine(layer, stroke, () => outer);
      drawLine(inside, stroke, () => outer - wall);
    }
    layOver(layer, inside);
    return layer;
  }
  const radius = within(random, 2.4, 3.1);
  // Two pieces of three have ink.
  for (const stroke of strokes) drawLine(layer, stroke, (at) => (at % 3 < 2 ? radius : 0));
  return layer;
}

/** Thinner than a solid stroke, so that people tell it apart. */
function lineAcross(random: Random): Canvas {
  const layer = newCanvas();
  const radius = within(random, 0.8, 1.1);
  drawLine(layer, acrossTheSheet(random), () => radius);
  return layer;
}

/** Single strokes of characters, small and turned, anywhere on the sheet. */
function scraps(random: Random): Canvas {
  const layer = newCanvas();
  for (let scrap = 0; scrap < SCRAPS; scrap += 1) {
    const [x, y] = [within(random, 0, WIDTH), within(random, 0, HEIGHT)];
    const size = within(random, 0.9, 1.5);
    const turn = within(random, 0, 2 * Math.PI);
    const radius = within(random, 0.7, 1);
    const place = (point: Point): Point => ({
      x: x + size * ((point.x - 5) * Math.cos(turn) - (point.y - 7) * Math.sin(turn)),
      y: y + size * ((point.x - 5) * Math.sin(turn) + (point.y - 7) * Math.cos(turn)),
    });
    drawLine(layer, anyStroke(random).map(place), () => radius);
  }
  return layer;
}

/** Draws a line of paper through the ink, which splits the characters. */
function cut(sheet: Canvas, random: Random): Canvas {
  const removed = newCanvas();
  drawLine(removed, acrossTheSheet(random), () => 0.7);
  return sheet.map((ink, at) => ink * (1 - (removed[at] ?? 0)));
}

function acrossTheSheet(random: Random): readonly Point[] {
  const from = within(random, 12, HEIGHT - 12);
  const to = within(random, 12, HEIGHT - 12);
  const bend = newWave(random, [5, 14], [80, 170]);
  const step = 4;
  return Array.from({ length: WIDTH / step + 1 }, (_, index) => {
    const x = index * step;
    return { x, y: from + ((to - from) * x) / WIDTH + bend(x) };
  });
}

/** Inverts stripes with wavy edges, which run through characters, so that no threshold separates ink from paper. */
function invertStripes(sheet: Canvas, random: Random): Canvas {
  const period = within(random, 190, 280);
  const begins = within(random, 0, period);
  const lean = within(random, -0.5, 0.5);
  const wave = newWave(random, [4, 9], [35, 70]);
  const rows = Array.from({ length: HEIGHT }, (_, y) => begins + lean * y + wave(y));
  return sheet.map((ink, at) => {
    const x = at % WIDTH;
    const along = (x + (rows[(at - x) / WIDTH] ?? 0)) / period;
    // The slope of a sine at its zero, so that an edge is one pixel wide.
    const inverted = clamp(Math.sin(2 * Math.PI * along) * (period / (2 * Math.PI)) + 0.5);
    return exclusive(ink, inverted);
  });
}

/** Adds grain to ink and paper, weaker than the writing. */
function tonesOf(sheet: Canvas, random: Random): Uint8Array {
  const grained = (ink: number) => clamp(0.1 + ink * 0.8 + within(random, -0.12, 0.12));
  return new Uint8Array(sheet.map((ink) => Math.round(grained(ink) * (TONES - 1))));
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}
