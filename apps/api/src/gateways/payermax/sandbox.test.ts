import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayAttempt, GatewayResult } from '../port.ts';
import { openInputOf, submitInputOf } from '../testing/data.ts';
import { openSandboxEnvironment, type SandboxEnvironment } from '../testing/sandbox-environment.ts';

let world: SandboxEnvironment;

beforeAll(async () => {
  world = await openSandboxEnvironment();
});

afterAll(() => world.stop());

const tokenShape = v.object({ paymentToken: v.string() });

/** Pays like a browser and the shop, from the session to the gateway's first result. */
async function payByCard(attempt: GatewayAttempt, number: string): Promise<GatewayResult> {
  const session = await world.payermax.open(openInputOf({ attempt }));
  if (session.kind !== 'session') throw new Error(`no session: ${JSON.stringify(session)}`);
  const { clientKey, sessionKey } = session;
  const card = { number, expiry: '12/39', cvv: '123', holder: 'Nova Star' };
  const token = await world.post('/payermax/dropin/token', { clientKey, sessionKey, ...card });
  const { paymentToken } = v.parse(tokenShape, token);
  const notifyUrl = `${world.shopUrl}/webhooks/payermax`;
  return world.payermax.submit(
    submitInputOf({ attempt, notifyUrl, card: { paymentToken, sessionKey } }),
  );
}

describe('PayerMax in the sandbox', () => {
  it.each([
    ['4111111111111111', { kind: 'paid', amount: null }],
    ['5555555555554444', { kind: 'paid' }],
    ['4000000000000002', { kind: 'declined', failure: 'declined' }],
    ['4000000000009995', { kind: 'declined', failure: 'insufficient_balance' }],
  ])(
    'returns the card table’s result of %s at once, in a query and in a webhook',
    async (number, word) => {
      const attempt = world.newAttempt();
      expect(await payByCard(attempt, number)).toMatchObject(word);
      const isPaid = word.kind === 'paid';
      const later = isPaid ? { kind: 'paid', amount: 1999, currency: 'USD' } : word;
      expect(await world.payermax.query(attempt)).toMatchObject(later);
      const { word: told } = await world.notificationAbout(world.payermax, attempt.id);
      expect(told).toMatchObject(isPaid ? { ...later, merchantIsOurs: true } : later);
    },
  );

  it.each([
    ['4000000000003220', 'approve', { kind: 'paid', amount: 1999 }],
    ['4000000000003220', 'reject', { kind: 'declined' }],
    ['4000000000003063', 'approve', { kind: 'declined' }],
  ])('sends the player of %s to the bank, to %s', async (number, result, end) => {
    const attempt = world.newAttempt();
    const word = await payByCard(attempt, number);
    if (word.kind !== 'action' || word.url === null) throw new Error(`not sent: ${word.kind}`);
    expect(await world.payermax.query(attempt)).toMatchObject({ kind: 'pending' });
    await world.post(new URL(word.url).pathname, { result });
    expect(await world.payermax.query(attempt)).toMatchObject(end);
    expect((await world.notificationAbout(world.payermax, attempt.id)).word).toMatchObject(end);
  });

  it('is pending, then paid', async () => {
    const attempt = world.newAttempt();
    expect(await payByCard(attempt, '4000000000000077')).toMatchObject({ kind: 'pending' });
    const { word } = await world.notificationAbout(world.payermax, attempt.id);
    expect(word).toMatchObject({ kind: 'paid', amount: 1999 });
  });

  it('is queried after a lost answer: paid, or no order', async () => {
    const taken = world.newAttempt();
    await world.post('/faults', { target: 'payermax', op: 'order', kind: 'drop_answer', times: 1 });
    expect(await payByCard(taken, '4111111111111111')).toMatchObject({ kind: 'indeterminate' });
    expect(await world.payermax.query(taken)).toMatchObject({ kind: 'paid', amount: 1999 });
    expect(await world.payermax.query(world.newAttempt())).toEqual({ kind: 'not_found' });
  });

  it('charges one number once', async () => {
    const attempt = world.newAttempt();
    expect(await payByCard(attempt, '4111111111111111')).toMatchObject({ kind: 'paid' });
    expect(await payByCard(attempt, '4111111111111111')).toMatchObject({ kind: 'indeterminate' });
    expect(await world.payermax.query(attempt)).toMatchObject({ kind: 'paid' });
  });
});
