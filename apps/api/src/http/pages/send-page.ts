import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedPage } from './page-cache.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Sends a cached page: compressed once, and as 304 to a browser that has it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  const etag = `"${page.etag}${encoding === null ? '' : `-${encoding}`}"`;
  void reply
    .code(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-language', page.lang)
    .header('cache-control', 'no-cache')
    .header('vary', 'Cookie, Accept-Language, Accept-Encoding, X-Country')
    .header('etag', etag)
    .headers(page.policies);
  // This header takes no list: only `frame-ancestors` can name the games.
  if (page.isFrameable) void reply.removeHeader('x-frame-options');
  if (request.headers['if-none-match'] === etag && page.status === 200) {
    return reply.code(304).send();
  }
  if (encoding === null) return reply.send(page.body);
  return reply.header('content-encoding', encoding).send(await encodedBody(page, encoding));
}

function encodedBody(page: CachedPage, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = page.encoded.get(encoding);
  if (known) return known;
  const made = encoding === 'br' ? packed(page.body, 9) : deflate(page.body, { level: 9 });
  page.encoded.set(encoding, made);
  // After a failure, the existing encoding stays in use.
  if (encoding === 'br') packSmaller(page).catch(() => undefined);
  return made;
}

/** Stronger compression takes longer, so it runs after the first answer. */
async function packSmaller(page: CachedPage): Promise<void> {
  const smaller = await packed(page.body, 11);
  page.encoded.set('br', Promise.resolve(smaller));
}

function packed(body: Buffer, quality: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

export function encodingFor(accepted: string): 'br' | 'gzip' | null {
  const offers = accepted.split(',').map((offer) => offer.split(';').map((part) => part.trim()));
  const takes = (name: string) =>
    offers.some(([offer, quality]) => offer === name && !/^q=0(?:\.0*)?$/.test(quality ?? ''));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}
