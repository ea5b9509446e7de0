import { constants, crc32, deflateSync } from 'node:zlib';
import { HEIGHT, WIDTH } from './canvas.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_A_PIXEL = 4;
const INDEXED_COLOUR = 3;

/** Red, green and blue, 0–255. */
export type Colour = readonly number[];

/** Encodes a canvas of sixteen colours in half a byte a pixel; `pixels` are indexes, row by row. */
export function encodePng(pixels: Uint8Array, palette: readonly Colour[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([BITS_A_PIXEL, INDEXED_COLOUR], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows(pixels), { strategy: constants.Z_HUFFMAN_ONLY })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Two pixels a byte; each row begins with filter type 0. */
function rows(pixels: Uint8Array): Buffer {
  const bytesARow = 1 + WIDTH / 2;
  const packed = Buffer.alloc(bytesARow * HEIGHT);
  for (let at = 0; at < pixels.length; at += 2) {
    const byte = Math.floor(at / WIDTH) * bytesARow + 1 + (at % WIDTH) / 2;
    packed[byte] = ((pixels[at] ?? 0) << BITS_A_PIXEL) | (pixels[at + 1] ?? 0);
  }
  return packed;
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
