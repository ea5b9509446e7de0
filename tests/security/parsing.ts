import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { mustEqual, mustHold, tally, told } from './expect.ts';
import { call, commonOf, newcomer, orderFields, post, type Attack, type Theme } from './field.ts';
import { FORM, signedBody, type Fields, type Seen } from './wire.ts';

/** Names that every JavaScript object answers to. */
const INHERITED = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

/** Where a caller's text is looked up in a table of ours. */
const LOOKED_UP: readonly (readonly [CallName, (name: string) => Fields])[] = [
  ['configs', (name) => ({ website_code: name })],
  ['configs', (name) => ({ country: name })],
  ['regions', (name) => ({ lang: name })],
  ['regions', (name) => ({ game_id: name })],
  ['cartSet', (name) => ({ product_id: name, count: '1' })],
  ['productPrices', (name) => ({ product_ids: name })],
  ['orderCreate', (name) => orderFields(name)],
  ['orderCreate', (name) => orderFields('gems-60', { pay_id: name })],
  ['bargainChoose', (name) => ({ pack_id: name })],
  ['cumulationClaim', (name) => ({ task_id: name })],
  ['cardClaim', (name) => ({ card_id: name })],
  ['activityRemind', (name) => ({ activity_id: name, on: '1' })],
  ['orderInquire', (name) => ({ token: name })],
];

const REFUSALS = new Set([10000, 10001, 10006, 10009, 10010, 10028, 10045, 20010, 20016, 20018]);

/** Well-signed JSON for `products` that is meant for the parser. */
const JSON_BOMBS: readonly (readonly [string, string])[] = [
  ['15,000 brackets deep', '['.repeat(7_500) + ']'.repeat(7_500)],
  ['15,000 braces deep', '{"a":'.repeat(2_500) + '1' + '}'.repeat(2_500)],
  ['never closed', '['.repeat(15_000)],
  ['one key a thousand times', `[{${'"product_id":"gems-60",'.repeat(600)}"count":1}]`],
  ['a prototype', '[{"product_id":"gems-60","count":1,"__proto__":{"isAdmin":true,"price":0}}]'],
  ['a constructor', '[{"constructor":{"prototype":{"polluted":1}},"product_id":"x","count":1}]'],
  ['a number of 15,000 digits', `[{"product_id":"gems-60","count":${'9'.repeat(15_000)}}]`],
  ['half a pair of surrogates', '[{"product_id":"\\ud800","count":1}]'],
  ['a null character', '[{"product_id":"gems-60\\u0000","count":1}]'],
  ['a byte order mark', '\ufeff[{"product_id":"gems-60","count":1}]'],
  ['comments', '[{"product_id":"gems-60","count":1}/*x*/]'],
  ['a text that is JSON', '"[{\\"product_id\\":\\"gems-60\\",\\"count\\":1}]"'],
];

const bombs: readonly Attack[] = JSON_BOMBS.map(([what, products]) => ({
  name: `a list of goods that is ${what}`,
  must: 'refused, or an order as any other; objects stay as they are',
  run: async (field) => {
    const thief = await newcomer(field);
    const seen = await call(field, 'orderCreate', orderFields('x', { products }), {
      token: thief.userToken,
    });
    mustEqual('status', seen.status, 200);
    mustHold(seen.code === 200 || REFUSALS.has(seen.code ?? 0), told(seen));
    if (seen.code === 200) mustHold(seen.text.includes('"amount":"0.99"'), 'it has another price');
    return told(seen);
  },
}));

/** Texts at which a careless expression never ends, or a careless statement does more. */
const TEXTS: readonly string[] = [
  `${'a'.repeat(50_000)}!`,
  `${' '.repeat(50_000)}x`,
  '0'.repeat(50_000),
  '<'.repeat(20_000),
  "'; drop table orders; --",
  "' or 1=1 --",
  '1); select pg_sleep(10); --',
  '%',
  '_',
  '\\',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '$(id)',
  '`id`',
  '|id',
  '\u0000',
  '𝕏'.repeat(5_000),
  '\ud83d',
  'ﷺ'.repeat(3_000),
  'İ',
  '\u0130\u0131ß',
];

export const PARSING: Theme = {
  title: 'Parsers: forms, JSON, prototypes and expressions',
  attacks: [
    {
      name: `${INHERITED.length} names every object answers to, where ${LOOKED_UP.length} fields are looked up`,
      must: 'refused as what does not exist',
      run: async (field) => {
        const as = { token: (await newcomer(field)).userToken };
        const all: Seen[] = [];
        for (const name of INHERITED) {
          all.push(
            ...(await Promise.all(
              LOOKED_UP.map(([one, fields]) => call(field, one, fields(name), as)),
            )),
          );
        }
        for (const seen of all)
          mustHold(
            seen.status === 200 && REFUSALS.has(seen.code ?? 0),
            `${told(seen)} ${seen.text.slice(0, 200)}`,
          );
        return tally(all);
      },
    },
    {
      name: 'fields that are called so, and fields with brackets and dots',
      must: 'ignored; the next caller sees no trace',
      run: async (field) => {
        const more = [
          ...INHERITED,
          '__proto__[polluted]',
          'constructor.prototype.polluted',
          'a[b][c]',
          'x[]',
        ].map((name) => [name, 'polluted'] as const);
        const seen = await post(field, CALL_PATHS.regions.path, [
          ...Object.entries(commonOf('regions')),
          ...more,
        ]);
        mustEqual('code', seen.code, 200);
        const next = await call(field, 'regions', {});
        mustHold(!next.text.includes('polluted') && next.code === 200, next.text);
        return told(seen);
      },
    },
    ...bombs,
    {
      name: `${TEXTS.length} texts that end no expression, or more than one statement, in every field of every call`,
      must: 'refused or taken as text, never 500',
      run: async (field) => {
        const thief = await newcomer(field);
        const as = { token: thief.userToken };
        const counts: Seen[] = [];
        for (const text of TEXTS) {
          const calls = LOOKED_UP.map(([name, fields]) => call(field, name, fields(text), as));
          const { prId: pr_id, serverId: server_id } = thief;
          calls.push(call(field, 'role', { pr_id, server_id, cid: text }));
          calls.push(call(field, 'resolutionCreate', { order_id: 'a', kind: 'refund', text }, as));
          for (const seen of await Promise.all(calls)) {
            mustHold(
              seen.status < 500 && seen.code !== 500,
              `${told(seen)} for ${text.slice(0, 40)}`,
            );
            counts.push(seen);
          }
        }
        return tally(counts);
      },
    },
    {
      name: 'bodies that are no form: JSON, XML, multipart, gzip, UTF-16, nothing, 10,000 fields, a field of 60 kB',
      must: 'refused, never 5xx',
      run: async (field) => {
        const path = CALL_PATHS.regions.path;
        const good = signedBody(Object.entries(commonOf('regions')));
        const bodies: readonly (readonly [string, string | Buffer])[] = [
          ['application/json', JSON.stringify(commonOf('regions'))],
          ['application/json', '{"__proto__":{"polluted":1}}'],
          ['text/xml', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'],
          [
            'multipart/form-data; boundary=x',
            '--x\r\ncontent-disposition: form-data; name="lang"\r\n\r\nen\r\n--x--',
          ],
          [FORM['content-type'], Buffer.from(good, 'utf16le')],
          [FORM['content-type'], ''],
          [FORM['content-type'], Array.from({ length: 5_000 }, (_, n) => `f${n}=1`).join('&')],
          [FORM['content-type'], '&'.repeat(60_000)],
          [FORM['content-type'], `lang=${'%'.repeat(30_000)}`],
          [FORM['content-type'], `lang=${'+'.repeat(60_000)}`],
        ];
        const all: Seen[] = [];
        for (const [type, body] of bodies) {
          const seen = await field.wire.send(path, {
            method: 'POST',
            headers: { 'content-type': type },
            body,
          });
          mustHold(
            seen.status === 200 && (seen.code === 10000 || seen.code === 10001),
            `${type}: ${told(seen)}`,
          );
          all.push(seen);
        }
        const packed = { ...FORM, 'content-encoding': 'gzip' };
        const seen = await field.wire.send(path, {
          method: 'POST',
          headers: packed,
          body: Buffer.alloc(500, 31),
        });
        mustHold(seen.status < 500 && seen.code !== 500, told(seen));
        return tally(all);
      },
    },
    {
      name: 'a body of a megabyte',
      must: '413',
      run: async (field) => {
        const seen = await field.wire
          .send(CALL_PATHS.regions.path, {
            method: 'POST',
            headers: FORM,
            body: 'a'.repeat(1_000_000),
          })
          .catch(() => null);
        mustHold(seen === null || seen.status === 413, seen === null ? '' : told(seen));
        return seen === null ? 'the connection ends' : `HTTP ${seen.status}`;
      },
    },
  ],
};
