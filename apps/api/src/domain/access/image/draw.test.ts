import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMAGE_CODE_ALPHABET, newImageCode } from './code.ts';
import { drawImageCode, drawSheet } from './draw.ts';
import type { Random } from './random.ts';

const WIDTH = 240;
const HEIGHT = 80;
const DARKEST = 15;
/** Pixels between the leftmost and the rightmost place of one character. */
const WANDERS = 22;
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);

describe('the picture of an image code', () => {
  test('is a PNG of 240 × 80 with sixteen colours, whole to its end', () => {
    const chunks = chunksOf(pngOf(drawImageCode('A2DUK')));
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect(chunks.filter(({ isWhole }) => !isWhole)).toEqual([]);
    const [header, palette] = chunks;
    expect([header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)]).toEqual([WIDTH, HEIGHT]);
    expect([...(header?.data.subarray(8) ?? [])]).toEqual([4, 3, 0, 0, 0]);
    expect(palette?.data.length).toBe(16 * 3);
    expect(tonesOf(drawImageCode('A2DUK')).length).toBe(WIDTH * HEIGHT);
  });

  test('depends only on the given randomness', () => {
    const pictures = SEEDS.map((seed) => drawImageCode('A2DUK', seeded(seed)));
    expect(SEEDS.map((seed) => drawImageCode('A2DUK', seeded(seed)))).toEqual(pictures);
    expect(new Set(pictures).size).toBe(SEEDS.length);
    expect(drawImageCode('A2DUK')).not.toBe(drawImageCode('A2DUK'));
  });

  test('stays under 15 kB', () => {
    const sizes = SEEDS.map((seed) => drawImageCode(newImageCode(), seeded(seed)).length);
    expect(Math.max(...sizes)).toBeLessThan(15_000);
  });

  test.each([0, 1, 2, 3, 4])('shows character %i where it says', (index) => {
    const [one, other] = ['9HT2K', '9HT2K'.slice(0, index) + 'L' + '9HT2K'.slice(index + 1)];
    const { middles, tones } = drawSheet(one, seeded(7));
    const columns = columnsThatDiffer(tones, drawSheet(other, seeded(7)).tones);
    expect(columns.length).toBeGreaterThan(60);
    const { x = 0 } = middles[index] ?? {};
    expect(Math.min(...columns)).toBeGreaterThan(x - 40);
    expect(Math.max(...columns)).toBeLessThan(x + 40);
  });

  test('draws each character differently', () => {
    const shown = Array.from(
      IMAGE_CODE_ALPHABET,
      (character) => drawSheet(`2${character}T9K`, seeded(7)).tones,
    );
    for (const [at, one] of shown.entries()) {
      for (const other of shown.slice(at + 1)) {
        expect(columnsThatDiffer(one, other).length).toBeGreaterThan(60);
      }
    }
  });

  test('has no fixed places: each character wanders by more than half of its width (14.12)', () => {
    const sheets = SEEDS.map((seed) => drawSheet(newImageCode(), seeded(seed)));
    for (const index of [0, 1, 2, 3, 4]) {
      const places = sheets.map(({ middles }) => middles[index]?.x ?? 0);
      expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(WANDERS);
    }
  });

  test('keeps every character on the sheet', () => {
    for (const seed of SEEDS) {
      for (const { x, y } of drawSheet(newImageCode(), seeded(seed)).middles) {
        expect(x).toBeGreaterThan(15);
        expect(x).toBeLessThan(WIDTH - 15);
        expect(Math.abs(y - HEIGHT / 2)).toBeLessThan(17);
      }
    }
  });

  test('has dark and light paper, so that no threshold separates ink from it', () => {
    for (const seed of SEEDS) {
      const { tones } = drawSheet(newImageCode(), seeded(seed));
      const edge = tones.filter((_, at) => at < 3 * WIDTH || at >= (HEIGHT - 3) * WIDTH);
      const dark = edge.filter((tone) => tone > DARKEST / 2).length / edge.length;
      expect(dark).toBeGreaterThan(0.2);
      expect(dark).toBeLessThan(0.8);
    }
  });

  test('throws for characters outside the alphabet', () => {
    expect(() => drawImageCode('A2DUO')).toThrow('no glyph is drawn for "O"');
  });
});

/** Repeatable randomness (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pngOf(picture: string): Buffer {
  const [kind, base64 = ''] = picture.split(',');
  expect(kind).toBe('data:image/png;base64');
  return Buffer.from(base64, 'base64');
}

type Chunk = { readonly type: string; readonly data: Buffer; readonly isWhole: boolean };

function chunksOf(png: Buffer): readonly Chunk[] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, end),
      isWhole: png.readUInt32BE(end) === crc32(png.subarray(at + 4, end)),
    });
    at = end + 4;
  }
  return chunks;
}

/** Pixels row by row: 0 is paper, 15 is ink. */
function tonesOf(picture: string): Uint8Array {
  const packed = chunksOf(pngOf(picture)).find(({ type }) => type === 'IDAT');
  const rows = inflateSync(packed?.data ?? Buffer.alloc(0));
  const bytesARow = 1 + WIDTH / 2;
  expect(rows.length).toBe(bytesARow * HEIGHT);
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const x = at % WIDTH;
    const byte = rows[Math.floor(at / WIDTH) * bytesARow + 1 + Math.floor(x / 2)] ?? 0;
    return x % 2 === 0 ? byte >> 4 : byte & 15;
  });
}

/** Columns that differ by more than the grain of the paper. */
function columnsThatDiffer(one: Uint8Array, other: Uint8Array): readonly number[] {
  const columns: number[] = [];
  for (const [at, tone] of one.entries()) {
    if (Math.abs(tone - (other[at] ?? 0)) > DARKEST / 2) columns.push(at % WIDTH);
  }
  return columns;
}
