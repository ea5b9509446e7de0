import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip, gzipSync } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** 2 ms for a page of 60 kB, 5 % above the smallest size, which takes 100 ms. */
const BROTLI_QUALITY = 5;

/** 256 kB hold a page; the default of 4 MB would be allocated for each. */
const BROTLI_WINDOW_BITS = 18;

/** A document as it is stored: compressed, without its text. */
export type Packed = {
  /** null: made in haste. */
  readonly br: Buffer | null;
  readonly gzip: Buffer;
  /** Hash of the text, without quotes. */
  readonly etag: string;
};

/** Compresses in libuv's threads, one after the other: password hashes take two of the four. */
export async function packPage(html: string): Promise<Packed> {
  const body = Buffer.from(html);
  const br = await brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
  return { br: ownCopy(br), gzip: ownCopy(await deflate(body)), etag: etagOf(body) };
}

/** Compresses at once and little, in 1 ms, without waiting for a thread. */
export function packInHaste(html: string): Packed {
  const body = Buffer.from(html);
  const packed = gzipSync(body, { level: constants.Z_BEST_SPEED });
  return { br: null, gzip: ownCopy(packed), etag: etagOf(body) };
}

/** For the few clients that accept no compression; takes 0.3 ms. */
export function plainBody({ gzip: body }: Packed): Buffer {
  return gunzipSync(body);
}

/** zlib's result is a part of a shared 64 kB, all of which a stored page would keep. */
function ownCopy(shared: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(shared.length);
  shared.copy(copy);
  return copy;
}

function etagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}
