import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CERTIFICATE_ADDRESSES,
  FORGERIES,
  ODD,
  OF_PAYERMAX,
  OF_PAYPAL,
  textOf,
  withHeaders,
} from '../../../../tests/support/notice-forgeries.ts';
import {
  inbox,
  openVictim,
  outcomes,
  paidNotice,
  quarantined,
  written,
  type Victim,
} from '../../../../tests/support/notice-victims.ts';
import {
  payermaxNotice,
  post,
  signedByPayermax,
  signedByPaypal,
  type Notice,
} from '../../../../tests/support/notice-writer.ts';
import { operatorOf } from '../../../../tests/support/operator.ts';
import { capturesOf, sharedEnvironment } from '../../../../tests/support/shared-environment.ts';

const world = sharedEnvironment();
const operator = operatorOf(world);

const paid = (provider: 'payermax' | 'paypal', of: Victim, changes: object = {}): Notice =>
  paidNotice(world(), provider, of, changes);

let victims: Readonly<Record<'payermax' | 'paypal', readonly [Victim, Victim]>>;
/** A forbidden server that would serve the right certificate. */
let trap: { readonly port: number; readonly hits: () => number };

beforeAll(async () => {
  const open = (provider: 'payermax' | 'paypal') => openVictim(world(), operator.db(), provider);
  victims = {
    payermax: [await open('payermax'), await open('payermax')],
    paypal: [await open('paypal'), await open('paypal')],
  };
  const pem = readFileSync(
    path.join(import.meta.dirname, '../../../sandbox/keys/paypal-webhook.cert.pem'),
  );
  let hits = 0;
  const server = createServer((_request, response) => {
    hits += 1;
    response.end(pem);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  trap = { port: (server.address() as AddressInfo).port, hits: () => hits };
  return () => {
    server.close();
  };
});

async function refusals(provider: string): Promise<number> {
  const text = await (await fetch(`${world().metricsUrl}/metrics`)).text();
  const found = new RegExp(
    `^webpay_webhook_bad_signature_total\\{provider="${provider}"\\} (\\d+)`,
    'm',
  ).exec(text);
  return Number(found?.[1] ?? 0);
}

async function everything(provider: 'payermax' | 'paypal') {
  const rows = victims[provider].map(({ orderId }) => operator.db().one(written, { orderId }));
  const { n, last } = await operator.db().one(inbox, { provider });
  return { rows: await Promise.all(rows), n, last };
}

const untilApplied = (provider: string) =>
  expect.poll(async () => (await operator.db().one(inbox, { provider })).open).toBe(0);

async function expectRefused(forged: Notice): Promise<void> {
  const { provider } = forged;
  const before = await everything(provider);
  const counted = await refusals(provider);
  expect((await post(world(), forged)).status).toBe(401);
  expect(await everything(provider)).toEqual(before);
  expect(await refusals(provider)).toBe(counted + 1);
}

describe('[F06] a message without a valid signature', () => {
  it.each(FORGERIES)(
    '[F06] is refused by both webhooks and leaves only a count: %s',
    async (_, forge) => {
      await expectRefused(forge(paid('payermax', victims.payermax[0])));
      await expectRefused(forge(paid('paypal', victims.paypal[0])));
    },
  );

  it.each(OF_PAYERMAX)('[F06] is refused for PayerMax: %s', async (_, forge) => {
    await expectRefused(forge(paid('payermax', victims.payermax[0])));
  });

  it.each(OF_PAYPAL)('[F06] is refused for PayPal: %s', async (_, forge) => {
    await expectRefused(forge(paid('paypal', victims.paypal[0])));
  });

  it.each(CERTIFICATE_ADDRESSES)(
    '[F06] never makes the shop fetch a certificate from %s',
    async (_, address) => {
      const good = paid('paypal', victims.paypal[0]);
      const url = address(new URL(world().sandboxUrl).port, trap.port);
      // Header bytes like an attacker's.
      const bytes = Buffer.from(url, 'utf8').toString('latin1');
      await expectRefused(withHeaders(good, { 'paypal-cert-url': bytes }));
      expect(trap.hits()).toBe(0);
    },
  );

  it.each(['payermax', 'paypal'] as const)(
    '[F06] is refused unread at ten megabytes (%s)',
    async (provider) => {
      const before = await everything(provider);
      expect(await sendHuge(provider)).toBe(413);
      expect(await everything(provider)).toEqual(before);
    },
  );
});

/**
 * Uses a raw socket, because the answer comes before the body ends. One variant has a length, the
 * other is chunked.
 */
async function sendHuge(provider: string): Promise<number> {
  const length = provider === 'payermax' ? { 'content-length': 10 * 1024 * 1024 } : {};
  return new Promise((resolve, reject) => {
    const sent = request(`${world().url}/webhooks/${provider}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...length, sign: 'x' },
    });
    let isAnswered = false;
    sent.on('response', (response) => {
      isAnswered = true;
      response.resume();
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    sent.write(Buffer.alloc(512 * 1024, 32));
  });
}

describe('a signed message that does not match the payment', () => {
  async function expectQuarantined(odd: Notice, of: Victim, reason: string): Promise<void> {
    const before = await operator.db().one(written, { orderId: of.orderId });
    expect((await post(world(), odd)).status).toBe(200);
    await untilApplied(odd.provider);
    expect(await operator.db().one(quarantined, { attemptId: of.attemptId })).toEqual({ reason });
    expect(await operator.db().one(written, { orderId: of.orderId })).toEqual(before);
  }

  it.each(ODD)(
    '[F06] is quarantined, and nothing is delivered: %s',
    async (_, reason, payermax, paypal) => {
      const [card] = victims.payermax;
      const [wallet] = victims.paypal;
      if (payermax !== null)
        await expectQuarantined(paid('payermax', card, payermax), card, reason);
      if (paypal !== null) await expectQuarantined(paid('paypal', wallet, paypal), wallet, reason);
    },
  );

  it('[F06] is quarantined when it names another order than its capture, and changes neither', async () => {
    for (const provider of ['payermax', 'paypal'] as const) {
      const [one, two] = victims[provider];
      const other = await operator.db().one(written, { orderId: two.orderId });
      const mixed =
        provider === 'payermax'
          ? { tradeToken: two.ref }
          : { supplementary_data: { related_ids: { order_id: two.ref } } };
      await expectQuarantined(paid(provider, one, mixed), one, 'gateway_number_differs');
      expect(await operator.db().one(written, { orderId: two.orderId })).toEqual(other);
    }
  });

  it('[F06] is quarantined when it is for another merchant', async () => {
    const [card] = victims.payermax;
    const data = {
      outTradeNo: card.attemptId,
      tradeToken: card.ref,
      totalAmount: 0.99,
      currency: 'USD',
      status: 'SUCCESS',
    };
    for (const of of [{ merchantNo: 'TEST010000000002' }, { appId: 'other' }]) {
      await expectQuarantined(payermaxNotice(data, of), card, 'merchant_differs');
    }
  });

  it('[F06] raises an alert and is listed for operators until one settles it', async () => {
    const log = path.join(world().dataDir, 'logs/worker.log');
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('"alarm":"quarantine"');
    const row = new RegExp(
      `^ +(\\d+) .* amount_differs \\(webhook\\) +${victims.payermax[0].attemptId}$`,
      'm',
    );
    const [line = '', number = ''] = row.exec(await operator.resolve('list')) ?? [];
    expect(number).not.toBe('');
    await operator.resolve('settle', number, '--because', 'asked the gateway');
    expect(await operator.resolve('list')).not.toContain(line);
  });

  it('[F06] is acknowledged and stored when it is unreadable, or about an unknown payment', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{"id":',
      '<xml/>',
      '{"notifyType":"PAYMENT"}',
      '{"id":"WH-\\u0000","event_type":"\\u0000"}',
    ]) {
      const bytes = Buffer.from(body);
      expect((await post(world(), signedByPayermax(bytes))).status, body).toBe(200);
      expect((await post(world(), signedByPaypal(world().sandboxUrl, bytes))).status, body).toBe(
        200,
      );
    }
    const nobody = { ...victims.payermax[0], attemptId: 'A00000000000000000000_1', ref: 'NOBODY' };
    expect((await post(world(), paid('payermax', nobody))).status).toBe(200);
    expect((await post(world(), paid('paypal', nobody))).status).toBe(200);
    await untilApplied('payermax');
    await untilApplied('paypal');
  });
});

describe('a valid message', () => {
  it.each(['payermax', 'paypal'] as const)(
    '[F15] [S08] still pays and delivers once after all of the above, however often and late it arrives (%s)',
    async (provider) => {
      const [of] = victims[provider];
      await of.pay();
      await of.shopper.until(of.token, (order) => order.delivery.state === 'delivered');
      const [capture] = await capturesOf(world(), of.orderId);
      // The gateway's own message is applied, whatever reported the payment first.
      const own = () => operator.db().many(outcomes, { provider, attemptId: capture?.id ?? '' });
      await expect.poll(async () => (await own()).length).toBeGreaterThan(0);
      await untilApplied(provider);
      const before = await operator.db().one(written, { orderId: of.orderId });

      // The same event days ago, tomorrow, five at once, and then its opposite.
      const again =
        provider === 'payermax'
          ? [-3, 1].map((days) => {
              const said: unknown = JSON.parse(
                textOf(paid(provider, of, { tradeToken: capture?.id })),
              );
              const { data } = v.parse(v.object({ data: v.looseObject({}) }), said);
              // PayerMax's numbers compare without case.
              const outTradeNo = days > 0 ? of.attemptId.toUpperCase() : of.attemptId;
              const notifyTime = new Date(Date.now() + days * 86_400_000).toISOString();
              return payermaxNotice({ ...data, outTradeNo }, { notifyTime });
            })
          : [3, -1].map((daysAgo) =>
              signedByPaypal(world().sandboxUrl, paid(provider, of, { id: capture?.id }).body, {
                daysAgo,
              }),
            );
      const rows = (await operator.db().one(inbox, { provider })).n;
      for (const each of again) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => post(world(), each)));
        expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
      }
      await untilApplied(provider);
      // PayerMax repeats one event; PayPal's two events have two ids.
      const added = (await operator.db().one(inbox, { provider })).n - rows;
      expect(added).toBe(provider === 'payermax' ? 0 : 2);

      const opposite =
        provider === 'payermax'
          ? paid(provider, of, { status: 'FAILED' })
          : paid(provider, of, { id: capture?.id, status: 'DECLINED' });
      expect((await post(world(), opposite)).status).toBe(200);
      await untilApplied(provider);
      expect(await operator.db().one(quarantined, { attemptId: of.attemptId })).toEqual({
        reason: 'unpaid_after_success',
      });
      expect(await operator.db().one(written, { orderId: of.orderId })).toEqual(before);
      expect(await of.shopper.mails()).toHaveLength(1);
      expect(await capturesOf(world(), of.orderId)).toHaveLength(1);
      const said = await operator.db().many(outcomes, { provider, attemptId: of.attemptId });
      expect(said.some(({ outcome }) => outcome === null)).toBe(false);
    },
  );
});
