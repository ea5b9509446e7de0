import {
  drawLine,
  HEIGHT,
  newCanvas,
  WIDTH,
  type Canvas,
} from '../../apps/api/src/domain/access/image/canvas.ts';
import { glyph, GLYPH_HEIGHT } from '../../apps/api/src/domain/access/image/glyphs.ts';
import { TONES, type Sheet } from '../../apps/api/src/domain/access/image/draw.ts';
import { encodePng } from '../../apps/api/src/domain/access/image/png.ts';

const SCALE = 3.4;
const THICKNESS = 3;

/** The same characters without distortion, to check the readers. */
export function drawPlain(code: string): Buffer {
  const white = [255, 255, 255] as const;
  return encodePng(new Uint8Array(inkOf(code).map(Math.round)), [white, [0, 0, 0]]);
}

/** A plain picture for a network. */
export function plainSheet(code: string): Sheet {
  const tones = new Uint8Array(inkOf(code).map((ink) => Math.round(ink * (TONES - 1))));
  return { tones, middles: [] };
}

function inkOf(code: string): Canvas {
  const canvas = newCanvas();
  const room = (WIDTH - 40) / code.length;
  const top = (HEIGHT - GLYPH_HEIGHT * SCALE) / 2;
  for (const [index, character] of Array.from(code).entries()) {
    for (const stroke of glyph(character)) {
      const placed = stroke.map(({ x, y }) => ({
        x: 20 + room * index + x * SCALE,
        y: top + y * SCALE,
      }));
      drawLine(canvas, placed, () => THICKNESS);
    }
  }
  return canvas;
}
