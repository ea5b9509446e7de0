import { constants, crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_A_PIXEL = 4;
const INDEXED_COLOUR = 3;

export type Colour = readonly [number, number, number];

/**
 * Encodes sixteen colours in half a byte a pixel; `pixels` are indexes, row by row; `width` is
 * even.
 */
export function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
  palette: readonly Colour[],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_A_PIXEL, INDEXED_COLOUR], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows(pixels, width, height), { strategy: constants.Z_HUFFMAN_ONLY })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Prefixes each row with filter type 0. */
function rows(pixels: Uint8Array, width: number, height: number): Buffer {
  const bytesARow = 1 + width / 2;
  const packed = Buffer.alloc(bytesARow * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 2) {
      const left = pixels[y * width + x] ?? 0;
      const right = pixels[y * width + x + 1] ?? 0;
      packed[y * bytesARow + 1 + x / 2] = (left << BITS_A_PIXEL) | right;
    }
  }
  return packed;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
