/** In pixels, or in the units of a glyph's box; y goes down. */
export type Point = { readonly x: number; readonly y: number };

export const WIDTH = 240;
export const HEIGHT = 80;

/** Ink of each pixel, 0–1, row by row. */
export type Canvas = Float32Array;

export function newCanvas(): Canvas {
  return new Float32Array(WIDTH * HEIGHT);
}

/** Draws an anti-aliased line with round ends; `radius` is its thickness at each point. */
export function drawLine(
  canvas: Canvas,
  points: readonly Point[],
  radius: (index: number) => number,
): void {
  for (let index = 1; index < points.length; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    if (from && to) drawPiece(canvas, from, to, radius(index));
  }
}

/** Lays a layer over a sheet: ink over ink becomes paper, so that crossing strokes cut each other. */
export function layOver(sheet: Canvas, layer: Canvas): void {
  for (let at = 0; at < sheet.length; at += 1) {
    const ink = layer[at] ?? 0;
    if (ink > 0) sheet[at] = exclusive(sheet[at] ?? 0, ink);
  }
}

/** Exclusive or of two shares of ink. */
export function exclusive(one: number, other: number): number {
  return one + other - 2 * one * other;
}

function drawPiece(canvas: Canvas, from: Point, to: Point, radius: number): void {
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - radius - 1));
  const right = Math.min(WIDTH - 1, Math.ceil(Math.max(from.x, to.x) + radius + 1));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - radius - 1));
  const bottom = Math.min(HEIGHT - 1, Math.ceil(Math.max(from.y, to.y) + radius + 1));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const covered = Math.min(1, radius - distance(x, y, from, to) + 0.5);
      const at = y * WIDTH + x;
      if (covered > (canvas[at] ?? 1)) canvas[at] = covered;
    }
  }
}

/** Distance of a pixel to a straight segment. */
function distance(x: number, y: number, from: Point, to: Point): number {
  const alongX = to.x - from.x;
  const alongY = to.y - from.y;
  const square = alongX * alongX + alongY * alongY;
  const share = square === 0 ? 0 : ((x - from.x) * alongX + (y - from.y) * alongY) / square;
  const t = Math.max(0, Math.min(1, share));
  const offX = x - from.x - t * alongX;
  const offY = y - from.y - t * alongY;
  // Much faster than Math.hypot, which guards against overflows.
  return Math.sqrt(offX * offX + offY * offY);
}
