import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REAL_OUTSIDE, type Outside } from '../../platform/http-client/exchange.ts';
import type { Gateway, GatewayAttempt, GatewayResult, RefundInput } from '../port.ts';
import { openInputOf, submitInputOf, testJson } from '../testing/data.ts';
import { openRecordingProxy } from '../testing/recording-proxy.ts';
import {
  openSandboxEnvironment,
  ROOT,
  type SandboxEnvironment,
} from '../testing/sandbox-environment.ts';
import { createPayermaxGateway } from './gateway.ts';

const SCHEMAS = path.join(import.meta.dirname, '../../../test-data/payments/payermax/schemas');
const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true,
});
ajvFormats.default(ajv);
for (const file of readdirSync(SCHEMAS)) {
  ajv.addSchema(v.parse(v.looseObject({}), testJson('payermax/schemas', file)));
}

function faults(schema: string, message: Buffer): string[] {
  const validate = ajv.getSchema(`https://schemas.shop.example/payermax/${schema}.schema.json`);
  if (validate === undefined) return [`no schema ${schema}`];
  const instance: unknown = JSON.parse(message.toString('utf8'));
  return validate(instance) === true ? [] : [`${schema}: ${ajv.errorsText(validate.errors)}`];
}

/** The documents of each call and notification. */
const OF_CALL: Readonly<Record<string, string>> = {
  applyDropinSession: 'apply-dropin-session',
  orderAndPay: 'order-and-pay',
  orderQuery: 'order-query',
  refund: 'refund',
  refundQuery: 'refund-query',
};
const OF_NOTICE: Readonly<Record<string, string>> = {
  CHARGEBACK: 'notify-dispute',
  PAYMENT: 'notify-payment',
  REFUND: 'notify-refund',
};

let sandbox: SandboxEnvironment;
let proxy: Awaited<ReturnType<typeof openRecordingProxy>>;
let payermax: Gateway;
let gatewayWith: (outside: Outside) => Gateway;

beforeAll(async () => {
  sandbox = await openSandboxEnvironment();
  proxy = await openRecordingProxy(`${sandbox.url}/payermax`);
  const key = (name: string) =>
    readFileSync(path.join(ROOT, 'apps/api/sandbox-keys', name), 'utf8');
  gatewayWith = (outside) =>
    createPayermaxGateway({
      base: proxy.url,
      appId: 'testapp0000000000000000000000001',
      merchantNo: 'TEST010000000001',
      privateKeyPem: key('payermax-merchant.private.pem'),
      publicKeyPem: key('payermax-platform.public.pem'),
      outside,
    });
  payermax = gatewayWith(REAL_OUTSIDE);
});

afterAll(async () => {
  proxy.stop();
  await sandbox.stop();
});

async function pay(attempt: GatewayAttempt, number: string): Promise<GatewayResult> {
  const session = await payermax.open(openInputOf({ attempt }));
  if (session.kind !== 'session') throw new Error(JSON.stringify(session));
  const { clientKey, sessionKey } = session;
  const card = { number, expiry: '12/39', cvv: '123', holder: 'Nova Star' };
  const answer = await sandbox.post('/payermax/dropin/token', {
    clientKey,
    sessionKey,
    ...card,
  });
  const { paymentToken } = v.parse(v.object({ paymentToken: v.string() }), answer);
  const notifyUrl = `${sandbox.shopUrl}/webhooks/payermax`;
  return payermax.submit(
    submitInputOf({
      attempt,
      notifyUrl,
      instrument: { kind: 'card_session', paymentToken, sessionKey },
    }),
  );
}

const noticeTypeOf = (body: Buffer): string =>
  v.parse(v.object({ notifyType: v.string() }), JSON.parse(body.toString())).notifyType;

it('[F06] [F17] every call to PayerMax, its answer and its notifications are as documented', async () => {
  for (const number of ['4000000000000002', '4000000000003220', '4000000000000077']) {
    const attempt = sandbox.newAttempt();
    await pay(attempt, number);
    await payermax.query(attempt);
  }
  expect(await payermax.query(sandbox.newAttempt())).toMatchObject({ kind: 'not_found' });
  // Paid, and disputed three seconds later.
  const attempt = sandbox.newAttempt();
  expect(await pay(attempt, '4000000000000259')).toMatchObject({ kind: 'paid' });
  expect(await payermax.query(attempt)).toMatchObject({ kind: 'paid', amount: 1999 });
  const refund = (n: number, amount: number): RefundInput => ({
    refundId: `R${attempt.orderId}_${n}`,
    attemptId: attempt.id,
    captureRef: '',
    paymentRef: null,
    gatewayRef: null,
    amount,
    currency: attempt.currency,
    requestedAtMs: Date.now(),
    notifyUrl: `${sandbox.shopUrl}/webhooks/payermax`,
  });
  expect(await payermax.refund(refund(1, 500))).toMatchObject({ kind: 'pending' });
  await expect
    .poll(async () => (await payermax.queryRefund(refund(1, 500))).kind)
    .toBe('succeeded');
  expect((await payermax.refund(refund(2, 9_900))).kind).not.toBe('pending');
  const types = () =>
    [...new Set(sandbox.webhooks.map(({ body }) => noticeTypeOf(body)))].toSorted();
  await expect.poll(types).toEqual(Object.keys(OF_NOTICE));

  const calls = proxy.recorded.map((each) => OF_CALL[each.path.slice(1)] ?? each.path);
  expect([...new Set(calls)].toSorted()).toEqual(Object.values(OF_CALL).toSorted());
  const wrong = [
    ...proxy.recorded.flatMap(({ requestBody, body }, n) => [
      ...faults(`${calls[n]}.request`, requestBody),
      ...faults(`${calls[n]}.response`, body),
    ]),
    ...sandbox.webhooks.flatMap(({ body }) => faults(OF_NOTICE[noticeTypeOf(body)] ?? '', body)),
  ];
  expect(wrong).toEqual([]);
});

it.each([-1, 1])(
  '[F06] a clock of ours %i day off is refused before anything is made',
  async (days) => {
    const off = gatewayWith({ ...REAL_OUTSIDE, now: () => Date.now() + days * 86_400_000 });
    const before = proxy.recorded.length;
    const attempt = sandbox.newAttempt();
    const nothingMade = { kind: 'refused', code: 'REQ_TIME_OVER_TIME' };
    expect(await off.open(openInputOf({ attempt }))).toMatchObject(nothingMade);
    expect(await off.submit(submitInputOf({ attempt }))).toMatchObject(nothingMade);
    // Each call once more with a fresh time.
    expect(proxy.recorded.length - before).toBe(4);
    expect(await payermax.query(attempt)).toMatchObject({ kind: 'not_found' });
  },
);
