import { factsOfPicture } from '@webpay/contract/console/picture-files';
import { PICTURE_PATH } from '@webpay/contract/console/publish-shapes';

/** Pictures that operators bring: a version keeps them among its files, as `data:image/webp;base64,…`. */

/** Pixels of a side: twice the widest picture of the shop. */
const MAX_SIDE = 2_048;
const DATA = /^data:image\/(webp|png);base64,([A-Za-z0-9+/]+={0,2})$/;

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
  const kind = PICTURE_PATH.exec(path)?.[1] === 'png' ? 'png' : 'webp';
  if (picture?.type !== `image/${kind}`) return `is no picture of type ${kind}`;
  const { bytes } = picture;
  // Two texts of one picture would be two files.
  if (!content.endsWith(`,${bytes.toString('base64')}`)) return 'is not written as a picture is';
  const facts = factsOfPicture(kind, bytes);
  if (facts === null) return `has no whole ${kind} inside, or something behind it`;
  if (facts.isAnimated) return 'is an animation: save one picture';
  if (facts.hasNotes)
    return 'has notes inside (EXIF, XMP, texts), which players could read: save it without them';
  const { width, height } = facts;
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
    return `has ${width} × ${height} pixels, at most ${MAX_SIDE} × ${MAX_SIDE}`;
  }
  return null;
}
