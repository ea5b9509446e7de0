import type { CallResult } from '@webpay/contract/calls';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { signMallToken, type MallClaims } from '../../../apps/api/src/domain/mall/mall-token.ts';
import { mallClaims, mallToken, SANDBOX_KEY, signedText } from '../../support/mall-buyer.ts';
import { MINIFLIX } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

let client: StoreClient;
beforeAll(() => {
  client = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...MINIFLIX,
  });
});

const show = (token: string) => client.call('mallOrder', { token });
const pay = (token: string) => client.call('mallPay', { token, pay_id: 'card', country: 'US' });

describe('[R05] [V06] a token is refused', () => {
  const HOUR = 3_600_000;
  const soon = Date.now() + HOUR;

  it.each<[string, Partial<MallClaims>, number]>([
    ['that has expired', { iat: Date.now() - 2 * HOUR, exp: Date.now() - HOUR }, 20005],
    ['made in the future', { iat: soon, exp: soon + HOUR }, 20010],
    ['made for more than a week', { exp: Date.now() + 8 * 24 * HOUR }, 20010],
    ['that ends before it begins', { exp: Date.now() - 48 * HOUR }, 20010],
    ['for a shop that does not exist', { website_code: 'nowhere' }, 10045],
    ["for another game's shop", { website_code: 'poi_mbo' }, 10001],
    ['for a good that does not exist', { products: [{ product_id: 'x', count: 1 }] }, 10009],
    ['for the weekly card', { products: [{ product_id: 'card-weekly', count: 1 }] }, 10010],
    ['for too many', { products: [{ product_id: 'pack-blockbuster', count: 3 }] }, 20009],
    ['for a character that does not exist', { cid: '1234560' }, 10006],
    ['for a character of another game', { cid: '912345671' }, 10006],
    ['for a character id of another form', { cid: 'abc' }, 10006],
    ['for a server that does not exist', { server_id: 'nowhere' }, 10006],
  ])('%s', async (_what, claims, code) => {
    const token = mallToken(claims);
    expect((await show(token)).code).toBe(code);
    expect((await pay(token)).code).toBe(code);
  });

  it('when another key signed it, or its text was changed', async () => {
    const claims = mallClaims({});
    const [text = '', signature = ''] = signMallToken(SANDBOX_KEY, claims).split('.');
    const cheaper = Buffer.from(JSON.stringify({ ...claims, cid: '222222222' }));
    const tokens = [
      signMallToken('game-key-10', claims),
      signMallToken('', claims),
      `${cheaper.toString('base64url')}.${signature}`,
      `${text}.${signature.slice(0, -1)}`,
      `${text}.${signature}.${signature}`,
      `${text}.${'A'.repeat(43)}`,
      text,
      `.${signature}`,
      '.',
      'x',
    ];
    for (const token of tokens) {
      expect((await show(token)).code, token).toBe(20010);
      expect((await pay(token)).code, token).toBe(20010);
    }
    for (const token of [`${text}=.${signature}`, 'a b', 'x'.repeat(4097), '<script>']) {
      expect((await show(token)).code, token).toBe(10001);
    }
    expect((await show('')).code).toBe(10000);
  });

  it('when its game signed an invalid content', async () => {
    const claims = mallClaims({});
    const good = { product_id: 'gems-60', count: 1 };
    const hostile: unknown[] = [
      null,
      [],
      'text',
      {},
      { ...claims, v: 2 },
      { ...claims, ref: undefined },
      { ...claims, ref: 'a b' },
      { ...claims, ref: 'r'.repeat(65) },
      { ...claims, cid: 123456 },
      { ...claims, cid: { toString: 'x' } },
      { ...claims, exp: String(claims.exp) },
      { ...claims, exp: 1e300 },
      { ...claims, iat: -1 },
      { ...claims, products: [] },
      { ...claims, products: { 0: good, length: 1 } },
      { ...claims, products: [[good]] },
      { ...claims, products: [good, good] },
      {
        ...claims,
        products: Array.from({ length: 21 }, (_, n) => ({ ...good, product_id: `g${n}` })),
      },
      ...[0, -1, 0.5, 1e9, 2 ** 53, '1', null].map((count) => ({
        ...claims,
        products: [{ ...good, count }],
      })),
    ];
    const texts = [
      ...hostile.map((each) => JSON.stringify(each)),
      '{"__proto__":' + JSON.stringify(claims) + '}',
      '{"constructor":{"prototype":' + JSON.stringify(claims) + '}}',
      '['.repeat(2000),
      '{"v":1',
      '\u0000\ud800',
    ];
    for (const text of texts) {
      expect((await show(signedText(SANDBOX_KEY, text))).code, text).toBe(20010);
    }
    // Unknown claims are ignored; names of JavaScript's own members are not goods.
    const odd = { ...claims, toString: 1, products: [{ product_id: '__proto__', count: 1 }] };
    const token = signedText(SANDBOX_KEY, JSON.stringify(odd));
    expect((await show(token)).code).toBe(10009);
  });
});

it('[R05] mall calls are bound to one game', async () => {
  const token = mallToken({});
  const other = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    websiteCode: 'poi_mbo',
    gameId: '10',
  });
  expect((await other.call('mallOrder', { token })).code).toBe(20010);
  const nameless = createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    websiteCode: 'miniflix',
    gameId: '',
  });
  expect((await nameless.call('mallOrder', { token })).code).toBe(10000);
  const answer: { result: CallResult<'mallOrder'> | null } = await show(token);
  expect(answer.result?.state).toBe('open');
});
