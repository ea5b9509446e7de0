import { CONSOLE_CALLS } from '@webpay/contract/console/calls';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { MARK, wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { eraseCharacter } from '../retention/erase-character.ts';
import { orderToken } from '../orders/ids.ts';
import { search } from './search.ts';
import { readSearchText } from './search-text.ts';

const { built, pool } = await builtShop(4);

async function find(text: string, projects: readonly string[] = [], project?: string) {
  const input = { text, ...(project === undefined ? {} : { project }) };
  return v.parse(CONSOLE_CALLS.search.result, await search(built.ctx, { projects }, input));
}
const hitsOf = async (...given: Parameters<typeof find>) =>
  (await find(...given)).groups.flatMap(({ hits }) => hits);

async function characterNamed(name: string, cid: string, project = 'miniflix') {
  await pool.query(
    `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
      values ($3, '112', $2, '1', 'x', $1, 1, now())`,
    [name, cid, project],
  );
}

async function paidByCard(masked: string, amountMinor: number, at: string) {
  const order = await paidOrder(pool, amountMinor);
  await pool.query(`update payment_attempts set card_masked = $2, created_at = $3 where id = $1`, [
    order.attemptId,
    masked,
    at,
  ]);
  return order.orderId;
}

describe('search', () => {
  it('leads from every number around an order to its page', async () => {
    const { orderId, attemptId, playerId } = await wholeCharacter(pool);
    await pool.query(
      `update payment_attempts set gateway_ref = $2, capture_ref = $3 where id = $1`,
      [attemptId, `G-${orderId}`, `C-${orderId}`],
    );
    const { rows } = await pool.query<{ order_no: string }>(
      'select order_no from orders where id = $1',
      [orderId],
    );
    const orderNo = rows[0]?.order_no ?? '';
    const forms: readonly (readonly [text: string, kind: string, lookedFor: string])[] = [
      [orderNo, 'order', `order ${orderNo}`],
      [` ${orderNo.toLowerCase().replaceAll('-', ' ')} `, 'order', `order ${orderNo}`],
      [orderId, 'order', 'id of an order, a request or a mail'],
      [orderToken(built.ctx, orderId), 'order', 'order by its link'],
      [attemptId, 'payment', 'payment number'],
      [`G-${orderId}`, 'payment', 'gateway'],
      [`C-${orderId}`, 'payment', 'gateway'],
      [`R${orderId}_1`, 'refund', 'refund number'],
      [`D-${playerId}`, 'dispute', 'name of a character'],
      [`q${orderId.slice(1)}`, 'request', 'id of an order'],
      [`d${orderId}`, 'mail', 'gateway'],
      [`Q-${playerId}`, 'message', 'name of a character'],
      [`S-${playerId}`, 'difference', 'name of a character'],
    ];
    for (const [text, kind, lookedFor] of forms) {
      const { groups, looked_for } = await find(text);
      expect({ text, looked_for }).toEqual({
        text,
        looked_for: expect.stringContaining(lookedFor) as string,
      });
      // Other hits are messages about the same payment.
      const [first, ...others] = groups.flatMap(({ hits }) => hits);
      expect({ text, ...first }).toMatchObject({ text, kind, path: `/orders/${orderId}` });
      expect(others.filter(({ path }) => path !== `/orders/${orderId}`)).toEqual([]);
    }
    const [order] = await hitsOf(orderId);
    expect(order).toMatchObject({
      title: orderNo,
      subtitle: expect.stringContaining(MARK) as string,
      badge: { tone: 'green', text: 'Delivered' },
      sum: { minor: 499, currency: 'USD' },
    });
  });

  it('leads to a character by id, server and id, and the beginning of its name', async () => {
    const { cid, playerId, orderId } = await wholeCharacter(pool);
    for (const text of [cid, `112/${cid}`]) {
      const hits = await hitsOf(text);
      expect(hits.map(({ path }) => path)).toEqual([`/players/${playerId}`, `/orders/${orderId}`]);
    }
    await characterNamed('Ægir Ödegård', '700001');
    await characterNamed('ægir öd 100%_\\', '700002');
    await characterNamed('Mægir Ö', '700003');
    const namesOf = async (text: string) =>
      (await hitsOf(text)).map(({ title }) => title).toSorted();
    expect(await namesOf('ÆGIR ÖD')).toEqual(['Ægir Ödegård', 'ægir öd 100%_\\']);
    expect(await namesOf('ægir öd 100%_')).toEqual(['ægir öd 100%_\\']);
    expect(await namesOf('ægir%')).toEqual([]);
    // One letter begins too many names.
    expect(await namesOf('æ')).toEqual([]);
  });

  it('shows no erased character', async () => {
    const { cid, playerId } = await wholeCharacter(pool);
    await pool.query(`update players set name = 'Gone Girl' where id = $1`, [playerId]);
    expect(await hitsOf('Gone G')).toHaveLength(1);
    const character = { project: 'miniflix', serverId: '112', cid };
    await eraseCharacter(built.ctx, { ...character, because: 'asked for' });
    for (const text of ['Gone G', 'erased', cid, `erased-${playerId}`]) {
      expect({ text, hits: await hitsOf(text) }).toEqual({ text, hits: [] });
    }
  });

  it('finds payments of a card by its last four digits, a sum and a day', async () => {
    const first = await paidByCard('411111******4242', 499, '2025-11-20T23:59:59.999Z');
    const second = await paidByCard('411111******4242', 1_500, '2025-11-21T00:00:00Z');
    await paidByCard('411111******4243', 499, '2025-11-20T12:00:00Z');
    const ordersOf = async (text: string) =>
      (await hitsOf(text)).map(({ path }) => path?.replace('/orders/', ''));
    expect(await ordersOf('••4242')).toEqual([second, first]);
    expect(await ordersOf('4242')).toEqual([second, first]);
    expect(await ordersOf('4242 4.99')).toEqual([first]);
    expect(await ordersOf('4242 4,99')).toEqual([first]);
    expect(await ordersOf('4242 $4.99')).toEqual([first]);
    expect(await ordersOf('•• 4242 USD 4.99')).toEqual([first]);
    expect(await ordersOf('4242 4.99 EUR')).toEqual([]);
    expect(await ordersOf('4242 2025-11-21')).toEqual([second]);
    expect(await ordersOf('4242 21 Nov 2025')).toEqual([second]);
    expect(await ordersOf('4242 Nov 20 2025 4.99')).toEqual([first]);
    expect(await ordersOf('4242 15.00 20 Nov 2025')).toEqual([]);
    // 499 without a point is a sum of currencies without cents.
    expect(await ordersOf('4242 499')).toEqual([]);
    expect((await find('4242 4.99 2025-11-20')).looked_for).toContain(
      'payments by a card that ends in 4242 of 4.99 on 2025-11-20',
    );
  });

  it('takes a day without a year as the last such day', () => {
    const now = new Date('2026-03-01T10:00:00Z');
    const dayOf = (text: string) =>
      readSearchText(built.ctx, text, { projects: null, now })
        ?.card?.from.toISOString()
        .slice(0, 10);
    expect(dayOf('1111 1 Mar')).toBe('2026-03-01');
    expect(dayOf('1111 2 March')).toBe('2025-03-02');
    expect(dayOf('1111 29 Feb')).toBeUndefined();
    expect(dayOf('1111 2026-02-30')).toBeUndefined();
  });

  it('says when an order number was misread', async () => {
    expect((await find('WP-2222-2222-3')).looked_for).toContain('check symbol');
  });

  it('groups hits, five each, newest first, and says when there are more', async () => {
    const { orderId } = await paidOrder(pool);
    await pool.query(
      `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
          recipient, returns_to_payment, redirect_url, created_at, expires_at)
        select 'z' || lpad(n::text, 19, '0'), project, player_id, source, products_key, 'open', country, currency, n, lang,
          recipient, true, '', now() + n * interval '1 hour', now()
        from orders, generate_series(1, 9) as n where id = $1`,
      [orderId],
    );
    const { rows } = await pool.query<{ cid: string }>(
      `select cid from players where id = (select player_id from orders where id = $1)`,
      [orderId],
    );
    const { groups } = await find(rows[0]?.cid ?? '');
    expect(groups.map(({ title, has_more }) => [title, has_more])).toEqual([
      ['Characters', false],
      ['Newest orders of these characters', true],
    ]);
    expect(groups[1]?.hits.map(({ sum }) => sum?.minor)).toEqual([9, 8, 7, 6, 5]);
  });

  it('shows an operator nothing of other projects', async () => {
    const { orderId, attemptId, cid } = await wholeCharacter(pool);
    await characterNamed('Hidden One', cid, 'dr2');
    await pool.query(
      `insert into quarantine (provider, source, reason, result, at)
        values ('paypal', 'webhook', 'unknown_attempt', '{"captureRef": "LOST-1"}', now())`,
    );
    for (const text of [orderId, attemptId, MARK, MARK.slice(0, 4)]) {
      expect(await hitsOf(text, ['dr2'])).toEqual([]);
      expect(await hitsOf(text, ['dr2'], 'miniflix')).toEqual([]);
      expect(await hitsOf(text, [], 'cgg')).toEqual([]);
      expect(await hitsOf(text, ['miniflix'])).not.toEqual([]);
    }
    expect((await hitsOf(cid, ['dr2'])).map(({ title }) => title)).toEqual(['Hidden One']);
    // Money of no known order may be of any project.
    expect(await hitsOf('LOST-1')).toHaveLength(1);
    expect(await hitsOf('LOST-1', ['miniflix'])).toEqual([]);
  });

  it.each([
    '%',
    '_',
    '%%%%',
    `' or true --`,
    '\\',
    '{"a":1}',
    '*',
    '/',
    '112/',
    'a/b/c',
    '0',
    '٤٢٤٢',
    '\uD800',
    'ab\uDC00',
    'a\0b',
    '\0',
    '   ',
    '\u{10FFFF}\u{10FFFF}',
    '9'.repeat(200),
    'x'.repeat(200),
    '•'.repeat(200),
    '1111 '.repeat(40),
    `1111 ${'1'.repeat(190)}`,
    '1111 99 Nov',
    '\u202E\u0007junk',
  ])('finds nothing for %j and says what it looked for', async (text) => {
    await wholeCharacter(pool);
    expect(await find(text)).toEqual({
      looked_for: expect.stringMatching(/\w/) as string,
      groups: [],
    });
  });
});
