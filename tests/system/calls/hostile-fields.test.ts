import { CALLS } from '@webpay/contract/calls';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildContext, type BuiltContext } from '../../../apps/api/src/build-context.ts';
import { DEFAULT_SIGN_SECRET, readConfig } from '../../../apps/api/src/config/config.ts';
import { hashToken } from '../../../apps/api/src/domain/players/session.ts';
import { testDatabase } from '../../support/test-database.ts';
import { createApp } from '../../../apps/api/src/http/app.ts';
import { createCallLimits } from '../../../apps/api/src/http/store/call-limits.ts';
import { registerStore } from '../../../apps/api/src/http/store/store.ts';

const { url, db } = await testDatabase('seeded');
const TOKEN = 'a-session-of-this-test';
const POSTS = (Object.keys(CALL_PATHS) as CallName[]).filter(isPost);
let built: BuiltContext;
let app: FastifyInstance;

function isPost(name: CallName): name is Exclude<CallName, 'heartbeat'> {
  return name !== 'heartbeat';
}

beforeAll(async () => {
  const config = { ...readConfig({ LIMIT_SCALE: '100000' }), databaseUrl: url };
  built = await buildContext(config, { name: 'test', connections: 4, logTo: 'stderr' });
  // Avoids one log line for each of some thousand calls.
  built.ctx.log.level = 'error';
  app = createApp(built.ctx);
  await registerStore(app, built.ctx, createCallLimits(built.ctx));
  await db.pool.query(
    `with player as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        values ('miniflix', '112', '12345678', '1', 'S01', 'Test', 1, now()) returning id)
      insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
      select $1, id, 'miniflix', now(), now() + interval '1 day', now() from player`,
    [hashToken(TOKEN)],
  );
});
// Some calls end the session.
beforeEach(async () => {
  await db.pool.query(`update sessions set ended_at = null`);
});
afterAll(async () => {
  await app?.close();
  await built?.close();
});

type Fields = Readonly<Record<string, string>>;

/** The answer of a shop in this process, so that its effects can be inspected. */
async function post(name: Exclude<CallName, 'heartbeat'>, fields: Fields) {
  const pairs = Object.entries({
    game_id: '20',
    website_code: 'miniflix',
    lang: 'en',
    ver: 'test',
    timestamp: String(Date.now()),
    user_token: TOKEN,
    ...fields,
  });
  const answer = await app.inject({
    method: 'POST',
    url: CALL_PATHS[name].path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams([...pairs, ['sign', sign(pairs, DEFAULT_SIGN_SECRET)]]).toString(),
  });
  return { status: answer.statusCode, code: answer.json<{ code: number }>().code };
}

/** Fields of every call and unknown ones, for calls without fields of their own. */
const ALL_TAKE = ['game_id', 'lang', 'ver', 'timestamp', 'user_token', 'unknown'];

/** Long texts that slow regular expressions, parsers and databases; below the body limit. */
const LONG: readonly (readonly [what: string, text: string])[] = [
  ['letters', 'a'.repeat(60_000)],
  ['digits', '9'.repeat(60_000)],
  ['spaces', ' '.repeat(20_000)],
  ['slashes', '/'.repeat(20_000)],
  ['points', `${'1.'.repeat(20_000)}!`],
  ['commas', ','.repeat(20_000)],
  ['brackets', '['.repeat(20_000)],
  ['objects', '{"a":'.repeat(3_000)],
  ['a list without end', `[${'{"product_id":"x","count":1},'.repeat(600)}{}]`],
  ['marks above letters', 'à\u0300'.repeat(2_000)],
  ['half a character', '\ud83dx'.repeat(100)],
  ['a number that is none', '1e309'],
  ['an address', `https://${'a.'.repeat(5_000)}example/?${'a=b&'.repeat(2_000)}`],
];

it.each(POSTS)(
  '[V06] %s: handles a hostile text in any field in linear time, without an error',
  async (name) => {
    const own = Object.keys(CALLS[name].request.entries).filter(
      (field) => field !== 'website_code',
    );
    for (const field of own.length === 0 ? ALL_TAKE : own) {
      for (const [what, text] of LONG) {
        const { status, code } = await post(name, { [field]: text });
        expect([200, 413], `${field}: ${what}`).toContain(status);
        expect(code, `${field}: ${what}`).not.toBe(500);
      }
    }
  },
);

/** Names that would change every object of the process if a request were copied by name. */
const POLLUTED: readonly Fields[] = [
  { '__proto__[polluted]': 'yes' },
  { '__proto__.polluted': 'yes' },
  { 'constructor[prototype][polluted]': 'yes' },
  { constructor: 'yes', prototype: 'yes', toString: 'yes', hasOwnProperty: 'yes' },
  Object.fromEntries([['__proto__', 'yes']]),
  { products: '[{"product_id":"x","count":1,"__proto__":{"polluted":"yes"}}]' },
  { products: '{"__proto__":{"polluted":"yes"},"length":1}' },
  { products: '[{"constructor":{"prototype":{"polluted":"yes"}},"product_id":"x","count":1}]' },
  { total: '{"amount":"4.99","currency":"USD","__proto__":{"polluted":"yes"}}' },
  { country: '__proto__', pay_id: 'constructor', source: 'toString' },
  { product_ids: '__proto__,constructor', product_id: '__proto__', task: 'constructor' },
  { website_code: '__proto__', game_id: '' },
  { server_id: '__proto__', pr_id: 'constructor', cid: '__proto__' },
];

it.each(POSTS)('[V06] %s: pollutes no prototype through any field', async (name) => {
  const shared = Object.getOwnPropertyNames(Object.prototype).join();
  const needed = { pr_id: '1', server_id: '112', cid: '12345678' };
  for (const fields of POLLUTED) {
    const { status, code } = await post(name, { ...needed, ...fields });
    expect(status, JSON.stringify(fields)).toBe(200);
    expect(code, JSON.stringify(fields)).not.toBe(500);
  }
  expect('polluted' in {}).toBe(false);
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(shared);
});
