import { mustEqual, mustHold } from './expect.ts';
import { call, type Attack, type Theme } from './field.ts';
import { sendRaw, statusesOf } from './raw.ts';

const HOST = 'Host: localhost';
const CALL = '/api/common/region';
/** Served if it were ever taken for a request of its own. */
const SECOND = 'GET /api/common/heartbeat HTTP/1.1\r\nHost: localhost\r\n\r\n';
const INNER = `0\r\n\r\n${SECOND}`;

/** Requests of which two readers might think different things: the shop reads none of them two ways. */
const TWO_WAYS: readonly (readonly [string, string])[] = [
  [
    'a length and chunks',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n${INNER}`,
  ],
  [
    'chunks and a length',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\nContent-Length: ${INNER.length}\r\n\r\n${INNER}`,
  ],
  [
    'two lengths',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: 0\r\nContent-Length: ${SECOND.length}\r\n\r\n${SECOND}`,
  ],
  [
    'two lengths in one line',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: 0, ${SECOND.length}\r\n\r\n${SECOND}`,
  ],
  ['a negative length', `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: -1\r\n\r\n${SECOND}`],
  [
    'a length with a plus',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: +0\r\n\r\n${SECOND}`,
  ],
  [
    'a length in hexadecimal',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: 0x0\r\n\r\n${SECOND}`,
  ],
  [
    'a length beyond numbers',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: 99999999999999999999\r\n\r\n${SECOND}`,
  ],
  [
    'chunks spelled otherwise',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: xchunked\r\n\r\n${INNER}`,
  ],
  [
    'chunks named twice',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${INNER}`,
  ],
  [
    'chunks not named last',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked, identity\r\n\r\n${INNER}`,
  ],
  [
    'a space before the colon',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding : chunked\r\n\r\n${INNER}`,
  ],
  [
    'a tab before the value and a length',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nContent-Length: 0\r\nTransfer-Encoding:\tchunked\r\n\r\n${INNER}`,
  ],
  [
    'a chunk whose size is not one',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n${SECOND}`,
  ],
  [
    'a chunk size beyond numbers',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n${SECOND}`,
  ],
  ['line feeds alone', `POST ${CALL} HTTP/1.1\n${HOST}\nContent-Length: 0\n\n${SECOND}`],
  [
    'a line feed alone before the chunks',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nX: y\nTransfer-Encoding: chunked\r\n\r\n${INNER}`,
  ],
  [
    'a bare carriage return',
    `POST ${CALL} HTTP/1.1\r\n${HOST}\r\nX: y\rTransfer-Encoding: chunked\r\n\r\n${INNER}`,
  ],
  [
    'HTTP/1.0 with chunks and a length',
    `POST ${CALL} HTTP/1.0\r\n${HOST}\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n${INNER}`,
  ],
  ['two hosts', `GET /api/common/heartbeat HTTP/1.1\r\n${HOST}\r\nHost: evil.example\r\n\r\n`],
  ['no host', `GET /api/common/heartbeat HTTP/1.1\r\n\r\n`],
  ['a version that does not exist', `GET /api/common/heartbeat HTTP/9.9\r\n${HOST}\r\n\r\n`],
  ['no version', `GET /api/common/heartbeat\r\n${HOST}\r\n\r\n`],
];

/** Nothing follows that could hide: an old version of HTTP, and a name that the shop never reads. */
const READ_ALIKE = new Set(['two hosts', 'no version']);

const attacks: readonly Attack[] = TWO_WAYS.map(([what, bytes]) => ({
  name: `one request that two readers read differently: ${what}`,
  must: 'refused with 4xx, the connection ends, what hides in it is never served',
  run: async (field) => {
    const said = await sendRaw(field.environment.url, bytes);
    const statuses = statusesOf(said);
    mustHold(statuses.length <= 1, `answered ${statuses.length} times: ${statuses.join(', ')}`);
    const [status] = statuses;
    const isRefused = status === undefined || (status >= 400 && status < 500);
    mustHold(isRefused || (READ_ALIKE.has(what) && status === 200), `HTTP ${status}`);
    mustEqual('the next', (await call(field, 'regions', {})).code, 200);
    return status === undefined ? 'the connection ends' : `HTTP ${status}`;
  },
}));

export const SMUGGLING: Theme = {
  title: 'Requests hidden in requests',
  attacks: [
    ...attacks,
    {
      name: 'a WebSocket, or HTTP/2, asked for in the middle of a connection',
      must: 'it is not spoken',
      run: async (field) => {
        const heads = [
          'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
          'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
        ];
        const statuses: number[] = [];
        for (const head of heads) {
          const said = await sendRaw(
            field.environment.url,
            `GET /api/common/heartbeat HTTP/1.1\r\n${HOST}\r\n${head}\r\n\r\n`,
          );
          statuses.push(...statusesOf(said));
          mustHold(!said.includes(' 101 '), 'it was switched');
        }
        const preface = await sendRaw(field.environment.url, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
        mustHold(!statusesOf(preface).includes(200), 'HTTP/2 is spoken');
        return `HTTP ${statuses.join(', ')}`;
      },
    },
  ],
};
