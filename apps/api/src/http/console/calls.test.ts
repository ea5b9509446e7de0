import {
  OPERATIONS,
  type Operation,
  type OperationName,
} from '@webpay/contract/console/operations';
import { permissionsOf } from '@webpay/contract/console/permissions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { consoleToken, signInLink, tokenIn } from '../../../../../tests/support/console-session.ts';
import { databaseDoor } from '../../../../../tests/support/database-door.ts';
import { openDb } from '../../platform/db/pool.ts';
import type { Ctx } from '../../context.ts';
import { problemOf } from './problem.ts';
import { consoleApp, consoleOfTest, sender, type Send } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
let ctx: Ctx;
let url = '';
let app: FastifyInstance;
let send: Send;

beforeAll(async () => {
  const shop = await builtShop(4);
  ({ ctx } = shop.built);
  url = shop.url;
  app = await consoleApp(ctx, dist);
  send = sender(app);
});
afterAll(() => app.close());

const withConfig = (config: Partial<Ctx['config']>): Ctx => ({
  ...ctx,
  config: { ...ctx.config, ...config },
});

type Entries = {
  readonly items: readonly {
    readonly action: string;
    readonly object: string;
    readonly operator: string;
    readonly outcome: string;
    readonly detail: string;
  }[];
};

describe('a session is a cookie', () => {
  it('the cookie belongs to this host alone: no script reads it, and no other site sends it', async () => {
    const signIn = await send('/sign-in/link', {
      method: 'POST',
      payload: { token: tokenIn(await signInLink(ctx, 'support')) },
    });
    expect(signIn.statusCode).toBe(200);
    expect(signIn.headers['set-cookie']).toMatch(
      /^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(signIn.headers['cache-control']).toBe('no-store');
    expect(signIn.json()).toMatchObject({
      name: 'sandbox-support',
      roles: ['support'],
      permissions: [...permissionsOf(['support'])],
      world: 'sandbox',
      signed_in_by: 'link',
      has_second_factor: false,
      shop_url: 'http://localhost:4000',
    });
    const [, token = ''] = /console=([^;]+)/.exec(String(signIn.headers['set-cookie'])) ?? [];
    const me = await send('/me', { token });
    expect(me.json()).toEqual(signIn.json());
    expect(signIn.body).not.toContain(token);
  });

  it('its name has the prefix of a host, and it is Secure, where browsers use https', async () => {
    const secure = withConfig({ consoleUrl: 'https://console.example' });
    const secureApp = await consoleApp(secure, dist);
    onTestFinished(() => secureApp.close());
    const post = sender(secureApp, '__Host-console');
    const payload = { token: tokenIn(await signInLink(ctx, 'finance')) };
    const { headers } = await post('/sign-in/link', { method: 'POST', payload });
    expect(headers['set-cookie']).toMatch(
      /^__Host-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    const token = await consoleToken(ctx, 'finance');
    expect((await post('/me', { token })).statusCode).toBe(200);
    // The name of a sandbox's cookie, which another host of the domain could set.
    const weak = await post('/me', { headers: { cookie: `console=${token}` } });
    expect(weak.statusCode).toBe(401);
  });

  it('a sign-out and an ended session take it from the browser', async () => {
    const token = await consoleToken(ctx, 'support');
    const out = await send('/sign-out', { method: 'POST', token });
    expect(out.json()).toEqual({ done: true });
    expect(out.headers['set-cookie']).toContain('console=; Max-Age=0');
    const after = await send('/me', { token });
    expect(after.statusCode).toBe(401);
    expect(after.headers['set-cookie']).toContain('console=; Max-Age=0');
  });
});

describe('a changing request that is not from a page of the console is refused', () => {
  const CHANGES = (Object.keys(OPERATIONS) as OperationName[])
    .map((name) => ({ name, ...(OPERATIONS[name] as Operation) }))
    .filter(({ method }) => method !== 'GET');

  it.each(CHANGES)('$name', async ({ method, path }) => {
    const token = await consoleToken(ctx, 'admin');
    const address = path.replace(':id', 'x');
    const statusOf = async (headers: Record<string, string | undefined>) =>
      (await send(address, { method, token, headers })).statusCode;
    const evil = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect(await statusOf(evil)).toBe(403);
    expect(await statusOf({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await statusOf({ 'x-console': undefined })).toBe(403);
    expect(await statusOf({ 'content-type': 'text/plain' })).toBe(415);
    expect((await send('/me', { token })).statusCode).toBe(200);
  });

  it('no answer allows another origin, also not a preflight', async () => {
    const answer = await app.inject({
      method: 'OPTIONS',
      url: '/console/api/v1/search',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.statusCode).toBe(404);
    expect(Object.keys(answer.headers).join()).not.toContain('access-control');
  });
});

describe('a refusal is a problem with a sentence', () => {
  it('422 names each field that does not fit, and repeats no value', async () => {
    const answer = await send('/sign-in/password', {
      method: 'POST',
      payload: { name: 'x', password: 'hunter2'.repeat(100), more: 'hunter3' },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      title: 'Unprocessable Entity',
      code: 'wrong_input',
      fields: [{ path: 'more' }],
    });
    const known = await send('/sign-in/password', {
      method: 'POST',
      payload: { name: 'x', password: 'hunter2'.repeat(100) },
    });
    expect(known.json<{ fields: { path: string }[] }>().fields.map(({ path }) => path)).toEqual([
      'password',
      'code',
    ]);
    expect(answer.body + known.body).not.toContain('hunter');
  });

  it.each(['limit=0', 'limit=201', 'state=gone', 'currency=usd', 'unknown=1', 'view=all&view=all'])(
    'a list refuses the filter %s',
    async (query) => {
      const token = await consoleToken(ctx, 'support');
      expect((await send(`/orders?${query}`, { token })).statusCode).toBe(422);
    },
  );

  it.each<[string, string, number]>([
    ['no JSON', '{"name":', 400],
    ['a list', '[]', 422],
    ['a body above 64 kB', `"${'x'.repeat(70_000)}"`, 413],
  ])('%s', async (_, payload, status) => {
    const answer = await send('/sign-in/password', { method: 'POST', payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ status, request_id: answer.headers['x-request-id'] });
  });

  it('404 for an order and a player that are not there', async () => {
    const token = await consoleToken(ctx, 'support');
    for (const path of ['/orders/0000000000000000000a', '/players/4711']) {
      const answer = await send(path, { token });
      expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('429 with Retry-After, for a network and for an operator', async () => {
    const token = await consoleToken(ctx, 'liveops');
    // Counts begin again with each minute.
    const now = new Date();
    const still: Ctx = {
      ...withConfig({ limitScale: 0.01 }),
      clock: { ...ctx.clock, real: () => now },
    };
    const few = await consoleOfTest(still, dist);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await few('/me', { token })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const answers = [];
    for (let n = 0; n < 10; n += 1) answers.push(await few('/me'));
    const last = answers.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.json()).toMatchObject({ code: 'too_many_requests' });
    const signIn = { method: 'POST', payload: { token: 'x' } } as const;
    expect((await few('/sign-in/link', signIn)).statusCode).toBe(429);
  });

  it('503 for a look that takes too long, with what to do', async () => {
    const slow = ctx.db.pool.query(`set local statement_timeout = 5; select pg_sleep(5)`);
    const error = await slow.catch((cause: unknown) => cause);
    if (!(error instanceof Error)) throw new Error('the statement ended');
    expect(problemOf(ctx, error, 'id')).toMatchObject({ status: 503, code: 'too_wide' });
  });

  it('503 while the database is away', async () => {
    const door = await databaseDoor(url);
    const db = openDb(door.url, { max: 2 });
    onTestFinished(() => db.close());
    const token = await consoleToken(ctx, 'support');
    const away = await consoleOfTest({ ...ctx, db }, dist);
    expect((await away('/me', { token })).statusCode).toBe(200);
    door.cut();
    const answer = await away('/me', { token });
    expect(answer.json()).toMatchObject({ status: 503, code: 'database_away' });
    expect(answer.headers['retry-after']).toBe('5');
    door.open();
    expect((await away('/me', { token })).statusCode).toBe(200);
  });
});

describe('every look is an entry of the audit log', () => {
  /** The looks of the support operator, newest first. */
  const looks = async () => {
    const token = await consoleToken(ctx, 'auditor');
    const path = '/audit?limit=200&operator=sandbox-support';
    const { items } = (await send(path, { token })).json<Entries>();
    return items.filter(({ action }) => !action.startsWith('sign_'));
  };

  it('also at an order and a player that are not there, or not in the operator’s projects', async () => {
    const token = await consoleToken(ctx, 'support');
    await send('/orders/0000000000000000000b', { token });
    await send('/players/4712', { token });
    const [player, order] = await looks();
    expect(player).toMatchObject({ action: 'player.read', outcome: 'refused' });
    expect(player?.object).toContain('4712');
    expect(order).toMatchObject({ action: 'order.read', outcome: 'refused' });
    expect(order?.object).toContain('0000000000000000000b');
  });

  it('a list with its filter, a search by number with the number, one by name without the name', async () => {
    const token = await consoleToken(ctx, 'support');
    const search = (text: string) => send('/search', { method: 'POST', token, payload: { text } });
    await send('/orders?view=unresolved&project=miniflix', { token });
    await search('WP-7F3K-2M5Q-T');
    await search('Ludovica Bonaparte');
    const [name, number, list] = await looks();
    expect(list).toMatchObject({ action: 'order.list', outcome: 'done' });
    expect(list?.detail).toContain('unresolved');
    expect(number?.detail).toContain('WP-7F3K-2M5Q-T');
    expect(name).toMatchObject({ action: 'search', outcome: 'done' });
    expect(name?.detail).toMatch(/"length":18/);
    expect(JSON.stringify(await looks())).not.toContain('Ludovica');
  });

  it('a page that asks again and again writes one entry in five minutes, another page its own', async () => {
    const token = await consoleToken(ctx, 'support');
    let now = new Date();
    const moved: Ctx = { ...ctx, clock: { ...ctx.clock, real: () => now } };
    const page = await consoleOfTest(moved, dist);
    const before = (await looks()).length;
    for (let n = 0; n < 3; n += 1) await page('/orders?view=declined', { token });
    await page('/orders?view=disputed', { token });
    expect((await looks()).length - before).toBe(2);
    now = new Date(now.getTime() + 5 * 60_000);
    await page('/orders?view=declined', { token });
    expect((await looks()).length - before).toBe(3);
  });

  it('without its entry there is no look', async () => {
    const broken: Ctx = {
      ...ctx,
      db: {
        ...ctx.db,
        one: (statement, ...values) =>
          statement.name === 'audit.append'
            ? Promise.reject(new Error('no entry'))
            : ctx.db.one(statement, ...values),
      },
    };
    const token = await consoleToken(ctx, 'support');
    const closed = await consoleOfTest(broken, dist);
    expect((await closed('/orders', { token })).statusCode).toBe(500);
  });
});
