import { HEIGHT, WIDTH, type Point } from './canvas.ts';
import { GLYPH_HEIGHT, GLYPH_WIDTH } from './glyphs.ts';
import { newWave, within, type Random } from './random.ts';

/** A character's place on the sheet. */
export type Placed = {
  readonly middle: Point;
  /** Maps a point of the glyph's box to the sheet. */
  readonly place: (point: Point) => Point;
};

/** Room left and right of the writing. */
const MARGIN = 8;
/** Share of the characters' widths by which neighbours overlap; below zero they stand apart, and lean into each other. */
const OVERLAP: readonly [number, number] = [-0.26, -0.06];
/** Share of the room that the writing takes; the rest of the sheet is left or right of it. */
const WRITING: readonly [number, number] = [0.8, 0.96];

/**
 * Places characters from left to right without fixed cells: widths, overlaps, and the free room before the first one
 * are random, and the whole is bent.
 */
export function placeCharacters(count: number, random: Random): readonly Placed[] {
  const warp = newWarp(random);
  const sizes = Array.from({ length: count }, () => ({
    width: within(random, 0.75, 1.2),
    overlap: within(random, ...OVERLAP),
  }));
  const natural = sizes.reduce((sum, { width, overlap }) => sum + width * (1 - overlap), 0);
  const room = WIDTH - 2 * MARGIN;
  const unit = (room * within(random, ...WRITING)) / natural;
  let x = MARGIN + random() * (room - natural * unit);
  return sizes.map(({ width, overlap }) => {
    const middle = { x: x + (width * unit) / 2, y: HEIGHT / 2 + within(random, -11, 11) };
    x += width * unit * (1 - overlap);
    const place = newPlacement(middle, width * unit, random);
    return { middle: warp(middle), place: (point) => warp(place(point)) };
  });
}

function newPlacement(middle: Point, width: number, random: Random): (point: Point) => Point {
  const wide = width / GLYPH_WIDTH;
  const high = within(random, 35, 46) / GLYPH_HEIGHT;
  const angle = within(random, -0.42, 0.42);
  const slant = within(random, -0.2, 0.2);
  return ({ x, y }) => {
    const down = (y - GLYPH_HEIGHT / 2) * high;
    const along = (x - GLYPH_WIDTH / 2) * wide - down * slant;
    return {
      x: middle.x + along * Math.cos(angle) - down * Math.sin(angle),
      y: middle.y + along * Math.sin(angle) + down * Math.cos(angle),
    };
  };
}

function newWarp(random: Random): (point: Point) => Point {
  const up = newWave(random, [2, 5], [90, 180]);
  const ripple = newWave(random, [0.4, 1.2], [24, 45]);
  const aside = newWave(random, [1, 2.5], [30, 70]);
  return ({ x, y }) => ({ x: x + aside(y), y: y + up(x) + ripple(x) });
}
