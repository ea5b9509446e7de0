import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  CERTIFICATE_ADDRESSES,
  FORGERIES,
  OF_PAYERMAX,
  OF_PAYPAL,
  textOf,
  withHeaders,
} from '../support/notice-forgeries.ts';
import { inbox, openVictim, paidNotice, written, type Victim } from '../support/notice-victims.ts';
import { post, signedByPayermax, type Notice } from '../support/notice-writer.ts';
import { count, type Attack, type Attacks, type Target } from './target.ts';
import { times } from '../support/shopper.ts';

type Provider = 'payermax' | 'paypal';
type Forgery = (typeof FORGERIES)[number];

const NAMES = { payermax: 'PayerMax', paypal: 'PayPal' } as const;
const APPLIED_WITHIN_MS = 60_000;

async function expectRefused(shop: Target, victim: Victim, forged: Notice): Promise<void> {
  const before = await shop.ctx.db.one(written, { orderId: victim.orderId });
  expect((await post(shop.environment, forged)).status).toBe(401);
  expect(await shop.ctx.db.one(written, { orderId: victim.orderId })).toStrictEqual(before);
  const stored = "gateway_inbox where position(convert_to($1, 'UTF8') in body) > 0";
  expect(await count(shop, stored, [victim.attemptId])).toBe(0);
}

function forgeries(provider: Provider, list: readonly Forgery[]): Attacks {
  return Object.fromEntries(
    list.map(([what, forge]) => [
      `a forged ${NAMES[provider]} webhook “paid”, ${what}: 401, nothing is stored or changed`,
      async (shop: Target) => {
        const victim = await openVictim(shop.environment, shop.ctx.db, provider);
        await expectRefused(shop, victim, forge(paidNotice(shop.environment, provider, victim)));
      },
    ]),
  );
}

/** Messages with a gateway's own signature that contradict the order's money. */
const LIES: readonly (readonly [string, Provider, object, object])[] = [
  ['of another merchant', 'payermax', {}, { merchantNo: 'TEST010000009999' }],
  ['of another app', 'payermax', {}, { appId: 'testapp0000000000000000000009999' }],
  ['of a cent', 'payermax', { totalAmount: 0.01 }, {}],
  ['of the same number in another currency', 'payermax', { currency: 'IDR' }, {}],
  ['of another merchant', 'paypal', { payee: { merchant_id: 'STRANGER00000' } }, {}],
  ['of a cent', 'paypal', { amount: { currency_code: 'USD', value: '0.01' } }, {}],
];

const lies: Attacks = Object.fromEntries(
  LIES.map(([what, provider, changes, envelope]) => [
    `a webhook “paid” signed by ${NAMES[provider]} itself, ${what}: quarantined at most, the order is not paid`,
    async (shop: Target) => {
      const victim = await openVictim(shop.environment, shop.ctx.db, provider);
      const good = paidNotice(shop.environment, provider, victim, changes);
      // Verified edge: `paidNotice` writes an object.
      const changed = { ...(JSON.parse(textOf(good)) as object), ...envelope };
      const body = Buffer.from(JSON.stringify(changed));
      shop.falselyReported.add(victim.attemptId);
      await post(shop.environment, provider === 'payermax' ? signedByPayermax(body) : good);
      await untilApplied(shop, provider);
      const after = await shop.ctx.db.one(written, { orderId: victim.orderId });
      expect(after).toMatchObject({ captured: null, deliveries: 0 });
      expect(after.order_state).not.toBe('success');
    },
  ]),
);

async function untilApplied(shop: Target, provider: Provider): Promise<void> {
  const end = Date.now() + APPLIED_WITHIN_MS;
  while ((await shop.ctx.db.one(inbox, { provider })).open > 0) {
    expect(Date.now(), 'a message is never applied').toBeLessThan(end);
    await pause(50);
  }
}

/** PayerMax's message about an attempt, once it has come: the shop's own query may deliver before it. */
async function storedMessage(shop: Target, attemptId: string): Promise<string> {
  const stored = `select convert_from(body, 'UTF8') as body from gateway_inbox
    where provider = 'payermax' and position($1 in convert_from(body, 'UTF8')) > 0 limit 1`;
  const end = Date.now() + APPLIED_WITHIN_MS;
  for (;;) {
    const { rows } = await shop.ctx.db.pool.query<{ body: string }>(stored, [attemptId]);
    if (rows[0] !== undefined) return rows[0].body;
    expect(Date.now(), 'the message never comes').toBeLessThan(end);
    await pause(50);
  }
}

/** A true webhook, sent again 20 times. */
function replay(provider: Provider): Attack {
  return async (shop) => {
    const victim = await openVictim(shop.environment, shop.ctx.db, provider);
    const { shopper, orderId, attemptId, ref } = victim;
    await victim.pay();
    if (provider === 'paypal') {
      await shopper.client.call('paypalCapture', { order_id: ref, invoice_id: attemptId });
    }
    await shopper.until(victim.token, ({ delivery }) => delivery.state === 'delivered');
    const before = await shop.ctx.db.one(written, { orderId });
    let notice = paidNotice(shop.environment, provider, victim);
    if (provider === 'payermax') {
      notice = signedByPayermax(Buffer.from(await storedMessage(shop, attemptId)));
    } else shop.falselyReported.add(attemptId);
    await times(20, () => post(shop.environment, notice));
    await untilApplied(shop, provider);
    const { deliveries, books } = await shop.ctx.db.one(written, { orderId });
    expect([deliveries, books]).toStrictEqual([before.deliveries, before.books]);
    expect(await shopper.mails()).toHaveLength(1);
  };
}

const elsewhere: Attacks = Object.fromEntries(
  CERTIFICATE_ADDRESSES.map(([where, address]) => [
    `a webhook with a certificate from ${where}: 401, nothing is fetched from there`,
    async (shop: Target) => {
      const victim = await openVictim(shop.environment, shop.ctx.db, 'paypal');
      const trap = await openTrap();
      try {
        const url = address(new URL(shop.environment.sandboxUrl).port, trap.port);
        // Header values are bytes.
        const bytes = Buffer.from(url, 'utf8').toString('latin1');
        const good = paidNotice(shop.environment, 'paypal', victim);
        await expectRefused(shop, victim, withHeaders(good, { 'paypal-cert-url': bytes }));
        expect(trap.visits()).toBe(0);
      } finally {
        trap.close();
      }
    },
  ]),
);

async function openTrap() {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `address()` of a listening TCP server is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { port, visits: () => visits, close: () => server.close() };
}

/** Fewer than the fetches of a minute, so that later attacks meet a fetch and no budget. */
const MISSING_CERTIFICATES = 60;

/** Each names a certificate of its own at PayPal's address. */
const missingCertificates: Attack = async (shop) => {
  const victim = await openVictim(shop.environment, shop.ctx.db, 'paypal');
  const good = paidNotice(shop.environment, 'paypal', victim);
  const certs = `${shop.environment.sandboxUrl}/paypal/v1/notifications/certs`;
  const sent = await times(MISSING_CERTIFICATES, (n) =>
    post(shop.environment, withHeaders(good, { 'paypal-cert-url': `${certs}/CERT-${n}-${ROUND}` })),
  );
  // 503: more than four fetches at once.
  for (const { status } of sent) expect([401, 503]).toContain(status);
  const metrics = await (await fetch(`${shop.environment.metricsUrl}/metrics`)).text();
  expect(metrics).not.toContain('webpay_webhook_doubts_total{');
  expect((await shop.ctx.db.one(written, { orderId: victim.orderId })).captured).toBeNull();
};

/** Addresses of an earlier round would be remembered. */
const ROUND = Date.now();

export const WEBHOOKS: Attacks = {
  ...forgeries('payermax', [...FORGERIES, ...OF_PAYERMAX]),
  ...forgeries('paypal', [...FORGERIES, ...OF_PAYPAL]),
  ...lies,
  'PayerMax’s own webhook “paid”, recorded and sent 20 times: one delivery, one mail, booked once':
    replay('payermax'),
  'PayPal’s own webhook “paid”, recorded and sent 20 times: one delivery, one mail, booked once':
    replay('paypal'),
  ...elsewhere,
};

/** Runs with the races: meanwhile the shop answers 503 to any other webhook with a certificate to fetch. */
export const CERTIFICATE_RACE: Attacks = {
  'sixty forged PayPal webhooks, each with another missing certificate: PayPal itself is never asked':
    missingCertificates,
};
