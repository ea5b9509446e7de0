import { describe, expect, it } from 'vitest';
import { callGame, getJson } from '../testing/shop.ts';
import { sandboxOfFile } from '../testing/sandbox.ts';
import { fieldsOf } from '../shape.ts';

const { sandbox } = await sandboxOfFile();

const ISLES = { gameId: '10', channelid: 'isles', vc: '3' };
const role = (serverId: string, cid: string, as = {}) =>
  callGame(sandbox.url, 'role', [serverId, cid], as);

describe('a character look-up', () => {
  it.each([
    ['123456', 200],
    ['123456789012', 200],
    ['12345', 404],
    ['1234567890123', 404],
    ['123450', 404],
    ['900000', 404],
    ['912345', 409],
    ['A123456', 404],
    ['', 404],
    ['12345x', 404],
  ])('answers %s with %i', async (cid, code) => {
    const { status, json } = await role('s1', cid);
    expect(status).toBe(200);
    expect(json['code']).toBe(code);
  });

  it.each([
    ['A123456', 200],
    ['A12345678901', 200],
    ['A12345', 404],
    ['A123450', 404],
    ['a123456', 404],
    ['AB123456', 404],
    ['912345', 409],
  ])('answers %s with %i where ids are upper-cased', async (cid, code) => {
    expect((await role('s1', cid, ISLES)).json['code']).toBe(code);
  });

  it('names the other game’s project: the next in seed order, the first after the last', async () => {
    expect((await role('s1', '912345')).json['result']).toEqual({ game_id: '10' });
    expect((await role('s1', '912345', ISLES)).json['result']).toEqual({ game_id: '20' });
  });

  it('returns the same character every time', async () => {
    const first = fieldsOf((await role('s1', '7654321')).json['result']);
    expect(first).toMatchObject({ server_id: 's1', cid: '7654321' });
    expect(String(first['name'])).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d*$/);
    expect(Number(first['level'])).toBeGreaterThan(0);
    expect((await role('s1', '7654321')).json['result']).toEqual(first);
  });

  it('refuses a server in maintenance and unknown servers', async () => {
    expect((await role('s2', '123456')).json['code']).toBe(503);
    expect((await role('s9', '123456')).json['code']).toBe(404);
  });
});

describe('the envelope', () => {
  it.each([
    [{ key: 'wrong' }, 401],
    [{ channelid: 'other' }, 401],
    [{ vc: '2' }, 401],
    [{ gameId: '77' }, 400],
  ])('%o is refused with %i', async (as, status) => {
    expect((await role('s1', '123456', as)).status).toBe(status);
  });
});

describe('the mailbox', () => {
  const ITEMS = [{ item_id: 'gem', name: 'Gems', count: 980 }];
  const mail = (cid: string, key: unknown, items: unknown = ITEMS) =>
    callGame(sandbox.url, 'mail', ['s1', cid, key, 'Your purchase', 'Thank you', items]);
  const read = async (cid: string) =>
    (await getJson(`${sandbox.url}/mail?game_id=20&server_id=s1&cid=${cid}`))['mails'];

  it('holds mail oldest first, one per key', async () => {
    const first = await mail('111111', 'delivery:d1');
    expect(first.json).toMatchObject({ code: 200 });
    await mail('111111', 'code:c1', []);
    expect((await mail('111111', 'delivery:d1')).json).toEqual(first.json);
    expect(await read('111111')).toEqual([
      expect.objectContaining({ delivery_id: 'd1', title: 'Your purchase', items: ITEMS }),
      expect.objectContaining({ delivery_id: null, items: [] }),
    ]);
    expect((await getJson(`${sandbox.url}/statement`))['mails']).toBe(1);
  });

  it.each([
    ['no key', undefined, ITEMS],
    ['a key without an id', 'delivery:', ITEMS],
    ['half an item', 'delivery:d2', [{ item_id: 'gem', name: 'Gems', count: 0.5 }]],
    ['no list', 'delivery:d2', 'gems'],
  ])('rejects %s', async (_what, key, items) => {
    expect((await mail('222222', key, items)).json['code']).toBe(422);
    expect(await read('222222')).toEqual([]);
  });

  it('accepts no mail for an unknown character', async () => {
    expect((await mail('222220', 'delivery:d3')).json['code']).toBe(404);
    expect((await mail('922222', 'delivery:d3')).json['code']).toBe(409);
  });

  it('has a page', async () => {
    const page = await fetch(`${sandbox.url}/`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('In-game mailbox');
    const { games } = await getJson(`${sandbox.url}/mailbox/games`);
    expect(games).toContainEqual(expect.objectContaining({ game_id: '20', name: 'Miniflix' }));
  });
});

describe('a notice of a refund', () => {
  const money = (amount: string) => ({ amount, currency: 'USD' });
  const NOTICE = {
    notice_id: 'refund:R1_1',
    kind: 'refund',
    order_id: 'o1',
    order_no: 'WP-2222-2222-2',
    products: [{ product_id: 'gems-60', count: 1 }],
    price: money('0.99'),
    amount: money('0.40'),
    total: money('0.40'),
    at: 1_795_000_000_000,
    test: true,
  };
  const tell = (cid: string, notice: unknown, as = {}) =>
    callGame(sandbox.url, 'notice', ['s1', cid, notice], as);
  const heard = async (cid: string) =>
    (await getJson(`${sandbox.url}/mail?game_id=20&server_id=s1&cid=${cid}`))['notices'];

  it('is kept once under its id, oldest first', async () => {
    for (const notice of [NOTICE, { ...NOTICE, notice_id: 'refund:R1_2' }, NOTICE]) {
      expect((await tell('333333', notice)).json['code']).toBe(200);
    }
    expect(await heard('333333')).toEqual([
      expect.objectContaining(NOTICE),
      expect.objectContaining({ notice_id: 'refund:R1_2' }),
    ]);
  });

  it('is refused unsigned, and when it is not whole', async () => {
    expect((await tell('444444', NOTICE, { key: 'wrong' })).status).toBe(401);
    for (const wrong of [{ ...NOTICE, notice_id: '' }, { ...NOTICE, kind: 'gift' }, 'refund']) {
      expect((await tell('444444', wrong)).json['code']).toBe(422);
    }
    expect(await heard('444444')).toEqual([]);
  });
});
