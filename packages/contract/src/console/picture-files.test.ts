import { describe, expect, it } from 'vitest';
import { factsOfPicture, withoutNotes } from './picture-files.ts';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const big = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const little = (value: number) => big(value).reverse();

const pngChunk = (name: string, data: Buffer) =>
  Buffer.concat([big(data.length), ascii(name), data, Buffer.alloc(4)]);
const png = (...chunks: readonly Buffer[]) =>
  Buffer.concat([ascii('\x89PNG\r\n\x1a\n'), ...chunks]);
const IHDR = pngChunk('IHDR', Buffer.concat([big(30), big(20), Buffer.alloc(5)]));
const IDAT = pngChunk('IDAT', Buffer.alloc(9));
const IEND = pngChunk('IEND', Buffer.alloc(0));

const webpChunk = (name: string, data: Buffer) =>
  Buffer.concat([ascii(name), little(data.length), data, Buffer.alloc(data.length % 2)]);
const webp = (...chunks: readonly Buffer[]) => {
  const body = Buffer.concat([ascii('WEBP'), ...chunks]);
  return Buffer.concat([ascii('RIFF'), little(body.length), body]);
};
const lossy = (width: number, height: number) =>
  webpChunk('VP8 ', Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, width, 0, height, 0, 0]));
const lossless = webpChunk('VP8L', Buffer.concat([Buffer.from([0x2f]), little(29 | (19 << 14))]));
const extended = (flags: number, width: number, height: number) =>
  webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0]));
const EXIF = webpChunk('EXIF', ascii('where it was taken'));

const still = { width: 30, height: 20, isAnimated: false, hasNotes: false };

describe('bytes of a picture', () => {
  it.each([
    ['a PNG', 'png', png(IHDR, IDAT, IEND), still],
    [
      'a PNG with the text of a program',
      'png',
      png(IHDR, pngChunk('tEXt', ascii('Author\0me')), IDAT, IEND),
      { ...still, hasNotes: true },
    ],
    [
      'a PNG with frames',
      'png',
      png(IHDR, pngChunk('acTL', Buffer.alloc(8)), IDAT, IEND),
      { ...still, isAnimated: true },
    ],
    ['a lossy WebP', 'webp', webp(lossy(30, 20)), still],
    ['a lossless WebP', 'webp', webp(lossless), still],
    ['an extended WebP', 'webp', webp(extended(0x10, 30, 20), lossless), still],
    [
      'a WebP with the data of a camera',
      'webp',
      webp(extended(0x08, 30, 20), lossy(30, 20), EXIF),
      { ...still, hasNotes: true },
    ],
    [
      'a WebP with frames',
      'webp',
      webp(extended(0x02, 30, 20), webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', lossless)),
      { ...still, isAnimated: true },
    ],
  ] as const)('are those of %s', (_, kind, bytes, facts) => {
    expect(factsOfPicture(kind, bytes)).toEqual(facts);
  });

  it.each([
    ['a PNG without its end', 'png', png(IHDR, IDAT)],
    ['a PNG without pixels', 'png', png(IHDR, IEND)],
    ['a PNG with something behind it', 'png', png(IHDR, IDAT, IEND, ascii('<html>'))],
    ['a PNG with a second head', 'png', png(IHDR, IHDR, IDAT, IEND)],
    [
      'a chunk that is longer than the file',
      'png',
      png(IHDR, IDAT, big(0xffffffff), ascii('IEND')),
    ],
    ['a WebP of another length than it says', 'webp', Buffer.concat([webp(lossless), ascii('xy')])],
    ['a canvas of another size than its frame', 'webp', webp(extended(0, 9, 9), lossy(30, 20))],
    ['a canvas without a frame', 'webp', webp(extended(0, 30, 20), EXIF)],
    ['two frames', 'webp', webp(extended(0, 30, 20), lossless, lossless)],
    ['a note in a simple WebP', 'webp', webp(lossless, EXIF)],
    ['a frame that is cut', 'webp', webp(webpChunk('VP8L', Buffer.from([0x2f, 0])))],
    ['a WebP called a PNG', 'png', webp(lossless)],
    ['nothing', 'webp', Buffer.alloc(0)],
  ] as const)('are no picture: %s', (_, kind, bytes) => {
    expect(factsOfPicture(kind, bytes)).toBeNull();
  });

  it('lose their notes, and nothing else', () => {
    const note = pngChunk('eXIf', ascii('where it was taken'));
    expect(Buffer.from(withoutNotes('png', png(IHDR, note, IDAT, note, IEND)))).toEqual(
      png(IHDR, IDAT, IEND),
    );
    const taken = webp(extended(0x1c, 30, 20), lossy(30, 20), EXIF);
    expect(Buffer.from(withoutNotes('webp', taken))).toEqual(
      webp(extended(0x10, 30, 20), lossy(30, 20)),
    );
    const other = ascii('no picture');
    expect(Buffer.from(withoutNotes('webp', other))).toEqual(other);
  });
});
