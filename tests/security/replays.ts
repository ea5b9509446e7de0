import { CALL_PATHS } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { expect } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { expectDeliveredOnce } from './races.ts';
import {
  call,
  cardForm,
  countOf,
  expectCode,
  newcomer,
  pairsOf,
  postBody,
  signedBody,
  type Answer,
  type Attacks,
  type Target,
} from './target.ts';
import { orderFields, times } from '../support/shopper.ts';

const TIMES = 5;
const REGIONS = CALL_PATHS.regions.path;

const again = (shop: Target, path: string, body: string): Promise<Answer[]> =>
  times(TIMES, () => postBody(shop, path, body));

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
    () => String(Date.now()).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + +digit)),
  ],
  ['with a space', () => ` ${Date.now()}`],
  ['NaN', () => 'NaN'],
];

/** Changes to a correctly signed body. */
const TAMPERED: readonly (readonly [string, (body: string) => string])[] = [
  ['with one more field at its end', (body) => `${body}&country=US`],
  ['with another language', (body) => body.replace('lang=en', 'lang=de')],
  ['with a repeated field', (body) => `${body}&lang=en`],
  [
    'with its signature in capitals',
    (body) => body.replace(/sign=(.*)$/, (_, hex: string) => `sign=${hex.toUpperCase()}`),
  ],
  ['with half its signature', (body) => body.slice(0, -16)],
  ['with an empty signature', (body) => body.replace(/sign=.*$/, 'sign=')],
  ['without a signature', (body) => body.replace(/&sign=.*$/, '')],
  ['with a second signature', (body) => `${body}&sign=${'0'.repeat(32)}`],
];

export const REPLAYS: Attacks = {
  ...Object.fromEntries(
    TIMESTAMPS.map(([what, at]) => [
      `a correctly signed call with a time ${what}: 10001`,
      async (shop: Target) => expectCode(await call(shop, 'regions', { timestamp: at() }), 10001),
    ]),
  ),
  ...Object.fromEntries(
    TAMPERED.map(([what, change]) => [
      `a signed body ${what}: 10001, or 10000 where a field is missing`,
      async (shop: Target) => {
        const body = change(signedBody(pairsOf('regions')));
        expectCode(await postBody(shop, REGIONS, body), 10001, 10000);
      },
    ]),
  ),
  'two fields sent as one that signs alike, a=1&b=2: 10000 or 10001 for the missing field': async (
    shop,
  ) => {
    const { game_id, lang, ...others } = Object.fromEntries(pairsOf('regions'));
    const body = signedBody(Object.entries({ game_id: `${game_id}&lang=${lang}`, ...others }));
    expectCode(await postBody(shop, REGIONS, body), 10000, 10001);
  },
  'the heartbeat’s simple signature on a call: 10001': async (shop) => {
    const simple = sign([['timestamp', String(Date.now())]], DEFAULT_SIGN_SECRET);
    const fields = new URLSearchParams([
      ...pairsOf('regions').map(([...pair]) => pair),
      ['sign', simple],
    ]);
    expectCode(await postBody(shop, REGIONS, fields.toString()), 10001);
  },
  'one signed order/create with a key, sent five times: one order': async (shop) => {
    const thief = await newcomer(shop);
    const fields = { ...orderFields('gems-60'), order_key: crypto.randomUUID() };
    const body = signedBody(pairsOf('orderCreate', fields, thief));
    await again(shop, CALL_PATHS.orderCreate.path, body);
    expect(await countOf(shop, 'orders', thief)).toBe(1);
  },
  'one signed card payment, sent five times before and after it was paid: one capture, one mail':
    async (shop) => {
      const thief = await newcomer(shop);
      const opened = await thief.open();
      const body = signedBody(pairsOf('payermaxCard', await cardForm(thief, opened), thief));
      await again(shop, CALL_PATHS.payermaxCard.path, body);
      await expectDeliveredOnce(shop, thief, opened);
      await again(shop, CALL_PATHS.payermaxCard.path, body);
      await expectDeliveredOnce(shop, thief, opened);
    },
  'a signed call of a player who has logged out since: 11002': async (shop) => {
    const victim = await newcomer(shop);
    const body = signedBody(pairsOf('cartGet', {}, victim));
    expectCode(await postBody(shop, CALL_PATHS.cartGet.path, body), 200);
    await victim.client.call('logout', {});
    expectCode(await again(shop, CALL_PATHS.cartGet.path, body), 11002);
  },
  'a signed body sent to another call: 10000, 10001 or 10045': async (shop) => {
    const thief = await newcomer(shop);
    const { token } = await thief.open();
    const body = signedBody(pairsOf('orderInquire', { token }, thief));
    expectCode(await postBody(shop, CALL_PATHS.orderCreate.path, body), 10000, 10001, 10045);
  },
};
