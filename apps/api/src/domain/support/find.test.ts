import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder, refundRow } from '../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { MARK, wholeCharacter } from '../../../../../tests/support/whole-character.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { encodeValues, type Statement } from '../../platform/db/statement.ts';
import { orderToken } from '../orders/ids.ts';
import { findByNumber, findCards, findCharacters, findOrdersOf } from './find-queries.ts';

const { built, pool, url } = await builtShop(4);

const find = (...words: readonly string[]) => runResolve(built.ctx, ['find', ...words]);

async function planOf<Values extends object>(
  statement: Statement<unknown, Values>,
  values: Values,
): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain ${statement.text}`,
    encodeValues(statement.params, values),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** A payment by card, at a time. */
async function paidByCard(masked: string, amountMinor: number, at: string) {
  const order = await paidOrder(pool, amountMinor);
  await pool.query(`update payment_attempts set card_masked = $2, created_at = $3 where id = $1`, [
    order.attemptId,
    masked,
    at,
  ]);
  return order;
}

/** A year of a small shop; more rows only make an index cheaper by comparison. */
const MANY = `
  insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
    select 'miniflix', '112', 'many' || n, '1', 'S', 'Name ' || n, 1, now() from generate_series(1, 20000) as n;
  insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang, recipient,
      returns_to_payment, redirect_url, created_at, expires_at)
    select 'm' || lpad(id::text, 19, '0'), project, id, 'direct', 'x', 'failed', 'US', 'USD', 499, 'en', '{}', true, '',
      now() - id * interval '26 minutes', now() from players where cid like 'many%';
  insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state, failure,
      gateway_ref, card_masked, created_at, updated_at)
    select 'A' || id || '_1', id, 1, 'card', 'payermax', 'card', 'US', 'USD', 499, 'FAILED', 'declined',
      'T' || id, '411111******' || lpad((player_id % 10000)::text, 4, '0'), created_at, created_at
    from orders where id like 'm%';
  insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, ended_at)
    select 'x' || id, 'purchase', id, project, '112', now(), now(), now(), now() from orders where id like 'm%';
  analyze players, orders, payment_attempts, card_ends, outbox_mails`;

describe('npm run resolve -- find', () => {
  it('reads no big table, by PostgreSQL’s own costs (14.26)', async () => {
    // The owner's, because only an owner can analyze a table.
    await asOwner(url, MANY);
    const text = { text: '4242', orderId: '4242', orderNo: null, mailId: '4242' };
    const card = { digits: '4242', fromAt: new Date(0), untilAt: new Date(), projects: null };
    const plans = [
      await planOf(findByNumber, text),
      await planOf(findCharacters, {
        cids: ['4242'],
        name: '4242',
        serverId: null,
        projects: null,
      }),
      await planOf(findOrdersOf, { playerIds: Array.from({ length: 50 }, (_, n) => n) }),
      await planOf(findCards, { ...card, amountMinor: 499, currencies: ['USD'] }),
    ];
    const whole = plans
      .join('\n')
      .match(/Seq Scan on (players|orders|payment_attempts|card_ends|outbox_mails).*/g);
    expect(whole).toBeNull();
  });

  it('finds an order by every number around it, with the next command (14.26)', async () => {
    const { orderId, attemptId, playerId, cid } = await wholeCharacter(pool);
    await pool.query(
      `update payment_attempts set gateway_ref = $2, capture_ref = $3 where id = $1`,
      [attemptId, `G-${orderId}`, `C-${orderId}`],
    );
    await pool.query(`update refunds set gateway_ref = $2 where order_id = $1`, [
      orderId,
      `GR-${orderId}`,
    ]);
    const { rows } = await pool.query<{ order_no: string }>(
      'select order_no from orders where id = $1',
      [orderId],
    );
    const orderNo = rows[0]?.order_no ?? '';
    const numbers: readonly (readonly [given: string, line: RegExp])[] = [
      [orderId, /^order \w+ {2}miniflix 112\/\d+ Zebulon Quill {2}success {2}4\.99 USD {2}20/m],
      [orderId.toUpperCase(), /^order /m],
      [orderNo, /^order /m],
      [orderNo.toLowerCase().replaceAll('-', ' '), /^order /m],
      [orderToken(built.ctx, orderId), /^order /m],
      [
        `https://shop.example/miniflix/userOrders#order=${orderToken(built.ctx, orderId)}`,
        /^order /m,
      ],
      [attemptId, /^payment A\w+ .* SUCCEEDED {2}4\.99 USD /m],
      [`G-${orderId}`, /^payment A/m],
      [`C-${orderId}`, /^payment A/m],
      [`R${orderId}_1`, /^refund R\w+ .* SUCCEEDED {2}1\.00 USD /m],
      [`GR-${orderId}`, /^refund R/m],
      [`D-${playerId}`, /^dispute D-\d+ .* won {2}4\.99 USD /m],
      [`q${orderId.slice(1)}`, /^request q\w+ .* approved /m],
      [`d${orderId}`, /^mail d\w+ .* delivered /m],
      [`delivery:d${orderId}`, /^mail d/m],
      [`r${playerId}`, /^mail r\d+ {2}miniflix 112\/\d+ Zebulon Quill .* delivered /m],
      [`ref-${playerId}`, /^order /m],
      [`Q-${playerId}`, /^settled message \d+ .* amount_differs /m],
      [`S-${playerId}`, /^difference \d+ .* amount_differs /m],
    ];
    for (const [given, line] of numbers) {
      const page = await find(given);
      expect({ given, page }).toEqual({ given, page: expect.stringMatching(line) as string });
      expect(page).toContain(`→ npm run resolve -- show ${orderId}`);
    }
    for (const given of [cid, `112/${cid}`]) {
      const page = await find(given);
      expect(page).toMatch(/^character miniflix 112\/\d+ Zebulon Quill {2}seen 20/m);
      expect(page).toContain(`→ npm run export -- --project miniflix --server 112 --cid ${cid}`);
      expect(page).toContain(`→ npm run resolve -- show ${orderId}`);
    }
    expect(await find(`101/${cid}`)).toContain('Nothing was found');
  });

  it('finds a name whatever its case, whole only, and no erased character (14.26)', async () => {
    const named = await paidOrder(pool);
    const similar = await paidOrder(pool);
    const erased = await paidOrder(pool);
    const rename = (orderId: string, name: string, cid: string) =>
      pool.query(
        `update players set name = $2, cid = $3 where id = (select player_id from orders where id = $1)`,
        [orderId, name, cid],
      );
    await rename(named.orderId, 'Ægir Ödegård', '700001');
    await rename(similar.orderId, 'Ægir Ödegård II', '700002');
    await rename(erased.orderId, 'ægir ödegård', 'erased-700003');
    const page = await find('ægir ÖDEGÅRD');
    expect(page).toContain(named.orderId);
    expect(page).not.toContain(similar.orderId);
    expect(page).not.toContain(erased.orderId);
    expect(await find('ægir ödegård', '--project', 'cgg')).toBe(
      'Nothing was found for "ægir ödegård" in cgg.',
    );
  });

  it('finds an id as its game writes it (14.26)', async () => {
    const { orderId } = await paidOrder(pool);
    const upper = built.ctx.catalogue.projects().find((each) => each.cid_upper);
    expect(upper).toBeDefined();
    await pool.query(
      `update players set cid = 'ABCDEF77' where id = (select player_id from orders where id = $1)`,
      [orderId],
    );
    expect(await find('abcdef77')).toContain('character miniflix 112/ABCDEF77');
  });

  it('finds a card by its last four digits with a sum, or a day (14.26)', async () => {
    const first = await paidByCard('411111******4242', 499, '2026-03-05T23:59:59.999Z');
    const second = await paidByCard('411111******4242', 1500, '2026-03-06T00:00:00Z');
    const other = await paidByCard('411111******4243', 499, '2026-03-05T12:00:00Z');
    const ordersIn = (page: string) =>
      [first, second, other].filter(({ orderId }) => page.includes(orderId));
    expect(ordersIn(await find('4242', '--amount', '4.99'))).toEqual([first]);
    expect(ordersIn(await find('4242', '--day', '2026-03-06'))).toEqual([second]);
    expect(ordersIn(await find('4242', '--day', '2026-03-05', '--amount', '4.99'))).toEqual([
      first,
    ]);
    expect(ordersIn(await find('4242', '--amount', '4.99', '--project', 'cgg'))).toEqual([]);
    // 499 without a point is a sum of currencies without cents.
    expect(ordersIn(await find('4242', '--amount', '499'))).toEqual([]);
    const alone = await find('4242');
    expect(ordersIn(alone)).toEqual([]);
    expect(alone).toContain('add --amount 4.99 or --day 2026-11-20');
    await expect(find('4242x', '--amount', '4.99')).rejects.toThrow('nothing was searched');
    await expect(find('4242', '--amount', 'much')).rejects.toThrow('--amount must be a sum');
    await expect(find('4242', '--day', '2026-02-30')).rejects.toThrow('not a day');
    await expect(find('x', '--project', 'nosuch')).rejects.toThrow('--project names no project');
  });

  it('shows a quarantined message and a difference without an order (14.26)', async () => {
    await pool.query(
      `insert into quarantine (provider, source, reason, result, at) values ('paypal', 'webhook', 'unknown_attempt',
          '{"captureRef": "LOST-1", "amount": 599, "currency": "USD"}', now()),
        ('paypal', 'webhook', 'unknown_attempt', '{"gatewayRef": "LOST-1", "amount": "many", "currency": 7}', now())`,
    );
    await pool.query(
      `insert into reconciliation_differences (provider, class, subject, explanation, day, found_at, seen_at)
        values ('paypal', 'captured_there_unknown_here', 'LOST-1', 'x', now(), now(), now())`,
    );
    const page = await find('LOST-1');
    // Not `settle`: it would write the money off before anybody has adopted it or paid it back.
    expect(page).toMatch(/^message \d+ {2}unknown_attempt {2}5\.99 USD .* resolve -- list$/m);
    expect(page).toMatch(/^difference \d+ {2}captured_there_unknown_here .* npm run reconcile$/m);
    expect(page.split('\n')).toHaveLength(3);
  });

  it('shows 50 hits of a kind and says when there are more (14.26)', async () => {
    await pool.query(
      `insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at)
        select 'miniflix', '112', 'crowd' || n, '1', 'S01', 'Crowd', 1, now() from generate_series(1, 60) as n`,
    );
    const { orderId } = await paidOrder(pool);
    await pool.query(
      `insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang,
          recipient, returns_to_payment, redirect_url, created_at, expires_at)
        select 'z' || lpad(n::text, 19, '0'), project, player_id, source, products_key, 'open', country, currency, n, lang,
          recipient, true, '', now() + n * interval '1 hour', now()
        from orders, generate_series(1, 60) as n where id = $1`,
      [orderId],
    );
    const crowd = await find('crowd');
    expect(crowd.match(/^character /gm)).toHaveLength(50);
    expect(crowd).toContain('more characters: only the newest 50 are shown');
    expect(crowd).toContain('crowd60');
    const { rows } = await pool.query<{ cid: string }>(
      `select cid from players where id = (select player_id from orders where id = $1)`,
      [orderId],
    );
    const orders = await find(rows[0]?.cid ?? '');
    expect(orders.match(/^order z/gm)).toHaveLength(50);
    expect(orders).toContain('more orders of these characters: only the newest 50 are shown');
    expect(orders).toContain(`z${'60'.padStart(19, '0')}`);
  });

  it.each([
    '%',
    '_',
    '%%',
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
  ])('answers %j with one sentence (14.26)', async (text) => {
    await wholeCharacter(pool);
    expect((await find(text)).split('\n')).toEqual([
      expect.stringMatching(/^Nothing was found for "/),
    ]);
  });

  it.each([[''], ['  '], ['x'.repeat(10_000)], ['a\0b']])(
    'refuses %j in one sentence (14.26)',
    async (text) => {
      await expect(find(text)).rejects.toThrow(/^(ANYTHING is missing|Give a number)/);
    },
  );

  it('escapes control characters of names and of the text itself (14.26)', async () => {
    const { orderId } = await paidOrder(pool);
    const name = `${MARK}\u001b[2J\u202E\nx`;
    await pool.query(
      `update players set name = $2 where id = (select player_id from orders where id = $1)`,
      [orderId, name],
    );
    for (const page of [await find(name), await find('\u001b[2J\u202E')]) {
      expect(/[\u202E]|(?!\n)\p{Cc}/u.test(page)).toBe(false);
      expect(page).toContain('\\u{1b}[2J\\u{202e}');
    }
    expect((await find(name)).split('\n').every((line) => /^(character|order) /.test(line))).toBe(
      true,
    );
  });

  it('shows a refund of another project only to a search of all projects (14.26)', async () => {
    const order = await paidOrder(pool);
    const refundId = await refundRow(pool, order, { amount: 100 });
    expect(await find(refundId)).toContain(`refund ${refundId}`);
    expect(await find(refundId, '--project', 'miniflix')).toContain(`refund ${refundId}`);
    expect(await find(refundId, '--project', 'cgg')).toContain('Nothing was found');
  });
});
