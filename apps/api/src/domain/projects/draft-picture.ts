import { PICTURE_PATH } from '@webpay/contract/console/publish-shapes';

/** Pictures that operators bring: a version keeps them among its files, as `data:image/webp;base64,…`. */

/** Pixels of a side: twice the widest picture of the shop. */
const MAX_SIDE = 2_048;
const DATA = /^data:image\/(webp|png);base64,([A-Za-z0-9+/]+={0,2})$/;
const PNG_BEGIN = '89504e470d0a1a0a0000000d49484452';
const PNG_END = '0000000049454e44ae426082';

export type Picture = { readonly type: 'image/webp' | 'image/png'; readonly bytes: Buffer };

/** The picture of a version's file; null: it is another file. */
export function readPicture(content: string): Picture | null {
  const [, kind = '', packed = ''] = DATA.exec(content) ?? [];
  if (kind === '') return null;
  return {
    type: kind === 'png' ? 'image/png' : 'image/webp',
    bytes: Buffer.from(packed, 'base64'),
  };
}

/** Why a file is no picture that pages can show; null: it is one. Browsers decode it, so no byte is believed by its name. */
export function whyNoPicture(path: string, content: string): string | null {
  const picture = readPicture(content);
  const [, kind] = PICTURE_PATH.exec(path) ?? [];
  if (picture === null || `image/${kind}` !== picture.type) return `is no picture of type ${kind}`;
  const { bytes } = picture;
  // Two texts of one picture would be two files.
  if (!content.endsWith(`,${bytes.toString('base64')}`)) return 'is not written as a picture is';
  const size = kind === 'png' ? sizeOfPng(bytes) : sizeOfWebp(bytes);
  if (size === null) return `has no ${kind} inside, or something behind it`;
  const { width, height } = size;
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
    return `has ${width} × ${height} pixels, at most ${MAX_SIDE} × ${MAX_SIDE}`;
  }
  return null;
}

type Size = { readonly width: number; readonly height: number };

function sizeOfPng(bytes: Buffer): Size | null {
  const isWhole =
    bytes.length > 45 &&
    bytes.subarray(0, 16).toString('hex') === PNG_BEGIN &&
    bytes.subarray(-12).toString('hex') === PNG_END;
  return isWhole ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
}

/** Null also for an animation. */
function sizeOfWebp(bytes: Buffer): Size | null {
  const text = (from: number) => bytes.subarray(from, from + 4).toString('latin1');
  if (bytes.length < 30 || text(0) !== 'RIFF' || text(8) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  switch (text(12)) {
    case 'VP8X':
      if (((bytes[20] ?? 0) & 0x02) !== 0) return null;
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      if (bytes.subarray(23, 26).toString('hex') !== '9d012a') return null;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}
