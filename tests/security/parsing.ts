import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { expect } from 'vitest';
import {
  call,
  expectCode,
  FORM,
  newcomer,
  pairsOf,
  post,
  postBody,
  signedBody,
  type Attacks,
  type Fields,
  type Target,
} from './target.ts';
import { orderFields } from '../support/shopper.ts';

const REGIONS = CALL_PATHS.regions.path;

/** Names that every JavaScript object inherits. */
const INHERITED =
  '__proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__'.split(' ');

/** Calls that look up a caller's text in a table of the shop. */
const LOOKUPS: readonly (readonly [CallName, (name: string) => Fields])[] = [
  ['configs', (name) => ({ website_code: name })],
  ['configs', (name) => ({ country: name })],
  ['regions', (name) => ({ lang: name })],
  ['regions', (name) => ({ game_id: name })],
  ['cartSet', (name) => ({ product_id: name, count: '1' })],
  ['productPrices', (name) => ({ product_ids: name })],
  ['orderCreate', (name) => orderFields(name)],
  ['orderCreate', (name) => ({ ...orderFields('gems-60'), pay_id: name })],
  ['bargainChoose', (name) => ({ pack_id: name })],
  ['cumulationClaim', (name) => ({ task_id: name })],
  ['cardClaim', (name) => ({ card_id: name })],
  ['activityRemind', (name) => ({ activity_id: name, on: '1' })],
  ['orderInquire', (name) => ({ token: name })],
];

const REFUSALS = [10000, 10001, 10006, 10009, 10010, 10028, 10045, 20010, 20016, 20018] as const;

/** Values of `products` that target the JSON parser. */
const JSON_BOMBS: readonly (readonly [string, string])[] = [
  ['15,000 brackets deep', '['.repeat(7_500) + ']'.repeat(7_500)],
  ['15,000 braces deep', '{"a":'.repeat(2_500) + '1' + '}'.repeat(2_500)],
  ['never closed', '['.repeat(15_000)],
  ['with one key a thousand times', `[{${'"product_id":"gems-60",'.repeat(600)}"count":1}]`],
  [
    'with a prototype',
    '[{"product_id":"gems-60","count":1,"__proto__":{"isAdmin":true,"price":0}}]',
  ],
  [
    'with a constructor',
    '[{"constructor":{"prototype":{"polluted":1}},"product_id":"x","count":1}]',
  ],
  ['with a number of 15,000 digits', `[{"product_id":"gems-60","count":${'9'.repeat(15_000)}}]`],
  ['with half a surrogate pair', '[{"product_id":"\\ud800","count":1}]'],
  ['with a null character', '[{"product_id":"gems-60\\u0000","count":1}]'],
  ['with a byte order mark', '\ufeff[{"product_id":"gems-60","count":1}]'],
  ['with comments', '[{"product_id":"gems-60","count":1}/*x*/]'],
  ['that is a text with JSON', '"[{\\"product_id\\":\\"gems-60\\",\\"count\\":1}]"'],
];

/** Texts that make a regular expression slow or inject a statement. */
const TEXTS: readonly string[] = [
  `${'a'.repeat(50_000)}!`,
  `${' '.repeat(50_000)}x`,
  '0'.repeat(50_000),
  '<'.repeat(20_000),
  "'; drop table orders; --",
  "' or 1=1 --",
  '1); select pg_sleep(10); --',
  ...'% _ \\ ${7*7} {{7*7}} <script>alert(1)</script> ../../etc/passwd $(id) `id` |id'.split(' '),
  '\u0000',
  '𝕏'.repeat(5_000),
  '\ud83d',
  'ﷺ'.repeat(3_000),
  'İ',
  '\u0130\u0131ß',
];

const FORM_TYPE = FORM['content-type'];
const PART = '--x\r\ncontent-disposition: form-data; name="lang"\r\n\r\nen\r\n--x--';

/** Bodies that are no form of a call, with their types. */
const bodies = (): readonly (readonly [string, string | Buffer])[] => [
  ['application/json', JSON.stringify(Object.fromEntries(pairsOf('regions')))],
  ['application/json', '{"__proto__":{"polluted":1}}'],
  ['text/xml', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'],
  ['multipart/form-data; boundary=x', PART],
  [FORM_TYPE, Buffer.from(signedBody(pairsOf('regions')), 'utf16le')],
  [FORM_TYPE, ''],
  [FORM_TYPE, Array.from({ length: 5_000 }, (_, n) => `f${n}=1`).join('&')],
  [FORM_TYPE, '&'.repeat(60_000)],
  [FORM_TYPE, `lang=${'%'.repeat(30_000)}`],
  [FORM_TYPE, `lang=${'+'.repeat(60_000)}`],
];

export const PARSING: Attacks = {
  'names that every object inherits, in every looked-up field: refused as unknown': async (
    shop,
  ) => {
    const thief = await newcomer(shop);
    for (const name of INHERITED) {
      const all = LOOKUPS.map(([one, fields]) => call(shop, one, fields(name), thief));
      expectCode(await Promise.all(all), ...REFUSALS);
    }
  },
  'fields with inherited names, brackets and dots: ignored, the next caller sees no trace': async (
    shop,
  ) => {
    const nested = ['__proto__[polluted]', 'constructor.prototype.polluted', 'a[b][c]', 'x[]'];
    const more = [...INHERITED, ...nested].map((name) => [name, 'polluted'] as const);
    expectCode(await post(shop, REGIONS, [...pairsOf('regions'), ...more]), 200);
    const next = await call(shop, 'regions');
    expectCode(next, 200);
    expect(next.text).not.toContain('polluted');
  },
  ...Object.fromEntries(
    JSON_BOMBS.map(([what, products]) => [
      `a list of products ${what}: refused, or a normal order at the listed price`,
      async (shop: Target) => {
        const thief = await newcomer(shop);
        const seen = await call(shop, 'orderCreate', { ...orderFields('x'), products }, thief);
        expectCode(seen, 200, ...REFUSALS);
        if (seen.code === 200) expect(seen.text).toContain('"amount":"0.99"');
      },
    ]),
  ),
  'texts against regular expressions and statements, in every field of every look-up: refused or taken as text, never 500':
    async (shop) => {
      const thief = await newcomer(shop);
      const { prId: pr_id, serverId: server_id } = thief;
      for (const text of TEXTS) {
        for (const { status, code } of await Promise.all([
          ...LOOKUPS.map(([name, fields]) => call(shop, name, fields(text), thief)),
          call(shop, 'role', { pr_id, server_id, cid: text }),
          call(shop, 'resolutionCreate', { order_id: 'a', kind: 'refund', text }, thief),
        ])) {
          expect(status, text.slice(0, 40)).toBeLessThan(500);
          expect(code, text.slice(0, 40)).not.toBe(500);
        }
      }
    },
  'bodies that are no form: JSON, XML, multipart, gzip, UTF-16, nothing, 5,000 fields, a field of 60 kB: refused, never 5xx':
    async (shop) => {
      for (const [type, body] of bodies()) {
        const seen = await postBody(shop, REGIONS, body, { 'content-type': type });
        expectCode(seen, 10000, 10001);
      }
      const gzip = { 'content-encoding': 'gzip' };
      const seen = await postBody(shop, REGIONS, Buffer.alloc(500, 31), gzip);
      expect(seen.status).toBeLessThan(500);
      expect(seen.code).not.toBe(500);
    },
  'a body of a megabyte: 413, or the connection ends': async (shop) => {
    const seen = await postBody(shop, REGIONS, 'a'.repeat(1_000_000)).catch(() => null);
    expect(seen?.status ?? 413).toBe(413);
  },
};
