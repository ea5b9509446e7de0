import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { IMAGE_CODE_ALPHABET, newImageCode } from './code.ts';
import { drawImageCode, type Random } from './draw.ts';

const WIDTH = 240;
const HEIGHT = 80;
const DARKEST = 15;
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);

describe('the picture of an image code', () => {
  test('is a PNG of 240 × 80 with sixteen colours, whole to its end', () => {
    const chunks = chunksOf(pngOf(drawImageCode('A2DU')));
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect(chunks.filter(({ isWhole }) => !isWhole)).toEqual([]);
    const [header, palette] = chunks;
    expect([header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)]).toEqual([WIDTH, HEIGHT]);
    expect([...(header?.data.subarray(8) ?? [])]).toEqual([4, 3, 0, 0, 0]);
    expect(palette?.data.length).toBe(16 * 3);
    expect(tonesOf(drawImageCode('A2DU')).length).toBe(WIDTH * HEIGHT);
  });

  test('depends only on the given randomness', () => {
    const pictures = SEEDS.map((seed) => drawImageCode('A2DU', seeded(seed)));
    expect(SEEDS.map((seed) => drawImageCode('A2DU', seeded(seed)))).toEqual(pictures);
    expect(new Set(pictures).size).toBe(SEEDS.length);
    expect(drawImageCode('A2DU')).not.toBe(drawImageCode('A2DU'));
  });

  test('stays under 15 kB', () => {
    const sizes = SEEDS.map((seed) => drawImageCode(newImageCode(), seeded(seed)).length);
    expect(Math.max(...sizes)).toBeLessThan(15_000);
  });

  test.each([0, 1, 2, 3])('shows character %i in its place', (index) => {
    const cell = WIDTH / 4;
    const [one, other] = ['9HT2', '9HT2'.slice(0, index) + 'L' + '9HT2'.slice(index + 1)];
    const columns = columnsThatDiffer(tonesOf(drawn(one)), tonesOf(drawn(other)));
    expect(columns.length).toBeGreaterThan(60);
    expect(Math.min(...columns)).toBeGreaterThan(cell * (index - 0.5));
    expect(Math.max(...columns)).toBeLessThan(cell * (index + 1.5));
  });

  test('draws each character differently', () => {
    const shown = Array.from(IMAGE_CODE_ALPHABET, (character) => tonesOf(drawn(`2${character}T9`)));
    for (const [at, one] of shown.entries()) {
      for (const other of shown.slice(at + 1)) {
        expect(columnsThatDiffer(one, other).length).toBeGreaterThan(60);
      }
    }
  });

  test('has dark and light characters, so that no threshold separates them', () => {
    for (const seed of SEEDS) {
      const tones = tonesOf(drawImageCode(newImageCode(), seeded(seed)));
      const paperAt = (from: number, to: number): number => {
        const edges = tones.filter((_, at) => {
          const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
          return x >= from && x < to && (y < 4 || y >= HEIGHT - 4);
        });
        return edges.toSorted()[Math.floor(edges.length / 2)] ?? 0;
      };
      expect(paperAt(0, 30)).toBeLessThan(DARKEST / 2);
      expect(paperAt(100, 120)).toBeGreaterThan(DARKEST / 2);
      expect(paperAt(WIDTH - 15, WIDTH)).toBeLessThan(DARKEST / 2);
    }
  });

  test('balances dark and light for every code', () => {
    for (const seed of SEEDS) {
      const tones = tonesOf(drawImageCode(newImageCode(), seeded(seed)));
      const dark = tones.filter((tone) => tone > DARKEST / 2).length / tones.length;
      expect(dark).toBeGreaterThan(0.3);
      expect(dark).toBeLessThan(0.65);
    }
  });

  test('throws for characters outside the alphabet', () => {
    expect(() => drawImageCode('A2DO')).toThrow('no glyph is drawn for "O"');
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

function drawn(code: string): string {
  return drawImageCode(code, seeded(7));
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
