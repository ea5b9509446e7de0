import { CALLS } from '@webpay/contract/calls';
import { CODE_MEANINGS, type Code } from '@webpay/contract/codes';
import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { sign, signTimestamp } from '@webpay/contract/sign';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { createShopper } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const POSTS = (Object.keys(CALL_PATHS) as CallName[]).filter((name) => name !== 'heartbeat');

type Fields = Record<string, string>;

function common(overrides: Fields = {}): Fields {
  return {
    game_id: '20',
    lang: 'en',
    ver: 'test',
    timestamp: String(Date.now()),
    website_code: 'miniflix',
    ...overrides,
  };
}

async function post(path: string, body: string | Buffer<ArrayBuffer>, headers: Fields = {}) {
  const response = await fetch(environment().url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  const answer = (await response.json()) as { code?: number; _?: number };
  return { status: response.status, headers: response.headers, ...answer };
}

function signed(fields: Fields): string {
  const pairs = Object.entries(fields);
  return new URLSearchParams([...pairs, ['sign', sign(pairs, DEFAULT_SIGN_SECRET)]]).toString();
}

describe('every store call', () => {
  it.each(POSTS)(
    '[C13] %s: answers 10000 without a common field and 10001 for a wrong signature',
    async (name) => {
      const { path } = CALL_PATHS[name];
      const { lang: _lang, ...withoutLang } = common();
      expect(await post(path, signed(withoutLang))).toMatchObject({ status: 200, code: 10000 });
      expect(await post(path, '')).toMatchObject({ status: 200, code: 10000 });
      const forged = new URLSearchParams({ ...common(), sign: '0'.repeat(32) }).toString();
      expect(await post(path, forged)).toMatchObject({ status: 200, code: 10001 });
    },
  );

  it.each(POSTS)('%s: answers hostile bodies with a code, never a 5xx', async (name) => {
    const { path } = CALL_PATHS[name];
    const good = signed(common({ user_token: 'x' }));
    const bodies: (string | Buffer<ArrayBuffer>)[] = [
      `${good}&lang=en`,
      `${good}&cid=%00`,
      `${good}&cid=%ff%fe`,
      `${good}&cid=%zz`,
      Buffer.from([0xff, 0xfe, 0x00]),
      'sign',
      '&&&===&',
      '{"json":true}',
      signed(common({ lang: 'xx' })),
      signed(common({ timestamp: '1' })),
      signed(common({ timestamp: '9'.repeat(40) })),
      ...(path.endsWith('/captcha') ? [] : [signed(common({ game_id: '10' }))]),
    ];
    for (const body of bodies) {
      const { status, code } = await post(path, body);
      expect(status, String(body).slice(0, 80)).toBe(200);
      expect([10000, 10001, 10045, 11002, 20010]).toContain(code);
    }
    // Unknown fields are ignored; known ones with invalid values are refused.
    const nonsense = { cid: '😀'.repeat(2000), products: '[{"product_id":1}]', token: "';--" };
    const { status, code } = await post(path, signed(common(nonsense)));
    expect(status).toBe(200);
    expect(code).not.toBe(500);
  });

  it('refuses a body over 64 KiB with 413', async () => {
    const { status, code } = await post(
      CALL_PATHS.role.path,
      signed(common({ cid: '1'.repeat(70_000) })),
    );
    expect(status).toBe(413);
    expect(code).toBe(10001);
  });

  it.each(['/api/nothing', '/api/user/role/', '//api/user/role'])(
    'answers 404 with its envelope for %s, which is no call',
    async (path) => {
      const { status, code } = await post(path, signed(common()));
      expect(status).toBe(404);
      expect(code).toBe(10001);
    },
  );

  it('accepts a timestamp 4 minutes off and refuses one 6 minutes off', async () => {
    const at = (minutes: number) => common({ timestamp: String(Date.now() + minutes * 60_000) });
    for (const minutes of [-4, 4]) {
      expect((await post(CALL_PATHS.regions.path, signed(at(minutes)))).code).toBe(200);
    }
    for (const minutes of [-6, 6]) {
      expect((await post(CALL_PATHS.regions.path, signed(at(minutes)))).code).toBe(10001);
    }
  });

  it('[E05] answers 10045 for a project that does not exist', async () => {
    const body = signed(common({ website_code: 'nowhere' }));
    expect((await post(CALL_PATHS.configs.path, body)).code).toBe(10045);
  });

  it('[E04] answers 11002 where a session is needed and has ended', async () => {
    const fields = { pr_id: 'a', server_id: 'b', cid: '123456', user_token: 'ended' };
    expect((await post(CALL_PATHS.productLists.path, signed(common(fields)))).code).toBe(11002);
  });

  it('refuses a character other than the session’s', async () => {
    const shopper = await createShopper(environment());
    const answer = await shopper.client.call('productLists', {
      pr_id: shopper.prId,
      server_id: shopper.serverId,
      cid: '123451',
    });
    expect(answer.code).toBe(10001);
  });

  it('has a request id and is readable across the shop’s own origins only', async () => {
    const own = await post(CALL_PATHS.regions.path, signed(common()), {
      origin: environment().url,
    });
    expect(own.headers.get('access-control-allow-origin')).toBe(environment().url);
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const foreign = await post(CALL_PATHS.regions.path, signed(common()), {
      origin: 'https://evil.example',
    });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('[C01] [C14] returns the time for the heartbeat and refuses a wrong signature', async () => {
    const get = async (query: string) =>
      (await (await fetch(`${environment().url}/api/common/heartbeat${query}`)).json()) as {
        code: number;
        _: number;
      };
    const plain = await get('');
    expect(plain.code).toBe(200);
    expect(Math.abs(plain._ - Date.now())).toBeLessThan(60_000);
    const timestamp = String(Date.now());
    const good = signTimestamp(timestamp, DEFAULT_SIGN_SECRET);
    expect((await get(`?timestamp=${timestamp}&sign=${good}`)).code).toBe(200);
    expect((await get(`?timestamp=${timestamp}&sign=nonsense`)).code).toBe(10001);
  });

  it('[S03] is answered by the mirrors, too', async () => {
    for (const host of environment().config.apiHosts) {
      const response = await fetch(host + CALL_PATHS.regions.path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: signed(common()),
      });
      expect(await response.json()).toMatchObject({ code: 200 });
    }
    expect(environment().config.apiHosts).toHaveLength(4);
  });
});

/** Calls that a new character may send, in this order, and their codes. */
const NOT_SHOWN: readonly (readonly [CallName, Fields, Code])[] = [
  ['captcha', {}, 200],
  ['mailCode', { purpose: 'pwd_set' }, 200],
  ['passwordSet', { pwd: 'dawn77', pwd_confirm: 'dawn77', code: '1' }, 10067],
  ['passwordChange', { old_pwd: 'dusk-8', pwd: 'dawn77', pwd_confirm: 'dawn77', code: '1' }, 20013],
  ['passwordRemove', { code: '1' }, 20013],
  ['passwordReset', { pwd: 'dawn77', pwd_confirm: 'dawn77', code: '1' }, 20003],
  ['cartSet', { product_id: 'gems-60', count: '1' }, 200],
  ['cartGet', {}, 200],
  ['cartRemove', { product_ids: 'gems-60' }, 200],
  ['cartClearInvalid', {}, 200],
  ['activityList', {}, 200],
  ['activityRemind', { activity_id: 'none', on: '1' }, 10009],
  ['bargainInfo', {}, 200],
  ['bargainChoose', { pack_id: 'hoard' }, 200],
  ['bargainClaim', { task: 'sign_in' }, 200],
  ['bargainSpin', {}, 200],
  ['cumulationInfo', {}, 200],
  ['cumulationClaim', { task_id: 'points-500' }, 20018],
  ['cardInfo', {}, 200],
  ['cardClaim', { card_id: 'weekly' }, 20018],
  ['resolutionCreate', { order_id: 'x'.repeat(20), kind: 'refund', text: 'Mine.' }, 20010],
  ['resolutionList', {}, 200],
  ['userOrders', {}, 200],
];

describe('calls beyond the specification', () => {
  it('[C16] are signed, refused and answered like the specified ones, with the contract’s results', async () => {
    const shopper = await createShopper(environment());
    const { prId: pr_id, serverId: server_id, cid, userToken: user_token } = shopper;
    for (const [name, own, expected] of NOT_SHOWN) {
      const { path, session } = CALL_PATHS[name];
      const character = name === 'passwordReset' ? { pr_id, server_id, cid } : {};
      const fields = common({ ...own, ...character });
      const {
        status: _status,
        headers: _headers,
        ...answer
      } = await post(path, signed({ ...fields, user_token }));
      expect(Object.keys(answer).toSorted(), name).toEqual(['_', 'code', 'msg', 'result']);
      expect(answer, name).toMatchObject({ code: expected, msg: CODE_MEANINGS[expected] });
      if (expected === 200) v.parse(CALLS[name].result, 'result' in answer ? answer.result : null);
      if (session !== 'required') continue;
      expect((await post(path, signed(fields))).code, name).toBe(10000);
      const ended = { ...fields, user_token: `${user_token}x` };
      expect((await post(path, signed(ended))).code, name).toBe(11002);
    }
  });
});
