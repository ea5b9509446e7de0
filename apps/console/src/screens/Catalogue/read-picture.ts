import {
  factsOfPicture,
  withoutNotes,
  type PictureKind,
} from '@webpay/contract/console/picture-files';
import { PICTURE_PATH } from '@webpay/contract/console/publish-shapes';

/** The server refuses more, too: base64 takes a third more. */
const MAX_BYTES = 98_304;
/** Pixels of a side. */
const MAX_SIDE = 2_048;

/** A picture that a person chose, as a draft brings it. */
export type ChosenPicture = {
  readonly path: string;
  /** `data:image/webp;base64,…` */
  readonly text: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** The end of its address once it is published: the SHA-256 of the text, as hex. */
  readonly hash: string;
};

export const kindOf = (path: string): PictureKind => (path.endsWith('.png') ? 'png' : 'webp');

/** The place of a new picture by the name of its file; null: pictures have no such names. */
export function placeOf(name: string): string | null {
  const path = `art/${name.toLowerCase().replaceAll(' ', '-')}`;
  return PICTURE_PATH.test(path) ? path : null;
}

/** Reads a chosen file for a place; a sentence when it cannot stand there. */
export async function readPicture(path: string, file: Blob): Promise<ChosenPicture | string> {
  const kind = kindOf(path);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = withoutNotes(kind, new Uint8Array(await file.arrayBuffer()));
  } catch {
    return 'The file cannot be read.';
  }
  const facts = factsOfPicture(kind, bytes);
  if (facts === null) return `Choose a whole ${kind === 'png' ? 'PNG' : 'WebP'} picture.`;
  const { width, height, isAnimated } = facts;
  if (isAnimated) return 'An animation is refused. Save one picture.';
  if (bytes.length > MAX_BYTES) return 'The picture has more than 96 kB.';
  if (Math.max(width, height) > MAX_SIDE) return `A side has more than ${MAX_SIDE} pixels.`;
  const text = await asDataUrl(kind, bytes);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
  return { path, text, bytes: bytes.length, width, height, hash: hash.join('') };
}

/** The text by which a draft holds a picture. */
export function asDataUrl(kind: PictureKind, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('unread'));
    reader.onerror = () => reject(reader.error ?? new Error('unread'));
    reader.readAsDataURL(new Blob([bytes], { type: `image/${kind}` }));
  });
}
