import { CALL_PATHS } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { capturesOf } from '../support/shared-environment.ts';
import { CARDS } from '../support/shopper.ts';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { mustEqual, mustHold, mustRefuse, mustRefuseAll, tally } from './expect.ts';
import {
  call,
  commonOf,
  count,
  newcomer,
  orderFields,
  type Attack,
  type Field,
  type Theme,
} from './field.ts';
import { FORM, signedBody, type Seen } from './wire.ts';

const TIMES = 5;

function again(field: Field, path: string, body: string): Promise<Seen[]> {
  return Promise.all(
    Array.from({ length: TIMES }, () =>
      field.wire.send(path, { method: 'POST', headers: FORM, body }),
    ),
  );
}

const sending = (field: Field, path: string, body: string): Promise<Seen> =>
  field.wire.send(path, { method: 'POST', headers: FORM, body });

/** Moments that are not now. */
const TIMESTAMPS: readonly (readonly [string, () => string])[] = [
  ['six minutes ago', () => String(Date.now() - 360_000)],
  ['six minutes from now', () => String(Date.now() + 360_000)],
  ['in seconds', () => String(Math.floor(Date.now() / 1_000))],
  ['zero', () => '0'],
  ['negative', () => String(-Date.now())],
  ['with a fraction', () => `${Date.now()}.5`],
  ['as a power of ten', () => `${Date.now() / 1e12}e12`],
  [
    'in other digits',
    () =>
      String(Date.now()).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  ],
  ['with a space', () => ` ${Date.now()}`],
  ['NaN', () => 'NaN'],
];

const timestamps: readonly Attack[] = TIMESTAMPS.map(([what, at]) => ({
  name: `a well-signed call whose time is ${what}`,
  must: '10001',
  run: async (field) => mustRefuse(await call(field, 'regions', { timestamp: at() }), 10001),
}));

/** What is done to a body that was signed well, and what the shop says then. */
const TAMPERED: readonly (readonly [string, (body: string) => string])[] = [
  ['with one more field at its end', (body) => `${body}&country=US`],
  ['with another language', (body) => body.replace('lang=en', 'lang=de')],
  ['with a field twice', (body) => `${body}&lang=en`],
  [
    'with its signature in capitals',
    (body) => body.replace(/sign=(.*)$/, (_, hex: string) => `sign=${hex.toUpperCase()}`),
  ],
  ['with half its signature', (body) => body.slice(0, -16)],
  ['with a signature that is empty', (body) => body.replace(/sign=.*$/, 'sign=')],
  ['without a signature', (body) => body.replace(/&sign=.*$/, '')],
  ['with a second signature', (body) => `${body}&sign=${'0'.repeat(32)}`],
];

const tampered: readonly Attack[] = TAMPERED.map(([what, change]) => ({
  name: `a signed body ${what}`,
  must: '10001, or 10000 where something is missing',
  run: async (field) => {
    const body = signedBody(Object.entries(commonOf('regions')));
    return mustRefuse(await sending(field, CALL_PATHS.regions.path, change(body)), 10001, 10000);
  },
}));

export const REPLAYS: Theme = {
  title: 'Replays, clocks and signatures',
  attacks: [
    ...timestamps,
    ...tampered,
    {
      name: 'a signature that lets two texts look alike: a=1&b=2 sent as one field',
      must: '10000 or 10001: what is missing is missing',
      run: async (field) => {
        // `game_id=20&lang=en` signs alike as two fields or as one whose value holds the other.
        const { game_id, lang, ver, timestamp, website_code } = {
          ...commonOf('regions'),
        } as Record<string, string>;
        const pairs = [
          ['game_id', `${game_id}&lang=${lang}`],
          ['timestamp', timestamp ?? ''],
          ['ver', ver ?? ''],
          ['website_code', website_code ?? ''],
        ] as const;
        return mustRefuse(
          await sending(field, CALL_PATHS.regions.path, signedBody(pairs)),
          10000,
          10001,
        );
      },
    },
    {
      name: 'the heartbeat’s simple signature on a call',
      must: '10001',
      run: async (field) => {
        const pairs = Object.entries(commonOf('regions'));
        const simple = sign([['timestamp', String(Date.now())]], DEFAULT_SIGN_SECRET);
        const body = new URLSearchParams([...pairs, ['sign', simple]]).toString();
        return mustRefuse(await sending(field, CALL_PATHS.regions.path, body), 10001);
      },
    },
    {
      name: 'one signed order/create with a key, sent again and again',
      must: 'one order',
      run: async (field) => {
        const thief = await newcomer(field);
        const fields = orderFields('gems-60', { order_key: crypto.randomUUID() });
        const pairs = Object.entries({
          ...commonOf('orderCreate', { token: thief.userToken }),
          ...fields,
        });
        const all = await again(field, CALL_PATHS.orderCreate.path, signedBody(pairs));
        const made = 'orders o join players p on p.id = o.player_id where p.cid = $1';
        mustEqual('orders', await count(field, made, [thief.cid]), 1);
        return tally(all);
      },
    },
    {
      name: 'one signed card payment, sent again before and after it was paid',
      must: 'one capture, one mail',
      run: async (field) => {
        const thief = await newcomer(field);
        const opened = await thief.open();
        mustHold(opened.pay?.kind === 'payermax_card', 'no card order');
        const fields = {
          sessionKey: opened.pay.session_key,
          paymentToken: await thief.tokenise(opened.pay, CARDS.success),
        };
        const pairs = Object.entries({
          ...commonOf('payermaxCard', { token: thief.userToken }),
          ...fields,
        });
        const body = signedBody(pairs);
        const first = await again(field, CALL_PATHS.payermaxCard.path, body);
        await thief.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
        const later = await again(field, CALL_PATHS.payermaxCard.path, body);
        mustEqual('captures', (await capturesOf(field.environment, opened.order_id)).length, 1);
        mustEqual('mails', (await thief.mails()).length, 1);
        return tally([...first, ...later]);
      },
    },
    {
      name: 'a signed call of a player who has logged out since',
      must: '11002',
      run: async (field) => {
        const victim = await newcomer(field);
        const pairs = Object.entries(commonOf('cartGet', { token: victim.userToken }));
        const body = signedBody(pairs);
        mustEqual('before', (await sending(field, CALL_PATHS.cartGet.path, body)).code, 200);
        await victim.client.call('logout', {});
        return mustRefuseAll(await again(field, CALL_PATHS.cartGet.path, body), 11002);
      },
    },
    {
      name: 'a signed body sent to another call',
      must: 'it does what its own fields allow, and moves nothing',
      run: async (field) => {
        const thief = await newcomer(field);
        const opened = await thief.open();
        const pairs = Object.entries({
          ...commonOf('orderInquire', { token: thief.userToken }),
          token: opened.token,
        });
        const body = signedBody(pairs);
        const seen = await sending(field, CALL_PATHS.orderCreate.path, body);
        return mustRefuse(seen, 10000, 10001, 10045);
      },
    },
  ],
};
