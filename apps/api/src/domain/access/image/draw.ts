import { drawLine, HEIGHT, newCanvas, WIDTH, type Canvas } from './canvas.ts';
import { glyph, GLYPH_HEIGHT, GLYPH_WIDTH } from './glyphs.ts';
import { encodePng, type Colour } from './png.ts';
import { newWave, within, type Random } from './random.ts';
import type { Point } from './shape.ts';

const PAPER: Colour = [238, 241, 246];
const INK: Colour = [38, 50, 82];
const TONES = 16;
const PALETTE = Array.from({ length: TONES }, (_, tone) => mix(tone / (TONES - 1)));

/** Left and right of the characters. */
const MARGIN = 14;

/**
 * The picture of a code: `data:image/png;base64,…`, 240 × 80 pixels to be shown at half of that, with its own light
 * paper, so that it is the same in every theme. No two pictures of a code are alike. Costs the same few milliseconds
 * for every code; throws for characters that are not of the alphabet.
 *
 * What keeps programs from reading it (docs/image-code.md): characters lean, swell and touch on a warped sheet, a line
 * as dark as they are runs through them, another cuts them, and behind the middle of the picture ink and paper change
 * places, so that no threshold parts characters from paper.
 */
export function drawImageCode(code: string, random: Random = Math.random): string {
  const canvas = newCanvas();
  const warp = newWarp(random);
  for (const [index, character] of Array.from(code).entries()) {
    drawCharacter(canvas, character, newPlace(index, code.length, warp, random), random);
  }
  drawCrossing(canvas, warp, random);
  const turned = turnMiddle(cut(canvas, random), random);
  const png = encodePng(tonesOf(turned, random), WIDTH, HEIGHT, PALETTE);
  return `data:image/png;base64,${png.toString('base64')}`;
}

type Move = (point: Point) => Point;

function newWarp(random: Random): Move {
  const up = newWave(random, { height: [2, 4], length: [70, 130] });
  const aside = newWave(random, { height: [1.5, 3], length: [40, 80] });
  return ({ x, y }) => ({ x: x + aside(y), y: y + up(x) });
}

/** From the box of a glyph to where, how large and how slanted it stands on the sheet. */
function newPlace(index: number, count: number, warp: Move, random: Random): Move {
  const room = (WIDTH - 2 * MARGIN) / count;
  const wide = (room / GLYPH_WIDTH) * within(random, [0.72, 0.84]);
  const high = (HEIGHT / GLYPH_HEIGHT) * within(random, [0.62, 0.72]);
  const middleX = MARGIN + room * (index + 0.5) + within(random, [-3, 3]);
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

function drawCharacter(canvas: Canvas, character: string, place: Move, random: Random): void {
  const radius = within(random, [2.6, 3.8]);
  const swell = newWave(random, { height: [0.3, 0.8], length: [8, 16] });
  for (const stroke of glyph(character)) {
    drawLine(canvas, stroke.map(place), (at) => radius + swell(at));
  }
}

/** A line through all characters, of their ink. */
function drawCrossing(canvas: Canvas, warp: Move, random: Random): void {
  const radius = within(random, [1.3, 1.8]);
  drawLine(canvas, acrossTheSheet(random).map(warp), () => radius);
}

/** A line of paper through the ink: what was one piece comes apart. */
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

/** Ink and paper change places between two wavy edges that run through characters. */
function turnMiddle(canvas: Canvas, random: Random): Canvas {
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
    const turned = clamp(x - from) * clamp(to - x);
    return ink + turned - 2 * ink * turned;
  });
}

/** Neither ink nor paper is even: grain that is never as strong as what is written. */
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
