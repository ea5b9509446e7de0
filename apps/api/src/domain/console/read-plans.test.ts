import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { manyOrders } from '../../../../../tests/support/big-orders.ts';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { encodeValues, type Statement } from '../../platform/db/statement.ts';
import { boundPage, COUNTS, PAGES } from './list-queries.ts';
import { listOrders, listPlanOf } from './list-orders.ts';
import {
  newestMailsOfPlayer,
  newestOrdersOfPlayer,
  sameCharacters,
  totalsOfPlayer,
  livingPlayer,
} from './player-queries.ts';
import { rowsOfOrders } from './row-queries.ts';
import { queueCounts } from './queues/count-queries.ts';
import { refusedEventMails, refusedResends, waitingMails } from './queues/delivery-queries.ts';
import {
  disputeByNumber,
  earlierOrders,
  endedDisputes,
  openDisputes,
} from './queues/dispute-queries.ts';
import { doneRefunds, owedMoney, pendingRefunds, refusedRefunds } from './queues/refund-queries.ts';
import {
  countDecidedRequests,
  countOpenRequests,
  decidedRequestPage,
  openRequestPage,
  requestToRead,
} from './queues/request-queries.ts';
import {
  failingMessages,
  unresolvedLate,
  unresolvedPayments,
  unresolvedRefunds,
  unsettledResults,
} from './queues/unresolved-queries.ts';
import { endsOfHistory, newEntries, newEvents } from './changes/queries.ts';
import { openCauses, queueAges } from './overview/cause-queries.ts';
import {
  firstSteps,
  mailboxTimes,
  moneyThatWaits,
  paymentsByPlace,
  salesByHalfHour,
} from './overview/queries.ts';
import { notesOfOrder, notesOfPlayer } from './note-queries.ts';
import { charactersByName } from './search-queries.ts';

/** PostgreSQL's own plans on a year of a small shop: more rows only make an index cheaper by comparison. */

const { built, pool, url } = await builtShop(2);
const EVERYBODY = { projects: [] };

beforeAll(async () => {
  for (const each of manyOrders(20_000)) await asOwner(url, each);
  await asOwner(url, 'analyze');
});

type Filter = Parameters<typeof listPlanOf>[0];

/** Each view, and each filter alone. */
const FILTERS: readonly (readonly [name: string, filter: Filter])[] = [
  ['no filter', {}],
  ['unresolved', { view: 'unresolved' }],
  ['undelivered', { view: 'undelivered' }],
  ['declined', { view: 'declined' }],
  ['money_back', { view: 'money_back' }],
  ['disputed', { view: 'disputed' }],
  ['project', { project: 'dr2' }],
  ['a state', { state: ['refunded'] }],
  ['states', { state: ['success', 'failed'] }],
  ['unpaid', { state: ['open', 'waiting'] }],
  ['a live payment', { payment: ['UNKNOWN'] }],
  ['a failed payment', { payment: ['FAILED'] }],
  ['a mail', { mail: ['retrying'] }],
  ['a delivered mail', { mail: ['delivered'] }],
  ['money on its way back', { money_back: ['pending'] }],
  ['no money back', { money_back: ['none'] }],
  ['an open dispute', { dispute: ['open'] }],
  ['a day', { from: Date.now() - 86_400_000, until: Date.now() }],
  ['a currency', { currency: 'ISK' }],
  ['a sum', { min: 9_000, max: 9_100 }],
  ['a method', { method: 'paypal' }],
  ['a rare country', { country: 'IS' }],
  ['a server', { server: '112' }],
  ['a good', { product: 'gems_7' }],
  ['filters that no order fits', { server: '112', country: 'IS', currency: 'JPY', product: 'x' }],
];

const BIG = /\b(?:players|orders|payment_attempts|deliveries|outbox_mails)\b/;
const rows = v.array(v.object({ 'QUERY PLAN': v.string() }));

/** Whole reads of big tables, as the list runs its statements. */
async function wholeReads<Values extends object>(
  statement: Statement<unknown, Values>,
  values: Values,
  isBound: boolean,
): Promise<string[]> {
  const plan = await planOf(statement, values, isBound);
  return plan.filter((line) => line.includes('Seq Scan on') && BIG.test(line));
}

async function planOf<Values extends object>(
  statement: Statement<unknown, Values>,
  values: Values,
  isBound = false,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (isBound) await client.query(boundPage.text);
    const explained = await client.query(
      `explain ${statement.text}`,
      encodeValues(statement.params, values),
    );
    return v.parse(rows, explained.rows).map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each(FILTERS)('the orders by %s read no big table from end to end', async (_, filter) => {
  const { source, values } = listPlanOf(filter, null);
  const page = { ...values, beforeAt: 'infinity', beforeId: '', limit: 51 };
  expect(await wholeReads(PAGES[source], page, true)).toEqual([]);
  expect(await wholeReads(COUNTS[source], { ...values, most: 10_001 }, true)).toEqual([]);
});

test('rows, names and players read no big table from end to end', async () => {
  const { rows: players } = await pool.query<{ id: number }>(
    `select id from players where cid = 'big77'`,
  );
  const playerId = players[0]?.id ?? 0;
  const orderIds = Array.from({ length: 50 }, (_, n) => String(n + 1).padStart(20, '0'));
  const all = { projects: null };
  const found = [
    await wholeReads(rowsOfOrders, { orderIds }, false),
    await wholeReads(charactersByName, { name: 'ab', ...all, limit: 11 }, false),
    await wholeReads(livingPlayer, { playerId, year: 2026, ...all }, false),
    await wholeReads(totalsOfPlayer, { playerId }, false),
    await wholeReads(newestOrdersOfPlayer, { playerId, limit: 50 }, false),
    await wholeReads(newestMailsOfPlayer, { playerId, limit: 50 }, false),
    await wholeReads(sameCharacters, { playerId, cid: 'big77', ...all, limit: 20 }, false),
  ];
  expect(found.flat()).toEqual([]);
});

describe.each([
  ['all projects', null],
  ['one project', ['dr2']],
])('the queues of %s', (_, projects) => {
  const seen = { projects, most: 2_000, each: 50 };
  const before = new Date();
  const place = { placeAt: '-infinity', placeId: '', limit: 51 };
  const newest = { ...place, placeAt: 'infinity' };
  const kind = null;

  test('read no big table from end to end', async () => {
    const found = [
      await wholeReads(unresolvedPayments, { ...seen, before }, false),
      await wholeReads(unresolvedRefunds, { ...seen, before }, false),
      await wholeReads(unresolvedLate, { ...seen, before }, false),
      await wholeReads(unsettledResults, seen, false),
      await wholeReads(failingMessages, seen, false),
      await wholeReads(waitingMails, { ...seen, before }, false),
      await wholeReads(refusedResends, seen, false),
      await wholeReads(refusedEventMails, seen, false),
      await wholeReads(pendingRefunds, { projects, ...place }, false),
      await wholeReads(refusedRefunds, { projects, ...place }, false),
      await wholeReads(owedMoney, { projects, ...place }, false),
      await wholeReads(doneRefunds, { projects, ...newest }, false),
      await wholeReads(openDisputes, { projects, ...place, placeAt: '' }, false),
      await wholeReads(endedDisputes, { projects, ...newest }, false),
      await wholeReads(
        disputeByNumber,
        { projects, provider: 'payermax', disputeId: 'x', limit: 20 },
        false,
      ),
      await wholeReads(earlierOrders, { playerId: 1, before, limit: 20 }, false),
      await wholeReads(openRequestPage, { projects, kind, ...place }, false),
      await wholeReads(decidedRequestPage, { projects, kind, ...newest }, false),
      await wholeReads(countOpenRequests, { projects, kind, most: 10_000 }, false),
      await wholeReads(countDecidedRequests, { projects, kind, most: 10_000 }, false),
      await wholeReads(requestToRead, { projects, requestId: 'x' }, false),
      await wholeReads(queueCounts, { projects, before, lateBefore: before, most: 1_000 }, false),
    ];
    expect(found.flat()).toEqual([]);
  });
});

describe.each([
  ['all projects', null],
  ['one project', ['dr2']],
])('the first screen of %s', (_, projects) => {
  const untilAt = new Date();
  const fromAt = new Date(untilAt.getTime() - 86_400_000);
  const beforeAt = new Date(fromAt.getTime() - 86_400_000);
  const most = 1_000;

  test('reads no big table from end to end', async () => {
    const found = [
      await wholeReads(salesByHalfHour, { projects, fromAt, untilAt }, false),
      await wholeReads(paymentsByPlace, { projects, beforeAt, fromAt, untilAt }, false),
      await wholeReads(mailboxTimes, { projects, fromAt, untilAt }, false),
      await wholeReads(moneyThatWaits, { projects, most }, false),
      await wholeReads(firstSteps, { projects }, false),
      await wholeReads(openCauses, { projects, before: untilAt, lateBefore: untilAt, most }, false),
      await wholeReads(queueAges, { projects, realNow: untilAt, most }, false),
    ];
    expect(found.flat()).toEqual([]);
  });
});

test('the watcher of changes reads the end of the history alone', async () => {
  await asOwner(
    url,
    `insert into order_events (order_id, at, source, event)
      select lpad((1 + n % 20000)::text, 20, '0'), now(), 'worker', 'mail_delivered' from generate_series(1, 20000) as n`,
  );
  await asOwner(url, 'analyze order_events');
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  const plans = [
    await planOf(newEvents, { after: 19_990, missing: [19_980], most: 1_000 }),
    await planOf(newEntries, { after: 1, most: 1_000 }),
    await planOf(endsOfHistory, {}),
  ];
  expect(plans.flat().filter((line) => line.includes(`Seq Scan on order_events_${month}`))).toEqual(
    [],
  );
  expect(plans.flat().filter((line) => /Seq Scan on orders/.test(line))).toEqual([]);
});

test('disputes are read in the order of their indexes, without a sort', async () => {
  const client = await pool.connect();
  const planOf = async <Values extends object>(
    query: Statement<unknown, Values>,
    values: Values,
  ) => {
    const explained = await client.query(
      `explain ${query.text}`,
      encodeValues(query.params, values),
    );
    return v.parse(rows, explained.rows).map((row) => row['QUERY PLAN']);
  };
  try {
    await client.query('begin');
    // Some hundred rows are cheaper to sort than to look up.
    await client.query('set local enable_seqscan = off');
    await client.query('set local enable_sort = off');
    await client.query('set local enable_bitmapscan = off');
    const page = { projects: null, placeId: '', limit: 51 };
    const open = await planOf(openDisputes, { ...page, placeAt: '' });
    expect(open.join('\n')).toContain('Index Scan using disputes_to_answer');
    const ended = await planOf(endedDisputes, { ...page, placeAt: 'infinity' });
    expect(ended.join('\n')).toContain('Index Scan Backward using disputes_by_end');
    expect([...open, ...ended].filter((line) => line.includes('Sort'))).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('notes are found by their object', async () => {
  const found = [
    await wholeReads(notesOfOrder, { orderId: 'x', limit: 100 }, false),
    await wholeReads(notesOfPlayer, { playerId: 1, limit: 100 }, false),
  ];
  expect(found.flat()).toEqual([]);
});

test('a list counts exactly up to 10,000 orders, then says that there are more', async () => {
  const list = async (filter: Filter) => {
    const answer = await listOrders(built.ctx, EVERYBODY, filter);
    if ('refused' in answer) throw new Error(answer.refused.code);
    return answer;
  };
  expect(await list({})).toMatchObject({ count: 10_000, count_is_exact: false });
  const { rows: counted } = await pool.query<{ count: number }>(
    `select count(*)::int4 as count from orders where state = 'refunded'`,
  );
  const refunded = await list({ state: ['refunded'], limit: 200 });
  expect(refunded).toMatchObject({ count: counted[0]?.count, count_is_exact: true });
  const next = await list({ state: ['refunded'], limit: 3, after: refunded.next ?? '' });
  expect(next).toMatchObject({ count: refunded.count });
  expect(next.items).toHaveLength(3);
  const all = [...refunded.items, ...next.items].map(({ created_at: at }) => at);
  expect(all).toEqual(all.toSorted((a, b) => b - a));
});
