import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
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
import { mustEqual, mustHold } from './expect.ts';
import { count, row, type Attack, type Field, type Theme } from './field.ts';

type Provider = 'payermax' | 'paypal';

const NAMES = { payermax: 'PayerMax', paypal: 'PayPal' } as const;

/** The message is refused, and of the order it names nothing has changed. */
async function mustRefuseNotice(field: Field, victim: Victim, forged: Notice): Promise<string> {
  const before = await field.ctx.db.one(written, { orderId: victim.orderId });
  const { status } = await post(field.environment, forged);
  mustEqual('status', status, 401);
  mustEqual('the order', await field.ctx.db.one(written, { orderId: victim.orderId }), before);
  const kept = "gateway_inbox where position(convert_to($1, 'UTF8') in body) > 0";
  mustEqual('messages kept about it', await count(field, kept, [victim.attemptId]), 0);
  return 'HTTP 401';
}

function forgery(provider: Provider, [what, forge]: (typeof FORGERIES)[number]): Attack {
  return {
    name: `“paid”, as ${NAMES[provider]} would say it: ${what}`,
    must: '401; nothing is kept, nothing moves',
    run: async (field) => {
      const victim = await openVictim(field.environment, field.ctx.db, provider);
      return mustRefuseNotice(
        field,
        victim,
        forge(paidNotice(field.environment, provider, victim)),
      );
    },
  };
}

/** A message that its gateway signed, and that is not about this order's money. */
const LIES: readonly (readonly [string, Provider, object, object])[] = [
  ['of another merchant', 'payermax', {}, { merchantNo: 'TEST010000009999' }],
  ['of another app', 'payermax', {}, { appId: 'testapp0000000000000000000009999' }],
  ['of a cent', 'payermax', { totalAmount: 0.01 }, {}],
  ['of the same number in another currency', 'payermax', { currency: 'IDR' }, {}],
  ['of another merchant', 'paypal', { payee: { merchant_id: 'STRANGER00000' } }, {}],
  ['of a cent', 'paypal', { amount: { currency_code: 'USD', value: '0.01' } }, {}],
];

function lie([what, provider, changes, envelope]: (typeof LIES)[number]): Attack {
  return {
    name: `“paid”, signed by ${NAMES[provider]} itself, ${what}`,
    must: 'kept for a person at most; the order is not paid by it',
    run: async (field) => {
      const victim = await openVictim(field.environment, field.ctx.db, provider);
      const good = paidNotice(field.environment, provider, victim, changes);
      const notice = provider === 'payermax' ? signedByPayermax(enveloped(good, envelope)) : good;
      field.liedAbout.add(victim.attemptId);
      const { status } = await post(field.environment, notice);
      await untilApplied(field, provider);
      const {
        captured,
        deliveries,
        order_state: state,
      } = await field.ctx.db.one(written, { orderId: victim.orderId });
      mustEqual('captured and delivered', [captured, deliveries], [null, 0]);
      mustHold(state !== 'success', `the order is ${state}`);
      return `HTTP ${status}, the order is ${state}`;
    },
  };
}

function enveloped(good: Notice, envelope: object): Buffer<ArrayBuffer> {
  const said: unknown = JSON.parse(textOf(good));
  return Buffer.from(JSON.stringify({ ...(typeof said === 'object' ? said : {}), ...envelope }));
}

const APPLIED_WITHIN_MS = 60_000;

async function untilApplied(field: Field, provider: Provider): Promise<void> {
  const end = Date.now() + APPLIED_WITHIN_MS;
  while ((await field.ctx.db.one(inbox, { provider })).open > 0) {
    mustHold(Date.now() < end, 'a message is never applied');
    await pause(50);
  }
}

/** A true message, sent again by somebody who overheard it. */
function replay(provider: Provider): Attack {
  return {
    name: `${NAMES[provider]}’s own “paid”, overheard and sent 20 times`,
    must: 'one delivery, one mail, money booked once',
    run: async (field) => {
      const victim = await openVictim(field.environment, field.ctx.db, provider);
      await victim.pay();
      if (provider === 'paypal') {
        const fields = { order_id: victim.ref, invoice_id: victim.attemptId };
        await victim.shopper.client.call('paypalCapture', fields);
      }
      const { token } = victim;
      await victim.shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
      const kept = `select convert_from(body, 'UTF8') as body from gateway_inbox where provider = $1
        and position($2 in convert_from(body, 'UTF8')) > 0 limit 1`;
      const before = await field.ctx.db.one(written, { orderId: victim.orderId });
      const heard =
        provider === 'payermax'
          ? String((await row(field, kept, [provider, victim.attemptId]))['body'])
          : null;
      const notice =
        heard === null
          ? paidNotice(field.environment, provider, { ...victim })
          : signedByPayermax(Buffer.from(heard));
      if (heard === null) field.liedAbout.add(victim.attemptId);
      const seen = await Promise.all(
        Array.from({ length: 20 }, () => post(field.environment, notice)),
      );
      await untilApplied(field, provider);
      const after = await field.ctx.db.one(written, { orderId: victim.orderId });
      mustEqual(
        'deliveries and books',
        [after.deliveries, after.books],
        [before.deliveries, before.books],
      );
      mustEqual('mails', (await victim.shopper.mails()).length, 1);
      return `HTTP ${[...new Set(seen.map(({ status }) => status))].join(', ')}; one mail`;
    },
  };
}

const elsewhere: readonly Attack[] = CERTIFICATE_ADDRESSES.map(([where, address]) => ({
  name: `a certificate to be fetched from ${where}`,
  must: '401; nothing is fetched from there',
  run: async (field) => {
    const victim = await openVictim(field.environment, field.ctx.db, 'paypal');
    const trap = await openTrap();
    try {
      const url = address(new URL(field.environment.sandboxUrl).port, trap.port);
      // A header carries bytes, as an attacker would send them.
      const bytes = Buffer.from(url, 'utf8').toString('latin1');
      const forged = withHeaders(paidNotice(field.environment, 'paypal', victim), {
        'paypal-cert-url': bytes,
      });
      const outcome = await mustRefuseNotice(field, victim, forged);
      mustEqual('visits to the trap', trap.visits(), 0);
      return outcome;
    } finally {
      trap.close();
    }
  },
}));

/** Whoever comes here was not allowed to. */
async function openTrap() {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // `address()` of a TCP server that listens is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { port, visits: () => visits, close: () => server.close() };
}

export const WEBHOOKS: Theme = {
  title: 'Messages in a gateway’s name',
  attacks: [
    ...(['payermax', 'paypal'] as const).flatMap((provider) =>
      FORGERIES.map((each) => forgery(provider, each)),
    ),
    ...OF_PAYERMAX.map((each) => forgery('payermax', each)),
    ...OF_PAYPAL.map((each) => forgery('paypal', each)),
    ...LIES.map(lie),
    replay('payermax'),
    replay('paypal'),
    ...elsewhere,
  ],
};
