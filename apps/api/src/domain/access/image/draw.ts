import { drawLine, HEIGHT, newCanvas, WIDTH, type Canvas, type Point } from './canvas.ts';
import { glyph, GLYPH_HEIGHT, GLYPH_WIDTH } from './glyphs.ts';
import { encodePng, type Colour } from './png.ts';

const PAPER: Colour = [238, 241, 246];
const INK: Colour = [38, 50, 82];
const TONES = 16;
const PALETTE = Array.from({ length: TONES }, (_, tone) =>
  PAPER.map((paper, at) => Math.round(paper + ((INK[at] ?? 0) - paper) * (tone / (TONES - 1)))),
);

/** Margin left and right of the characters. */
const MARGIN = 14;

/** 0 inclusive to 1 exclusive. */
export type Random = () => number;

/** A random number from `least` to `most`. */
type Within = (least: number, most: number) => number;

/**
 * Draws a code as `data:image/png;base64,…`, 240 × 80 pixels for display at half size, on light paper in every theme.
 * Throws outside the alphabet. Hinders recognition (docs/image-code.md): characters lean, swell and touch, two lines
 * cross them, and a middle part is inverted, so that no threshold separates ink from paper.
 */
export function drawImageCode(code: string, random: Random = Math.random): string {
  const within: Within = (least, most) => least + random() * (most - least);
  const canvas = newCanvas();
  const warp = newWarp(within);
  for (const [index, character] of Array.from(code).entries()) {
    const placement = newPlacement(index, code.length, warp, within);
    const radius = within(2.6, 3.8);
    const swell = newWave(within, [0.3, 0.8], [8, 16]);
    for (const stroke of glyph(character)) {
      drawLine(canvas, stroke.map(placement), (at) => radius + swell(at));
    }
  }
  const crossing = within(1.3, 1.8);
  drawLine(canvas, acrossTheSheet(within).map(warp), () => crossing);
  const inverted = invertMiddle(cut(canvas, within), within);
  const png = encodePng(tonesOf(inverted, within), PALETTE);
  return `data:image/png;base64,${png.toString('base64')}`;
}

type Transform = (point: Point) => Point;

function newWarp(within: Within): Transform {
  const up = newWave(within, [2, 4], [70, 130]);
  const aside = newWave(within, [1.5, 3], [40, 80]);
  return ({ x, y }) => ({ x: x + aside(y), y: y + up(x) });
}

/** Maps a glyph's box to its position, size and slant on the sheet. */
function newPlacement(index: number, count: number, warp: Transform, within: Within): Transform {
  const cell = (WIDTH - 2 * MARGIN) / count;
  const wide = (cell / GLYPH_WIDTH) * within(0.72, 0.84);
  const high = (HEIGHT / GLYPH_HEIGHT) * within(0.62, 0.72);
  const middleX = MARGIN + cell * (index + 0.5) + within(-3, 3);
  const middleY = HEIGHT / 2 + within(-5, 5);
  const angle = within(-0.3, 0.3);
  const slant = within(-0.15, 0.15);
  return ({ x, y }) => {
    const down = (y - GLYPH_HEIGHT / 2) * high;
    const along = (x - GLYPH_WIDTH / 2) * wide - down * slant;
    return warp({
      x: middleX + along * Math.cos(angle) - down * Math.sin(angle),
      y: middleY + along * Math.sin(angle) + down * Math.cos(angle),
    });
  };
}

/** Draws a line of paper through the ink, which splits the characters. */
function cut(canvas: Canvas, within: Within): Canvas {
  const removed = newCanvas();
  drawLine(removed, acrossTheSheet(within), () => 0.9);
  return canvas.map((ink, at) => ink * (1 - (removed[at] ?? 0)));
}

function acrossTheSheet(within: Within): readonly Point[] {
  const from = within(20, HEIGHT - 20);
  const to = within(20, HEIGHT - 20);
  const bend = newWave(within, [5, 13], [90, 180]);
  const step = 4;
  return Array.from({ length: WIDTH / step }, (_, index) => {
    const x = (index + 0.5) * step;
    return { x, y: from + ((to - from) * x) / WIDTH + bend(x) };
  });
}

/** Inverts ink and paper between two wavy edges that run through characters. */
function invertMiddle(canvas: Canvas, within: Within): Canvas {
  const leftWave = newWave(within, [3, 6], [45, 80]);
  const rightWave = newWave(within, [3, 6], [45, 80]);
  const left = within(45, 75);
  const right = left + within(90, 120);
  const edges = Array.from({ length: HEIGHT }, (_, y) => ({
    from: left + leftWave(y),
    to: right + rightWave(y),
  }));
  return canvas.map((ink, at) => {
    const x = at % WIDTH;
    const { from, to } = edges[(at - x) / WIDTH] ?? { from: 0, to: 0 };
    const inverted = clamp(x - from) * clamp(to - x);
    return ink + inverted - 2 * ink * inverted;
  });
}

/** Adds grain to ink and paper, weaker than the writing. */
function tonesOf(canvas: Canvas, within: Within): Uint8Array {
  const grained = (ink: number) => clamp(0.1 + ink * 0.8 + within(-0.12, 0.12));
  return new Uint8Array(canvas.map((ink) => Math.round(grained(ink) * (TONES - 1))));
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}

type Range = readonly [least: number, most: number];

/** A sine of random height, length and phase. */
function newWave(within: Within, heights: Range, lengths: Range): (at: number) => number {
  const height = within(...heights);
  const turn = (2 * Math.PI) / within(...lengths);
  const begins = within(0, 2 * Math.PI);
  return (at) => height * Math.sin(at * turn + begins);
}
