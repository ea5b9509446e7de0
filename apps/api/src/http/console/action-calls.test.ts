import { randomUUID } from 'node:crypto';
import { ACTIONS, type ActionKind } from '@webpay/contract/console/actions';
import { CONSOLE_ROLES, PERMISSIONS } from '@webpay/contract/console/permissions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../../tests/support/asked-gateway.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { consoleToken } from '../../../../../tests/support/console-session.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import type { Ctx } from '../../context.ts';
import { createAsks } from '../../domain/actions/asks.ts';
import { codeOf, joinedOperator } from '../../domain/operators/testing/console-operator.ts';
import { consoleApp, sender, type Send } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
const { built, pool } = await builtShop(4);
const shop = shopBeside(built.ctx, NOT_THERE);
const ctx: Ctx = { ...shop, config: { ...shop.config, limitScale: 1_000 } };
let app: FastifyInstance;
let send: Send;

beforeAll(async () => {
  app = await consoleApp(ctx, dist);
  send = sender(app);
});
afterAll(() => app.close());

const post = (path: string, token: string, payload: object | string) =>
  send(path, { method: 'POST', token, payload });
const because = 'A reason.';
const ticks = { allow_delivered: false, allow_overpayment: false };
const order_id = '0000000000000000000a';
const WINDOW = { from: '', to: '', time_zone: 'UTC', countries: null };
const FILE = { path: 'products.yaml', sha256: 'a'.repeat(64) };

/** An action of each kind, about nothing that exists. */
const SAMPLES: Readonly<Record<ActionKind, object>> = {
  refund_order: { order_id, amount: null, ...ticks, because },
  refund_again: { refund_id: 'R0_1', allow_delivered: false, because },
  paid_outside: { refund_id: 'R0_1', reference: 'BT 1', allow_delivered: false, because },
  approve_refund: { request_id: 'q0', amount: null, ...ticks, because },
  approve_resend: { request_id: 'q0', server_id: '112', cid: '12345678', because },
  reject_request: { request_id: 'q0', because },
  ask_gateway: { order_ids: [order_id] },
  retry_mail: { mail_id: 'm0' },
  retry_server: { project: 'nowhere', server_id: '1' },
  retry_notice: { notice_id: 'refund:R0_1' },
  settle_parked: { mail_id: 'm0', as: 'retry', because },
  settle_mail: { mail_id: 'm0', because },
  settle_message: { message_id: 999_999, because },
  confirm_chargeback: { message_id: 999_999, because },
  set_flag: { player_id: '999999', because },
  clear_flag: { player_id: '999999', because },
  end_pause: { player_id: '999999', because },
  log_out: { player_id: '999999', because },
  erase_person: { player_id: '999999', because },
  export_person: { player_id: '999999', because },
  add_note: { object: 'order', object_id: order_id, text: 'A note.' },
  set_service: { project: 'nowhere', state: 'open', opens_at: null, seen: 0, because },
  set_refused: { project: 'nowhere', countries: [], networks: null, seen: 0, because },
  undo_service: { project: 'nowhere', seen: 0 },
  end_sessions: { project: 'nowhere', because },
  switch_method: { project: 'nowhere', pay_id: 'x', state: 'off', country: null, seen: 0, because },
  undo_method: { project: 'nowhere', pay_id: 'x', seen: 0 },
  change_prices: {
    project: 'nowhere',
    seen: 0,
    cells: [{ product_id: 'x', currency: 'USD', minor: 1 }],
    because,
  },
  change_goods: { project: 'nowhere', seen: 0, goods: [{ product_id: 'x' }], ways: [], because },
  publish_files: { project: 'nowhere', seen: 0, files: [FILE], because },
  change_event: {
    project: 'nowhere',
    event_id: 'x',
    seen: 0,
    values: [{ key: 'points', value: 1 }],
    players: { returns: 0, spins: 0, topsUp: 0, buys: 0, topUpMinor: 0 },
    because,
  },
  change_window: { project: 'nowhere', event_id: 'x', seen: 0, windows: [WINDOW], because },
  cancel_publication: { publication_id: 'p0', because },
  pause_event: { project: 'nowhere', event_id: 'x', because },
  resume_event: { project: 'nowhere', event_id: 'x', because },
  roll_back_catalogue: { project: 'nowhere', seen: 1, version: 0, because },
  settle_difference: { difference_id: 999_999, because },
  compare_day: { day: '2026-02-31' },
  invite_operator: { name: '-', roles: ['support'], projects: [], because },
  change_roles: { operator_id: 'nobody', roles: ['support'], projects: [], because },
  reset_operator: { operator_id: 'nobody', because },
  remove_operator: { operator_id: 'o0', because },
  restore_operator: { operator_id: 'o0', because },
  close_month: { month: '2099-12', because },
  make_token: { name: '-', permissions: ['order.read'], projects: [], days: 1, because },
  end_token: { token_id: 't0', because },
  make_webhook: { name: '-', url: 'x', types: ['order.paid'], projects: [], because },
  renew_webhook: { webhook_id: 'w0', because },
  end_webhook: { webhook_id: 'w0', because },
  switch_webhook: { webhook_id: 'w0', state: 'off', because },
  test_webhook: { webhook_id: 'w0' },
  resend_webhook: { message_id: 999_999 },
  replay_webhook: { webhook_id: 'w0', since: 1, because },
};
const KINDS = Object.keys(ACTIONS) as ActionKind[];
const sessions = new Map<string, string>();

async function sessionOf(role: (typeof CONSOLE_ROLES)[number]): Promise<string> {
  const known = sessions.get(role);
  if (known !== undefined) return known;
  const { token } = await joinedOperator(ctx, `with ${role}`, [role]);
  sessions.set(role, token);
  return token;
}

const CASES = KINDS.flatMap((kind) =>
  CONSOLE_ROLES.map((role) => {
    const allowed: readonly string[] = PERMISSIONS[ACTIONS[kind].needs];
    return { kind, role, may: allowed.includes(role) };
  }),
);

describe('each kind of step checks its own permission', () => {
  it.each(CASES)('$role and $kind: $may', async ({ kind, role, may }) => {
    const token = await sessionOf(role);
    const action = { kind, ...SAMPLES[kind] };
    const step = { key: randomUUID(), action, plan_hash: 'x', step_up: null };
    for (const answer of [
      await post('/actions/preview', token, { action }),
      await post('/actions', token, step),
    ]) {
      // A missing object is not found. A new one has none yet: its plan refuses the name, and the step asks for a proof.
      const isNew = ['invite_operator', 'make_token', 'make_webhook'].includes(kind);
      const missing = isNew ? [200, 423] : [404];
      expect(may ? missing : [403]).toContain(answer.statusCode);
      if (!may) {
        const permission = ACTIONS[kind].needs;
        expect(answer.json()).toMatchObject({ code: 'not_permitted', permission });
      }
    }
  });
});

it('a test call is an entry of the audit log, for a game that does not answer, too', async () => {
  const answer = await post('/service/test', await sessionOf('liveops'), {
    project: 'miniflix',
    what: 'game',
  });
  expect(answer.json()).toMatchObject({ end: 'silent' });
  const { items } = (await send('/audit', { token: await sessionOf('admin') })).json<{
    items: { action: string; object: string; detail: string }[];
  }>();
  const entry = items.find(({ action }) => action === 'service.test');
  expect(entry?.object).toContain('miniflix');
  expect(entry?.detail).toContain('"end":"silent"');
});

describe('a refund by calls', () => {
  it('is previewed, proved by a code, done once, and listed in the audit log', async () => {
    const order = await paidOrder(pool);
    const { token, secret } = await joinedOperator(ctx, 'Ria');
    const action = { kind: 'refund_order', ...SAMPLES.refund_order, order_id: order.orderId };
    const preview = await post('/actions/preview', token, { action });
    expect(preview.json()).toMatchObject({ possible: true, title: 'Pay back $4.99' });
    const { plan_hash } = preview.json<{ plan_hash: string }>();
    const key = randomUUID();
    const step = { key, action, plan_hash };
    const unproved = await post('/actions', token, { ...step, step_up: null });
    expect(unproved.json()).toMatchObject({ status: 423, code: 'step_up' });
    const step_up = { by: 'code', code: codeOf(ctx, secret, 30) };
    const done = await post('/actions', token, { ...step, step_up });
    expect(done.json()).toMatchObject({ state: 'done' });
    expect((await post('/actions', token, { ...step, step_up })).json()).toEqual(done.json());
    expect(await refundLines(pool, order)).toHaveLength(1);
    const other = { ...step, action: { ...action, amount: 1 }, step_up };
    expect((await post('/actions', token, other)).json()).toMatchObject({ code: 'key_reused' });
  });

  it('is refused in a session that began with a link, at every call that changes', async () => {
    const token = await consoleToken(ctx, 'finance');
    const action = { kind: 'refund_order', ...SAMPLES.refund_order };
    const order = await paidOrder(pool);
    const real = { ...action, order_id: order.orderId };
    const step = { key: randomUUID(), action: real, plan_hash: 'x', step_up: null };
    for (const answer of [
      await post('/actions/preview', token, { action: real }),
      await post('/actions', token, step),
      await post('/actions/challenge', token, { plan_hash: 'x' }),
    ]) {
      expect(answer.json()).toMatchObject({ status: 403, code: 'no_second_factor' });
    }
    expect((await send('/approvals', { token })).statusCode).toBe(200);
  });
});

describe('a script with the session of an operator', () => {
  it('adds no passkey without a new code', async () => {
    const { token, secret } = await joinedOperator(ctx, 'Kim');
    const bare = await post('/me/passkeys/challenge', token, { step_up: null });
    expect(bare.json()).toMatchObject({ status: 423, code: 'step_up' });
    const step_up = { by: 'code', code: codeOf(ctx, secret, 30) };
    expect((await post('/me/passkeys/challenge', token, { step_up })).statusCode).toBe(200);
  });

  it('is told how long to wait after too many notes, and after too many look-ups', async () => {
    const strict = { ...ctx, config: { ...ctx.config, limitScale: 1 } };
    const own = await consoleApp({ ...strict, asks: createAsks(ctx.clock, 1) }, dist);
    const sends = sender(own);
    const { token } = await joinedOperator(ctx, 'Script');
    const calls = (path: string, payload: object) =>
      sends(path, { method: 'POST', token, payload });
    const order = await paidOrder(pool);
    const action = { kind: 'add_note', object: 'order', object_id: order.orderId, text: 'x' };
    const { plan_hash } = (await calls('/actions/preview', { action })).json<{
      plan_hash: string;
    }>();
    const note = () => calls('/actions', { key: randomUUID(), action, plan_hash, step_up: null });
    let last = await note();
    for (let n = 0; n < 40 && last.statusCode === 200; n += 1) last = await note();
    expect(last.json()).toMatchObject({ status: 429, code: 'too_many_steps' });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    const look = (n: number) =>
      calls('/characters/look-up', {
        project: 'miniflix',
        server_id: '112',
        cid: `${90_000_000 + n}`,
      });
    last = await look(0);
    for (let n = 1; n < 40 && last.statusCode === 200; n += 1) last = await look(n);
    expect(last.json()).toMatchObject({ status: 429, code: 'asked_too_often' });
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    await own.close();
  });
});

describe('hostile input moves nothing', () => {
  const valid = {
    key: randomUUID(),
    action: { kind: 'refund_order', ...SAMPLES.refund_order },
    plan_hash: 'x',
    step_up: null,
  };
  const withAction = (changed: object) => ({ ...valid, action: { ...valid.action, ...changed } });

  it.each<[string, object]>([
    ['an unknown kind', withAction({ kind: 'refund_all' })],
    ['a kind of the prototype', withAction({ kind: 'constructor' })],
    ['a negative sum', withAction({ amount: -1 })],
    ['zero', withAction({ amount: 0 })],
    ['half a cent', withAction({ amount: 0.5 })],
    ['a sum beyond integers', withAction({ amount: 2 ** 53 })],
    ['a sum as text', withAction({ amount: '100' })],
    ['a further field', withAction({ currency: 'USD' })],
    ['a tick that is no tick', withAction({ allow_delivered: 'yes' })],
    ['no reason', withAction({ because: '  ' })],
    ['a reason beyond 1,000 characters', withAction({ because: 'x'.repeat(1_001) })],
    ['an id with SQL', withAction({ order_id: "x' or '1'='1" })],
    ['a key that is no UUID', { ...valid, key: '1' }],
    ['a code of letters', { ...valid, step_up: { by: 'code', code: 'abcdef' } }],
    ['a proof of another kind', { ...valid, step_up: { by: 'password', code: '123456' } }],
  ])('%s is refused as input', async (_, payload) => {
    const token = await sessionOf('finance');
    const answer = await post('/actions', token, payload);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'wrong_input' });
  });

  it.each(['a zero \0 in it', 'half a pair \ud800', 'turned \u202E text', 'bell \u0007'])(
    'a reason like %j, which cannot be read, is refused as input',
    async (text) => {
      const token = await sessionOf('finance');
      const payload = withAction({ because: text });
      expect((await post('/actions', token, payload)).statusCode).toBe(422);
    },
  );

  it.each([
    '/actions/preview',
    '/actions',
    '/actions/challenge',
    '/approvals/x/yes',
    '/approvals/x/no',
  ])('%s answers no JSON, a list and nothing with a refusal', async (path) => {
    const token = await sessionOf('admin');
    for (const payload of ['{', '[]', '{}', 'null', '{"__proto__":{"action":1}}']) {
      const { statusCode } = await post(path, token, payload);
      expect([400, 422]).toContain(statusCode);
    }
  });

  it('an approval of nothing is missing', async () => {
    const token = await sessionOf('admin');
    expect((await send('/approvals/x', { token })).statusCode).toBe(404);
    const yes = { plan_hash: 'x', step_up: null };
    expect((await post('/approvals/x/yes', token, yes)).statusCode).toBe(404);
    expect((await post('/approvals/x/no', token, { because: 'No.' })).statusCode).toBe(404);
  });
});
