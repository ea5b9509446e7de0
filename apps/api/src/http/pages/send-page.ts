import type { FastifyReply, FastifyRequest } from 'fastify';
import { plainBody } from './pack-page.ts';
import type { StoredPage } from './page-store.ts';

/** Sends a stored page: as its reader unpacks it, and as 304 to a browser that has it. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '', page);
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
  if (encoding === null) return reply.send(plainBody(page));
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? page.br : page.gzip);
}

/** Brotli first, where the page has it. */
export function encodingFor(accepted: string, page: Pick<StoredPage, 'br'>): 'br' | 'gzip' | null {
  const offers = accepted.split(',').map((offer) => offer.split(';').map((part) => part.trim()));
  const takes = (name: string) =>
    offers.some(([offer, quality]) => offer === name && !/^q=0(?:\.0*)?$/.test(quality ?? ''));
  if (page.br !== null && takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : null;
}
