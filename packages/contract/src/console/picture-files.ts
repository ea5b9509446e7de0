/** Bytes of pictures that operators bring, read chunk by chunk: browsers decode them, so no header is believed. */

export type PictureKind = 'png' | 'webp';

export type PictureFacts = {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** Chunks that draw nothing: a camera's place and time, an author, a program's notes. */
  readonly hasNotes: boolean;
};

type Chunk = {
  readonly name: string;
  readonly from: number;
  /** Behind its padding or checksum. */
  readonly to: number;
  readonly data: DataView;
};

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';
/** The picture itself, its colours and the density of its pixels. */
const PNG_DRAWS = 'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD hIST pHYs';
const PNG_MOVES = 'acTL fcTL fdAT';
const WEBP_DRAWS = 'VP8X VP8L VP8_ ALPH ICCP';
const WEBP_MOVES = 'ANIM ANMF';
const WEBP_ANIMATION = 0x02;
/** Flags of `VP8X`: the file has EXIF, and XMP. */
const WEBP_NOTES = 0x08 | 0x04;
/** Chunks of a picture; a real one has some dozens. */
const MAX_CHUNKS = 1_000;

/** Size and parts of a picture; null: these bytes are no whole picture of this kind, or more than one. */
export function factsOfPicture(kind: PictureKind, bytes: Uint8Array): PictureFacts | null {
  const chunks = chunksOf(kind, bytes);
  const size = chunks && (kind === 'png' ? sizeOfPng(chunks) : sizeOfWebp(chunks));
  if (!chunks || !size) return null;
  const flags = kind === 'webp' && chunks[0]?.name === 'VP8X' ? chunks[0].data.getUint8(0) : 0;
  const moves = kind === 'png' ? PNG_MOVES : WEBP_MOVES;
  return {
    ...size,
    isAnimated: (flags & WEBP_ANIMATION) !== 0 || chunks.some(isIn(moves)),
    hasNotes: (flags & WEBP_NOTES) !== 0 || chunks.some((chunk) => isNote(kind, chunk)),
  };
}

/** The same picture without its notes; the bytes as they came, if they are no picture. */
export function withoutNotes(kind: PictureKind, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunks = chunksOf(kind, bytes);
  if (chunks === null) return new Uint8Array(bytes);
  const head = bytes.subarray(0, chunks[0]?.from);
  const kept = chunks.filter((chunk) => !isNote(kind, chunk));
  const parts = [head, ...kept.map(({ from, to }) => bytes.subarray(from, to))];
  const clean = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    clean.set(part, at);
    at += part.length;
  }
  if (kind === 'png') return clean;
  new DataView(clean.buffer).setUint32(4, clean.length - 8, true);
  if (kept[0]?.name === 'VP8X') clean[20] = (clean[20] ?? 0) & ~WEBP_NOTES;
  return clean;
}

function isNote(kind: PictureKind, chunk: Chunk): boolean {
  const known = kind === 'png' ? `${PNG_DRAWS} ${PNG_MOVES}` : `${WEBP_DRAWS} ${WEBP_MOVES}`;
  return !isIn(known)(chunk);
}

const isIn = (names: string) => (chunk: Chunk) => names.split(' ').includes(chunk.name);

/** Null: the lengths of the chunks do not add up to the file's. */
function chunksOf(kind: PictureKind, bytes: Uint8Array): readonly Chunk[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, length: number) =>
    String.fromCharCode(...bytes.subarray(from, from + length));
  const isPng = kind === 'png';
  const begin = isPng ? 8 : 12;
  if (bytes.length < begin) return null;
  const isKind = isPng
    ? text(0, 8) === PNG_SIGNATURE
    : text(0, 4) === 'RIFF' &&
      text(8, 4) === 'WEBP' &&
      view.getUint32(4, true) + 8 === bytes.length;
  if (!isKind) return null;
  const chunks: Chunk[] = [];
  for (let at = begin; at < bytes.length;) {
    if (at + 8 > bytes.length || chunks.length >= MAX_CHUNKS) return null;
    const length = view.getUint32(isPng ? at : at + 4, !isPng);
    // A PNG's chunk ends with a checksum, a WebP's is padded to an even length.
    const to = at + 8 + length + (isPng ? 4 : length % 2);
    if (to > bytes.length) return null;
    const name = text(isPng ? at + 4 : at, 4).replace(' ', '_');
    chunks.push({
      name,
      from: at,
      to,
      data: new DataView(view.buffer, view.byteOffset + at + 8, length),
    });
    at = to;
  }
  return chunks;
}

type Size = Pick<PictureFacts, 'width' | 'height'>;

function sizeOfPng(chunks: readonly Chunk[]): Size | null {
  const names = chunks.map(({ name }) => name);
  const [head] = chunks;
  const isWhole =
    names.lastIndexOf('IHDR') === 0 &&
    names.indexOf('IEND') === names.length - 1 &&
    names.includes('IDAT');
  if (!isWhole || head?.data.byteLength !== 13) return null;
  return { width: head.data.getUint32(0), height: head.data.getUint32(4) };
}

/** Size of its one frame, which an extended file repeats. */
function sizeOfWebp(chunks: readonly Chunk[]): Size | null {
  const [head] = chunks;
  const frames = chunks.filter(isIn('VP8_ VP8L'));
  const isExtended = head?.name === 'VP8X';
  if (!head || chunks.slice(1).some(({ name }) => name === 'VP8X')) return null;
  if (isExtended && head.data.byteLength !== 10) return null;
  const canvas = isExtended && {
    width: uint24(head.data, 4) + 1,
    height: uint24(head.data, 7) + 1,
  };
  // An animation has its frames inside other chunks.
  if (canvas && frames.length === 0 && chunks.some(isIn('ANMF'))) return canvas;
  const [frame] = frames;
  if (!frame || frames.length > 1 || (!isExtended && chunks.length > 1)) return null;
  const size = sizeOfFrame(frame);
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) {
    return null;
  }
  return size;
}

function sizeOfFrame({ name, data }: Chunk): Size | null {
  if (name === 'VP8L') {
    if (data.byteLength < 5 || data.getUint8(0) !== 0x2f) return null;
    const bits = data.getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (data.byteLength < 10 || uint24(data, 3) !== 0x2a019d) return null;
  return {
    width: data.getUint16(6, true) & 0x3fff,
    height: data.getUint16(8, true) & 0x3fff,
  };
}

function uint24(data: DataView, at: number): number {
  return data.getUint16(at, true) | (data.getUint8(at + 2) << 16);
}
