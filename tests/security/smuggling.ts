import { expect } from 'vitest';
import { sendRaw } from './raw.ts';
import { call, expectCode, type Attacks, type Target } from './target.ts';

const HOST = 'Host: localhost';
const CHUNKED = 'Transfer-Encoding: chunked';
const GET = 'GET /api/common/heartbeat';
/** Answered only if a reader takes it for a request of its own. */
const SECOND = `${GET} HTTP/1.1\r\n${HOST}\r\n\r\n`;
const INNER = `0\r\n\r\n${SECOND}`;

const request = (headers: string, body: string, version = '1.1'): string =>
  `POST /api/common/region HTTP/${version}\r\n${HOST}\r\n${headers}\r\n\r\n${body}`;

/** Requests that two readers may split differently. */
const AMBIGUOUS: readonly (readonly [string, string])[] = [
  ['a length and chunks', request(`Content-Length: 6\r\n${CHUNKED}`, INNER)],
  ['chunks and a length', request(`${CHUNKED}\r\nContent-Length: ${INNER.length}`, INNER)],
  ['two lengths', request(`Content-Length: 0\r\nContent-Length: ${SECOND.length}`, SECOND)],
  ['two lengths in one line', request(`Content-Length: 0, ${SECOND.length}`, SECOND)],
  ['a negative length', request('Content-Length: -1', SECOND)],
  ['a length with a plus', request('Content-Length: +0', SECOND)],
  ['a length in hexadecimal', request('Content-Length: 0x0', SECOND)],
  ['a length beyond numbers', request('Content-Length: 99999999999999999999', SECOND)],
  ['an unknown transfer encoding', request('Transfer-Encoding: xchunked', INNER)],
  ['two transfer encodings', request(`${CHUNKED}\r\nTransfer-Encoding: identity`, INNER)],
  ['a coding before the chunks', request('Transfer-Encoding: identity, chunked', INNER)],
  ['chunks not named last', request('Transfer-Encoding: chunked, identity', INNER)],
  ['a space before the colon', request('Transfer-Encoding : chunked', INNER)],
  [
    'a tab before the value and a length',
    request('Content-Length: 0\r\nTransfer-Encoding:\tchunked', INNER),
  ],
  ['an invalid chunk size', request(CHUNKED, `zz\r\n\r\n${SECOND}`)],
  ['a chunk size beyond numbers', request(CHUNKED, `fffffffffffffffff\r\n\r\n${SECOND}`)],
  ['line feeds alone', request('Content-Length: 0', '').replaceAll('\r\n', '\n') + SECOND],
  ['a line feed alone before the chunks', request(`X: y\n${CHUNKED}`, INNER)],
  ['a bare carriage return', request(`X: y\r${CHUNKED}`, INNER)],
  ['HTTP/1.0 with chunks and a length', request(`Content-Length: 0\r\n${CHUNKED}`, INNER, '1.0')],
  ['two hosts', `${GET} HTTP/1.1\r\n${HOST}\r\nHost: evil.example\r\n\r\n`],
  ['no host', `${GET} HTTP/1.1\r\n\r\n`],
  ['an unknown version', `${GET} HTTP/9.9\r\n${HOST}\r\n\r\n`],
  ['no version', `${GET}\r\n${HOST}\r\n\r\n`],
];

export const SMUGGLING: Attacks = {
  ...Object.fromEntries(
    AMBIGUOUS.map(([what, bytes]) => [
      `an ambiguous request, ${what}: 4xx or a closed connection, the hidden request is not served`,
      async (shop: Target) => {
        const { statuses } = await sendRaw(shop, bytes);
        expect(statuses.length).toBeLessThanOrEqual(1);
        const status = statuses[0] ?? 400;
        expect(Math.floor(status / 100)).toBe(4);
        expectCode(await call(shop, 'regions'), 200);
      },
    ]),
  ),
  'an upgrade to WebSocket or HTTP/2 within a connection: refused': async (shop) => {
    for (const head of [
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
    ]) {
      const { text } = await sendRaw(shop, `${GET} HTTP/1.1\r\n${HOST}\r\n${head}\r\n\r\n`);
      expect(text).not.toContain(' 101 ');
    }
    const { statuses } = await sendRaw(shop, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    expect(statuses).not.toContain(200);
  },
};
