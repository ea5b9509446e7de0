import type { Point } from './canvas.ts';
import type { Random } from './random.ts';

type Stroke = readonly Point[];

/** Strokes in a box of 10 × 14, y downwards: separated by ` / `; `~` starts a curve. */
const WRITTEN: Readonly<Record<string, string>> = {
  A: '0,14 5,0 10,14 / 2,9 8,9',
  D: '1,0 1,14 / ~1,0 5,0 8.6,2.6 9.6,7 8.6,11.4 5,14 1,14',
  E: '9,0 1,0 1,14 9.5,14 / 1,7 8,7',
  H: '1,0 1,14 / 9,0 9,14 / 1,7 9,7',
  K: '1,0 1,14 / 9.5,0 1,8 / 3.8,5.5 10,14',
  L: '1.4,0 1.4,14 9.4,14',
  T: '0,0 10,0 / 5,0 5,14',
  U: '1,0 1,8 / ~1,8 1.7,12 5,14 8.3,12 9,8 / 9,8 9,0',
  W: '0,0 2.4,14 5,4 7.6,14 10,0',
  Y: '0.3,0 5,7 5,14 / 9.7,0 5,7',
  2: '~0.8,3.6 1.8,1 5,0 8.2,1.2 8.8,4.2 6.6,8 0.6,14 / 0.6,14 9.6,14',
  3: '0.8,0 9,0 4.6,5.6 / ~4.6,5.6 7.8,6.2 9.4,9.6 7.8,13 4,14 0.6,11.6',
  4: '6.6,0 0,9.6 10,9.6 / 7.2,5 7.2,14',
  6: '~7.6,0 3.6,3 1,8.6 1.6,12.4 5,14 8.4,12.6 9,9.4 7,6.8 4,6.8 1.2,9.4',
  7: '0.4,0 9.6,0 4,14',
  9: '~2.4,14 6.4,11 9,5.4 8.4,1.6 5,0 1.6,1.4 1,4.6 3,7.2 6,7.2 8.8,4.6',
};

export const GLYPH_WIDTH = 10;
export const GLYPH_HEIGHT = 14;

const STEPS_A_CURVE_POINT = 6;
/** Splits long straight strokes, so that a warp bends them. */
const LONGEST_PIECE = 1.2;

const GLYPHS = new Map(
  Object.entries(WRITTEN).map(([name, written]) => [name, written.split(' / ').map(strokeOf)]),
);

/** Strokes of a character as short straight pieces; throws outside the alphabet. */
export function glyph(character: string): readonly Stroke[] {
  const strokes = GLYPHS.get(character);
  if (!strokes) throw new Error(`no glyph is drawn for ${JSON.stringify(character)}`);
  return strokes;
}

/** A stroke of any character, as noise. */
export function anyStroke(random: Random): Stroke {
  const strokes = [...GLYPHS.values()].flat();
  return strokes[Math.floor(random() * strokes.length)] ?? [];
}

/** Short pieces through every point, straight or on a Catmull-Rom curve, both ends included. */
function strokeOf(written: string): Stroke {
  const isCurve = written.startsWith('~');
  const points = written.replace('~', '').split(' ').map(pointOf);
  return points.flatMap((to, index) => {
    const from = points[index - 1];
    if (!from) return [to];
    const before = points[index - 2] ?? from;
    const after = points[index + 1] ?? to;
    const along = isCurve ? curve : straight;
    const length = isCurve
      ? STEPS_A_CURVE_POINT
      : Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / LONGEST_PIECE);
    return Array.from({ length }, (_, step) => ({
      x: along(before.x, from.x, to.x, after.x, (step + 1) / length),
      y: along(before.y, from.y, to.y, after.y, (step + 1) / length),
    }));
  });
}

function pointOf(written: string): Point {
  const [x = Number.NaN, y = Number.NaN] = written.split(',').map(Number);
  return { x, y };
}

function straight(_before: number, from: number, to: number, _after: number, t: number): number {
  return from + (to - from) * t;
}

function curve(before: number, from: number, to: number, after: number, t: number): number {
  const linear = to - before;
  const square = 2 * before - 5 * from + 4 * to - after;
  const cube = 3 * (from - to) + after - before;
  return from + 0.5 * t * (linear + t * (square + t * cube));
}
