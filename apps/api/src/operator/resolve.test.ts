import { describe, expect, it } from 'vitest';
import { NOT_THERE, refundLines, shopBeside } from '../../../../tests/support/asked-gateway.ts';
import { endRefund, paidOrder, refundRow } from '../../../../tests/support/paid-order.ts';
import { runResolve } from './resolve-verbs.ts';
import { builtShop } from '../../../../tests/support/built-shop.ts';

const { built, pool } = await builtShop(4);

/** Runs `npm run resolve -- …` with gateways that know no failed refund. */
const resolve = (...args: string[]) => runResolve(shopBeside(built.ctx, NOT_THERE), args);

/** A request about an order's money, decided or not. */
async function request(orderId: string, refundId: string | null = null): Promise<string> {
  const id = `q${orderId.slice(1)}`;
  await pool.query(
    `insert into resolution_requests (id, player_id, order_id, year, kind, text, state, created_at, refund_id, decided_at)
      select $2, player_id, id, 2026, 'refund', 'x', $4, now(), $3, $5 from orders where id = $1`,
    [orderId, id, refundId, ...(refundId === null ? ['open', null] : ['approved', new Date()])],
  );
  return id;
}

describe('[F17] npm run resolve with wrong arguments', () => {
  it.each([
    [['refund', 'ORDER', '--to', '102/5', '--allow-delivered', '--because', 'x'], 'no --to'],
    [['refund', 'ORDER', '--server', 'x', '--because', 'x'], 'no --server'],
    [['refund-again', 'ORDER', '--amount', '3', '--because', 'x'], 'no --amount'],
    [['refund-again', 'ORDER', '--even-surplus', '--because', 'x'], 'no --allow-overpayment'],
    [['paid-outside', 'R0_1', '--amount', '3', '--because', 'x'], 'no --amount'],
    [['paid-outside', 'R0_1', '--because', 'x'], '--reference is the number'],
    [
      ['paid-outside', 'R0_1', '--reference', 'Müller', '--because', 'x'],
      '--reference is the number',
    ],
    [['settle', 'ORDER', '--allow-delivered', '--because', 'x'], 'no --allow-delivered'],
    [['clear-flag', 'miniflix', '5', '--to', '102/5', '--because', 'x'], 'no --to'],
    [['reject', 'ORDER', '--amount', '3', '--because', 'x'], 'no --amount'],
    [['approve', 'ORDER', '--server', '102'], 'no --server'],
    [['list', '--amount', '3'], 'list takes no --amount: nothing was done (it takes no option)'],
    [['show', 'ORDER', '--because', 'x'], 'no --because'],
    [['find', 'ORDER', '--because', 'x'], 'no --because'],
    [['refund', 'ORDER', '--day', '2026-11-20', '--because', 'x'], 'no --day'],
    [['refund', 'ORDER', '--amount', '1.50', '--amount', '2.00', '--because', 'x'], 'twice'],
    [['refund', 'ORDER', '--allow-delivered', '--even-delivered', '--because', 'x'], 'twice'],
    [['refund', 'ORDER', '--because', 'x', '--because', 'y'], 'twice'],
    [['approve', 'ORDER', '--to', '102/5', '--amount', '1.00'], 'give one of them'],
    [['approve', 'ORDER', '--to', '102/5', '--allow-delivered'], 'give one of them'],
    [['refund', 'ORDER', '--all', '--because', 'x'], "Unknown option '--all'"],
    [['refund', 'ORDER', '0.40', '--because', 'x'], 'one argument too many'],
    [['constructor'], 'Say what to do'],
  ])('%j moves no money and reports one sentence', async (words, why) => {
    const order = await paidOrder(pool);
    await pool.query(`update deliveries set state = 'delivered' where id = $1`, [order.deliveryId]);
    const given = words.map((word) => (word === 'ORDER' ? order.orderId : word));
    await expect(resolve(...given)).rejects.toThrow(why);
    await expect(resolve(...given)).rejects.not.toThrow(/\.\s+To specify/);
    expect(await refundLines(pool, order)).toEqual([]);
  });

  it.each(['', '  ', '!?…', 'x'.repeat(1_001), 'bell\u0007', 'esc\u001b[2J', 'abc \u202Edcba'])(
    'refuses %j as a reason',
    async (because) => {
      const order = await paidOrder(pool);
      await expect(resolve('refund', order.orderId, '--because', because)).rejects.toThrow(
        '--because',
      );
      const id = await request(order.orderId);
      await expect(resolve('approve', id, '--because', because)).rejects.toThrow('--because');
      await expect(resolve('reject', id, '--because', because)).rejects.toThrow('--because');
      expect(await refundLines(pool, order)).toEqual([]);
      expect(await resolve('show', id)).toContain('open');
    },
  );
});

describe('[F17] npm run resolve -- show', () => {
  it('prints decisions with reason, sum and refund', async () => {
    const order = await paidOrder(pool);
    const { orderId } = order;
    await resolve('refund', orderId, '--amount', '1.00', '--because', ' kept\nits word ');
    await endRefund(pool, `R${orderId}_1`, 'FAILED');
    await resolve('refund-again', `R${orderId}_1`, '--because', 'the account was filled');
    await pool.query(
      `update players set flagged_at = now() where id = (select player_id from orders where id = $1)`,
      [orderId],
    );
    const { rows } = await pool.query<{ cid: string }>(
      'select cid from players join orders on player_id = players.id where orders.id = $1',
      [orderId],
    );
    await resolve('clear-flag', 'miniflix', rows[0]?.cid ?? '', '--because', 'known since 2019');
    await resolve('log-out', 'miniflix', rows[0]?.cid ?? '', '--because', ' a lost\nphone ');
    const page = await resolve('show', orderId);
    expect(page).toMatch(/^log-out .* because "a lost phone"$/m);
    for (const line of [
      `refund_ordered  R${orderId}_1  1.00 USD  because "kept its word"`,
      `refund_ordered  R${orderId}_2  1.00 USD  because "the account was filled"`,
      `player_cleared  because "known since 2019"`,
    ]) {
      expect(page).toContain(line);
    }
  });

  it('prints a quarantined gateway message with its content and the command that settles it', async () => {
    const order = await paidOrder(pool);
    const result = { kind: 'paid', captureRef: 'T-odd', amount: 599, currency: 'USD', case: 'C-7' };
    const { rows } = await pool.query<{ id: number }>(
      `insert into quarantine (provider, attempt_id, source, reason, result, at)
        values ('payermax', $1, 'webhook', 'amount_differs', $2, now()),
          ('paypal', null, 'webhook', 'lost_beyond_captured', '{"beyond_minor": 5, "currency": "JPY"}', now())
        returning id`,
      [order.attemptId, JSON.stringify(result)],
    );
    const [message = ''] = rows.map(({ id }) => String(id));
    const list = await resolve('list');
    expect(list).toMatch(/^ {4}content: amount 5\.99 USD {2}case C-7 /m);
    expect(list).toContain('content: beyond 5 JPY');
    const page = await resolve('show', order.orderId);
    expect(page).toContain(`message   ${message}  `);
    expect(page).toContain('amount 5.99 USD');
    expect(page).toContain('captureRef T-odd');
    expect(page).toContain(`settle ${message} --because`);
    await resolve('settle', message, '--because', 'the bank’s slip');
    const settled = await resolve('show', order.orderId);
    expect(settled).toContain('quarantine_settled  amount_differs  because "the bank’s slip"');
    expect(settled).not.toContain(`settle ${message} --because`);
  });

  it('prints the first payment of an order, which one event tells with the order', async () => {
    const order = await paidOrder(pool);
    await pool.query(
      `insert into order_events (order_id, attempt_id, at, source, event, to_state)
        values ($1, $2, now(), 'player', 'order_made', 'open'), ($1, null, now(), 'player', 'order_made', 'open')`,
      [order.orderId, order.attemptId],
    );
    const page = await resolve('show', order.orderId);
    const steps = [...page.matchAll(/player {2}(\w+) {2}→ (\w+)$/gm)].map(([, ...step]) => step);
    expect(steps).toEqual([
      ['order_made', 'open'],
      ['attempt_made', 'CREATED'],
      ['order_made', 'open'],
    ]);
  });

  it('escapes control characters in names', async () => {
    const order = await paidOrder(pool);
    const name = 'Eve\u001b[2J\u202E\n0 open requests';
    await pool.query(`update orders set recipient = $2 where id = $1`, [
      order.orderId,
      JSON.stringify({ server_id: '112', cid: '5', name }),
    ]);
    const page = await resolve('show', order.orderId);
    expect(page).toContain('112/5 Eve\\u{1b}[2J\\u{202e} 0 open requests');
    expect(/[\u202E]|(?!\n)\p{Cc}/u.test(page)).toBe(false);
  });
});

describe('[F17] a refund after the gateway refused the one of a request', () => {
  it.each([
    ['the same sum', ['--amount', '2.00']],
    ['all that is left', []],
    ['a part of it', ['--amount', '0.50']],
  ])('answers the request: %s', async (_, words) => {
    const order = await paidOrder(pool);
    const { orderId } = order;
    const refundId = await refundRow(pool, order, { amount: 200 });
    const id = await request(orderId, refundId);
    await endRefund(pool, refundId, 'FAILED');
    await resolve('refund', orderId, ...words, '--because', 'asked again');
    const { rows } = await pool.query(`select refund_id from resolution_requests where id = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ refund_id: `R${orderId}_2` }]);
  });

  it('leaves the request alone while its own refund is in progress', async () => {
    const order = await paidOrder(pool);
    const refundId = await refundRow(pool, order, { amount: 200 });
    const id = await request(order.orderId, refundId);
    await resolve('refund', order.orderId, '--because', 'the rest');
    const { rows } = await pool.query(`select refund_id from resolution_requests where id = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ refund_id: refundId }]);
  });
});

it('[F17] npm run resolve -- list counts the rows beyond the first 200', async () => {
  const { rows } = await pool.query<{ n: number }>(
    `with made as (
        insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at, flagged_at)
        select 'miniflix', '112', 'many' || n, '1', 'S01', 'Test', 1, now(), now() from generate_series(1, 230) n
        returning id
      ) select count(*)::int as n from made`,
  );
  expect(rows).toEqual([{ n: 230 }]);
  await pool.query(
    `insert into quarantine (provider, source, reason, result, at)
      select 'paypal', 'webhook', 'unknown_attempt', '{}', now() from generate_series(1, 201)`,
  );
  const list = await resolve('list');
  expect(list).toMatch(/^200 of 230 flagged players/m);
  expect(list).toMatch(/^200 of 20\d quarantined gateway messages/m);
  expect(list).toMatch(/^0 resends/m);
});
