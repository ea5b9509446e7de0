import {
  CONSOLE_API,
  OPERATIONS,
  type Operation,
  type OperationName,
} from '@webpay/contract/console/operations';
import { CONSOLE_ROLES, PERMISSIONS } from '@webpay/contract/console/permissions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { consoleToken } from '../../../../../tests/support/console-session.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import type { Ctx } from '../../context.ts';
import { consoleApp, sender, type Send } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
let ctx: Ctx;
let url = '';
let send: Send;
let app: FastifyInstance;

beforeAll(async () => {
  const shop = await builtShop(4);
  ({ ctx } = shop.built);
  url = shop.url;
  app = await consoleApp({ ...ctx, config: { ...ctx.config, limitScale: 1_000 } }, dist);
  send = sender(app);
});

afterAll(() => app.close());

const NAMES = Object.keys(OPERATIONS) as OperationName[];
const operationOf = (name: OperationName): Operation => OPERATIONS[name];
const call = (name: OperationName, token?: string) => {
  const { method, path } = operationOf(name);
  const address = path.replace(':id', 'unknown');
  const isStream = name === 'changes' && token !== undefined;
  return send(address, { method, isStream, ...(token === undefined ? {} : { token }) });
};

/** Operations with a permission, by every role. */
const CASES = NAMES.flatMap((name) => {
  const { needs } = operationOf(name);
  if (needs === 'nothing' || needs === 'session') return [];
  return CONSOLE_ROLES.map((role) => {
    const allowed: readonly string[] = PERMISSIONS[needs];
    return { name, needs, role, may: allowed.includes(role) };
  });
});

describe('each operation checks its permission', () => {
  it.each(CASES.filter(({ may }) => may))('$role may do $name', async ({ name, role }) => {
    const answer = await call(name, await consoleToken(ctx, role));
    // Without its fields, or for an unknown number, it is refused for that alone.
    expect([200, 404, 422]).toContain(answer.statusCode);
  });

  it.each(CASES.filter(({ may }) => !may))(
    '$role may not do $name, and the refusal is an entry of the audit log',
    async ({ name, needs, role }) => {
      const answer = await call(name, await consoleToken(ctx, role));
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.json()).toMatchObject({ code: 'not_permitted', permission: needs });
      const { items } = (await send('/audit', { token: await consoleToken(ctx, 'admin') })).json<{
        items: { outcome: string; operator: string; request_id: string }[];
      }>();
      const entry = items.find(
        ({ request_id }) => request_id === answer.json<{ request_id: string }>().request_id,
      );
      expect(entry).toMatchObject({ outcome: 'refused', operator: `sandbox-${role}` });
    },
  );
});

describe('each operation but a sign-in refuses', () => {
  const SIGNED = NAMES.filter((name) => operationOf(name).needs !== 'nothing');

  it.each(SIGNED)('%s without a session', async (name) => {
    const answer = await call(name);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ status: 401, code: 'signed_out', detail: 'Sign in.' });
  });

  it('an unknown session, a session that ended, and one that expired', async () => {
    const ended = await consoleToken(ctx, 'admin');
    expect((await call('signOut', ended)).statusCode).toBe(200);
    const expired = await consoleToken(ctx, 'finance');
    await asOwner(
      url,
      `update operator_sessions set expires_at = now() - interval '1 second'
         where operator_id = (select id from operators where name = 'sandbox-finance')`,
    );
    const idle = await consoleToken(ctx, 'support');
    await asOwner(
      url,
      `update operator_sessions set seen_at = now() - interval '31 minutes'
         where operator_id = (select id from operators where name = 'sandbox-support')`,
    );
    for (const token of ['unknown', 'x'.repeat(500), ended, expired, idle]) {
      for (const name of SIGNED) expect((await call(name, token)).statusCode, name).toBe(401);
    }
  });
});

it('every route of the API is an operation of the table, and every operation is a route', async () => {
  const served: string[] = [];
  const app = await consoleApp(ctx, dist, ({ method, url }) => {
    if (url.startsWith(CONSOLE_API) && method !== 'HEAD') served.push(`${String(method)} ${url}`);
  });
  await app.close();
  const table = NAMES.map((name) => {
    const { method, path } = operationOf(name);
    return `${method} ${CONSOLE_API}${path}`;
  });
  const others = [`GET ${CONSOLE_API}/openapi.json`, `GET ${CONSOLE_API}/*`];
  expect(served.toSorted()).toEqual([...table, ...others].toSorted());
});
