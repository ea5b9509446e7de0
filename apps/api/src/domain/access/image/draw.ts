import { drawLine, HEIGHT, newCanvas, WIDTH, type Canvas, type Point } from './canvas.ts';
import { glyph, GLYPH_HEIGHT, GLYPH_WIDTH } from './glyphs.ts';
import { encodePng, type Colour } from './png.ts';

const PAPER: Colour = [238, 241, 246];
const INK: Colour = [38, 50, 82];
const TONES = 16;
const PALETTE = Array.from({ length: TONES }, (_, tone) => mix(tone / (TONES - 1)));

/** Margin left and right of the characters. */
const MARGIN = 14;

/**
 * Draws a code as `data:image/png;base64,…`, 240 × 80 pixels for display at half size, on light
 * paper in every theme. Throws for characters outside the alphabet.
 * Hinders recognition (docs/image-code.md): characters lean, swell and touch, two lines cross them,
 * and a middle part is inverted, so that no threshold separates ink from paper.
 */
export function drawImageCode(code: string, random: Random = Math.random): string {
  const canvas = newCanvas();
  const warp = newWarp(random);
  for (const [index, character] of Array.from(code).entries()) {
    drawCharacter(canvas, character, newPlacement(index, code.length, warp, random), random);
  }
  drawCrossing(canvas, warp, random);
  const inverted = invertMiddle(cut(canvas, random), random);
  const png = encodePng(tonesOf(inverted, random), WIDTH, HEIGHT, PALETTE);
  return `data:image/png;base64,${png.toString('base64')}`;
}

type Transform = (point: Point) => Point;

function newWarp(random: Random): Transform {
  const up = newWave(random, { height: [2, 4], length: [70, 130] });
  const aside = newWave(random, { height: [1.5, 3], length: [40, 80] });
  return ({ x, y }) => ({ x: x + aside(y), y: y + up(x) });
}

/** Maps a glyph's box to its position, size and slant on the sheet. */
function newPlacement(index: number, count: number, warp: Transform, random: Random): Transform {
  const cell = (WIDTH - 2 * MARGIN) / count;
  const wide = (cell / GLYPH_WIDTH) * within(random, [0.72, 0.84]);
  const high = (HEIGHT / GLYPH_HEIGHT) * within(random, [0.62, 0.72]);
  const middleX = MARGIN + cell * (index + 0.5) + within(random, [-3, 3]);
  const middleY = HEIGHT / 2 + within(random, [-5, 5]);
  const angle = within(random, [-0.3, 0.3]);
  const slant = within(random, [-0.15, 0.15]);
  return ({ x, y }) => {
    const down = (y - GLYPH_HEIGHT / 2) * high;
    const along = (x - GLYPH_WIDTH / 2) * wide - down * slant;
    return warp({
      x: middleX + along * Math.cos(angle) - down * Math.sin(angle),
      y: middleY + along * Math.sin(angle) + down * Math.cos(angle),
    });
  };
}

function drawCharacter(
  canvas: Canvas,
  character: string,
  placement: Transform,
  random: Random,
): void {
  const radius = within(random, [2.6, 3.8]);
  const swell = newWave(random, { height: [0.3, 0.8], length: [8, 16] });
  for (const stroke of glyph(character)) {
    drawLine(canvas, stroke.map(placement), (at) => radius + swell(at));
  }
}

function drawCrossing(canvas: Canvas, warp: Transform, random: Random): void {
  const radius = within(random, [1.3, 1.8]);
  drawLine(canvas, acrossTheSheet(random).map(warp), () => radius);
}

/** Draws a line of paper through the ink, which splits the characters. */
function cut(canvas: Canvas, random: Random): Canvas {
  const removed = newCanvas();
  drawLine(removed, acrossTheSheet(random), () => 0.9);
  return canvas.map((ink, at) => ink * (1 - (removed[at] ?? 0)));
}

function acrossTheSheet(random: Random): readonly Point[] {
  const from = within(random, [20, HEIGHT - 20]);
  const to = within(random, [20, HEIGHT - 20]);
  const bend = newWave(random, { height: [5, 13], length: [90, 180] });
  const step = 4;
  return Array.from({ length: WIDTH / step }, (_, index) => {
    const x = (index + 0.5) * step;
    return { x, y: from + ((to - from) * x) / WIDTH + bend(x) };
  });
}

/** Inverts ink and paper between two wavy edges that run through characters. */
function invertMiddle(canvas: Canvas, random: Random): Canvas {
  const waves = { height: [3, 6], length: [45, 80] } as const;
  const leftWave = newWave(random, waves);
  const rightWave = newWave(random, waves);
  const left = within(random, [45, 75]);
  const right = left + within(random, [90, 120]);
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
function tonesOf(canvas: Canvas, random: Random): Uint8Array {
  return new Uint8Array(
    canvas.map((ink) => {
      const grain = within(random, [-0.12, 0.12]);
      return Math.round(clamp(0.1 + ink * 0.8 + grain) * (TONES - 1));
    }),
  );
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}

function mix(ink: number): Colour {
  const part = (index: 0 | 1 | 2): number =>
    Math.round(PAPER[index] + (INK[index] - PAPER[index]) * ink);
  return [part(0), part(1), part(2)];
}

/** 0 inclusive to 1 exclusive. */
export type Random = () => number;

/** Minimum and maximum. */
type Range = readonly [number, number];

function within(random: Random, [least, most]: Range): number {
  return least + random() * (most - least);
}

type Waves = { readonly height: Range; readonly length: Range };

/** A sine of random height, length and phase. */
function newWave(random: Random, waves: Waves): (at: number) => number {
  const height = within(random, waves.height);
  const turn = (2 * Math.PI) / within(random, waves.length);
  const begins = within(random, [0, 2 * Math.PI]);
  return (at) => height * Math.sin(at * turn + begins);
}
