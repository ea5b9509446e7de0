import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REAL_OUTSIDE } from '../../platform/http-client/exchange.ts';
import type { GatewayAttempt, GatewayResult } from '../port.ts';
import { openInputOf, submitInputOf } from '../testing/data.ts';
import { readStatement } from './statement.ts';
import { openSandboxEnvironment, type SandboxEnvironment } from '../testing/sandbox-environment.ts';

let sandbox: SandboxEnvironment;

beforeAll(async () => {
  sandbox = await openSandboxEnvironment();
});

afterAll(() => sandbox.stop());

const tokenShape = v.object({ paymentToken: v.string() });

/** Pays like a browser and the shop, from the session to the gateway's first result. */
async function payByCard(attempt: GatewayAttempt, number: string): Promise<GatewayResult> {
  const session = await sandbox.payermax.open(openInputOf({ attempt }));
  if (session.kind !== 'session') throw new Error(`no session: ${JSON.stringify(session)}`);
  const { clientKey, sessionKey } = session;
  const card = { number, expiry: '12/39', cvv: '123', holder: 'Nova Star' };
  const token = await sandbox.post('/payermax/dropin/token', {
    clientKey,
    sessionKey,
    ...card,
  });
  const { paymentToken } = v.parse(tokenShape, token);
  const notifyUrl = `${sandbox.shopUrl}/webhooks/payermax`;
  return sandbox.payermax.submit(
    submitInputOf({
      attempt,
      notifyUrl,
      instrument: { kind: 'card_session', paymentToken, sessionKey },
    }),
  );
}

it('[F06] the sandbox’s transaction file has the same payments as its statement', async () => {
  const attempt = sandbox.newAttempt();
  expect(await payByCard(attempt, '4111111111111111')).toMatchObject({ kind: 'paid' });
  expect(await payByCard(sandbox.newAttempt(), '4000000000000002')).toMatchObject({
    kind: 'declined',
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'payermax-upload-'));
  const dayOf = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const name = `TEST010000000001_payin_${dayOf(-2)}_${dayOf(2)}_0.csv`;
  const file = await fetch(`${sandbox.url}/payermax/upload/${name}`);
  await writeFile(path.join(folder, name), await file.text());
  const appId = 'testapp0000000000000000000000001';
  const read = (source: string) =>
    readStatement(
      REAL_OUTSIDE,
      { source, hours: 8, appId },
      new Date(Date.now() - 86_400_000),
      new Date(Date.now() + 86_400_000),
    );
  const [told, published] = [await read(folder), await read(`${sandbox.url}/statement`)];
  await rm(folder, { recursive: true });
  if (told.kind !== 'statement' || published.kind !== 'statement') throw new Error('unread');
  const money = ({ captures }: typeof told) =>
    captures.map(({ at, ...each }) => ({ ...each, second: Math.floor(at.getTime() / 1_000) }));
  expect(told.captures.map((each) => each.attemptId)).toEqual([attempt.id]);
  expect(money(told)).toEqual(money(published));
  const other = await fetch(`${sandbox.url}/payermax/upload/OTHER_payin_20260101_20260101_0.csv`);
  expect(other.status).toBe(404);
});

describe('PayerMax in the sandbox', () => {
  it.each([
    ['4111111111111111', { kind: 'paid', amount: null }],
    ['5555555555554444', { kind: 'paid' }],
    ['4000000000000002', { kind: 'declined', failure: 'declined' }],
    ['4000000000009995', { kind: 'declined', failure: 'insufficient_balance' }],
  ])(
    'returns the card table’s result of %s at once, in a query and in a webhook',
    async (number, result) => {
      const attempt = sandbox.newAttempt();
      expect(await payByCard(attempt, number)).toMatchObject(result);
      const isPaid = result.kind === 'paid';
      const later = isPaid ? { kind: 'paid', amount: 1999, currency: 'USD' } : result;
      expect(await sandbox.payermax.query(attempt)).toMatchObject(later);
      const { result: told } = await sandbox.notificationAbout(sandbox.payermax, attempt.id);
      expect(told).toMatchObject(isPaid ? { ...later, merchantIsOurs: true } : later);
    },
  );

  it.each([
    ['4000000000003220', 'approve', { kind: 'paid', amount: 1999 }],
    ['4000000000003220', 'reject', { kind: 'declined' }],
    ['4000000000003063', 'approve', { kind: 'declined' }],
  ])('sends the player of %s to the bank, to %s', async (number, result, end) => {
    const attempt = sandbox.newAttempt();
    const seen = await payByCard(attempt, number);
    if (seen.kind !== 'action' || seen.url === null) throw new Error(`not sent: ${seen.kind}`);
    expect(await sandbox.payermax.query(attempt)).toMatchObject({ kind: 'pending' });
    await sandbox.post(new URL(seen.url).pathname, { result });
    expect(await sandbox.payermax.query(attempt)).toMatchObject(end);
    expect((await sandbox.notificationAbout(sandbox.payermax, attempt.id)).result).toMatchObject(
      end,
    );
  });

  it('is pending, then paid', async () => {
    const attempt = sandbox.newAttempt();
    expect(await payByCard(attempt, '4000000000000077')).toMatchObject({ kind: 'pending' });
    const { result } = await sandbox.notificationAbout(sandbox.payermax, attempt.id);
    expect(result).toMatchObject({ kind: 'paid', amount: 1999 });
  });

  it('is queried after a lost answer: paid, or no order', async () => {
    const taken = sandbox.newAttempt();
    await sandbox.post('/faults', {
      target: 'payermax',
      op: 'order',
      kind: 'drop_answer',
      times: 1,
    });
    expect(await payByCard(taken, '4111111111111111')).toMatchObject({ kind: 'indeterminate' });
    expect(await sandbox.payermax.query(taken)).toMatchObject({ kind: 'paid', amount: 1999 });
    expect(await sandbox.payermax.query(sandbox.newAttempt())).toEqual({
      kind: 'not_found',
    });
  });

  it('charges one number once', async () => {
    const attempt = sandbox.newAttempt();
    expect(await payByCard(attempt, '4111111111111111')).toMatchObject({ kind: 'paid' });
    expect(await payByCard(attempt, '4111111111111111')).toMatchObject({ kind: 'indeterminate' });
    expect(await sandbox.payermax.query(attempt)).toMatchObject({ kind: 'paid' });
  });
});
