import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { WITHOUT_CHECKS } from '../../../../../tests/support/big-orders.ts';
import { asOwner, testDatabase } from '../../../../../tests/support/test-database.ts';
import { balances, ledgerDiscrepancies, settledMoney } from '../../domain/ledger/queries.ts';
import { settledEntries } from '../../domain/console/settlement/settlement-queries.ts';
import { parkedMails } from '../../domain/mail/doubt-queries.ts';
import {
  merchantsBooked,
  openDifferences,
  ourCaptures,
  ourRefunds,
  quarantinedInPeriod,
} from '../../domain/reconciliation/queries.ts';
import { owedOfOrder, owedPayments } from '../../domain/refunds/owed-queries.ts';
import { openBusiness } from '../../domain/retention/archive-queries.ts';
import {
  exportArchived,
  exportMessages,
  exportReceived,
  exportTables,
  firstMessageTime,
  playersToExport,
} from '../../domain/retention/export-queries.ts';
import {
  idlePlayers,
  purgeAccessEvents,
  purgeCarts,
  purgeEmptyCarts,
  purgeForms,
  purgeMessages,
  purgeNotices,
  purgeSessions,
} from '../../domain/retention/purge-queries.ts';
import { eraseFlags, eraseMessages } from '../../domain/retention/erase-queries.ts';
import { backlog } from '../../domain/row-metrics/queries.ts';
import {
  failedRefunds,
  flaggedPlayers,
  openDisputes,
} from '../../domain/support/operator-queries.ts';
import { openRequests } from '../../domain/support/queries.ts';
import { refusedMails, refusedMailsOfOrder } from '../../domain/support/refused-mail-queries.ts';
import { encodeValues, type Statement } from './statement.ts';

/**
 * The statements of commands, reports and retention, planned by PostgreSQL's own costs on a year of
 * synthetic rows: none reads a big table. More rows only make an index cheaper by comparison.
 */

const ROWS = 20_000;
const { db, url } = await testDatabase('seeded');

/** Rows of a year, without triggers and foreign keys; a hundredth waits or is owed. */
const FILL = `${WITHOUT_CHECKS};
  insert into players (project, server_id, cid, pr_id, server_name, name, level, seen_at, flagged_at)
    select 'miniflix', '112', n::text, '1', 'S', 'Test', 1, now() - n % 700 * interval '1 day',
      case when n % 1000 = 0 then now() end from generate_series(1, ${ROWS}) as n;
  insert into player_flags (player_id, project, why, because, at, cleared_at, cleared_because)
    select n, 'miniflix', 'operator', 'x', now(), now(), 'x' from generate_series(1, ${ROWS}) as n;
  insert into sessions (token_hash, player_id, project, created_at, expires_at, seen_at)
    select sha256(n::text::bytea), n, 'miniflix', now(), now() + (n % 60 - 31) * interval '1 day', now()
    from generate_series(1, ${ROWS}) as n;
  insert into event_notices (player_id, project, event_id, moment, at)
    select n, 'miniflix', 'e', 'started', now() - n % 182 * interval '1 day' from generate_series(1, ${ROWS}) as n;
  insert into access_events (player_id, project, event, at)
    select n, 'miniflix', 'set', now() - n % 402 * interval '1 day' from generate_series(1, ${ROWS}) as n;
  insert into carts (player_id, project, changed_at)
    select n, 'miniflix', now() - n % 182 * interval '1 day' from generate_series(1, ${ROWS}) as n;
  insert into orders (id, project, player_id, source, products_key, state, country, currency, total_minor, lang, recipient,
      returns_to_payment, redirect_url, created_at, expires_at, paid_at)
    select lpad(n::text, 20, '0'), 'miniflix', n, 'direct', 'x', 'success', 'US', 'USD', 499, 'en', '{}', true, '',
      at, at, at from generate_series(1, ${ROWS}) as n, lateral (select now() - interval '29 days 5 hours' - (${ROWS} - n) * interval '26 minutes' as at) t;
  insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
      gateway_ref, capture_ref, captured_minor, refunded_minor, is_unearned, client_key, created_at, updated_at)
    select 'A' || id || '_1', id, 1, 'card', 'payermax', 'card', 'US', 'USD', 499, 'SUCCEEDED', 'T' || id, 'T' || id, 499,
      -- Each tenth payment was too much, and nearly all of that is back.
      case when player_id % 10 = 0 and player_id % 1000 > 0 then 499 else 0 end, player_id % 10 = 0,
      case when created_at > now() - interval '31 days' then 'k' end, created_at, created_at from orders;
  insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
    select 'R' || order_id || '_1', order_id, id, 499, 'USD', case when refunded_minor > 0 then 'SUCCEEDED' else 'FAILED' end,
      'double_payment', created_at, updated_at from payment_attempts where is_unearned;
  insert into refunds (id, order_id, attempt_id, amount_minor, currency, state, reason, created_at, updated_at)
    select 'R' || order_id || '_2', order_id, id, 1, 'USD', 'SUCCEEDED', 'operator', created_at, updated_at from payment_attempts;
  insert into resends (id, request_id, order_id, recipient, state, at, created_at)
    select 'r' || id, 'q' || id, id, jsonb_build_object('server_id', '112', 'cid', player_id::text), 'delivered', created_at, created_at
    from orders where player_id % 100 = 0;
  insert into deliveries (id, order_id, state, at, created_at)
    select 'd' || id, id, 'delivered', created_at, created_at from orders;
  insert into outbox_mails (id, kind, order_id, project, server_id, next_attempt_at, give_up_at, created_at, ended_at)
    select 'd' || id, 'purchase', id, 'miniflix', '112', created_at, created_at, created_at, created_at from orders;
  insert into order_events (order_id, attempt_id, at, source, event)
    select id, 'A' || id || '_1', created_at, 'worker', 'x' from orders;
  insert into gateway_inbox (provider, event_key, event_type, body, received_at, applied_at, next_attempt_at)
    select 'payermax', id, 'x', case when created_at > now() - interval '300 days' then id::bytea else '' end,
      created_at, created_at, created_at from orders;
  insert into ledger_entries (at, kind, subject, debit, credit, currency, amount_minor, project, provider, pay_id, order_id, attempt_id)
    select updated_at, 'capture', id, 'gateway', 'owed_to_players', 'USD', 499, 'miniflix', 'payermax', 'card', order_id, id
    from payment_attempts order by updated_at;
  select brin_summarize_new_values('ledger_by_time'), brin_summarize_new_values('attempts_by_time');
  analyze`;

/** Those that a purchase or a player adds to. */
const BIG = new Set(
  `players player_flags sessions event_notices access_events carts orders payment_attempts refunds deliveries outbox_mails
  order_events gateway_inbox ledger_entries`.split(/\s+/),
);

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly Plans?: readonly Node[] | undefined;
};
const node: v.GenericSchema<unknown, Node> = v.looseObject({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => node))),
});
const explained = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.looseObject({ Plan: node })]) })]);

/** Partitions of months to come or just begun: reading a few pages costs less than an index. */
const small = new Set<string>();

/** Big tables that a plan reads from end to end. */
function scanned(plan: Node): string[] {
  const name = plan['Relation Name'] ?? '';
  const table = name.replace(/_(\d{4}_\d\d|default)$/, '');
  const isScanned = plan['Node Type'] === 'Seq Scan' && BIG.has(table) && !small.has(name);
  return [...(isScanned ? [table] : []), ...(plan.Plans ?? []).flatMap(scanned)];
}

type Planned = readonly [name: string, text: string, values: readonly unknown[]];

function planned<Row, V extends object>(
  statement: Statement<Row, V>,
  ...[values]: string extends keyof V ? [] : [V]
): Planned {
  return [statement.name, statement.text, encodeValues(statement.params, values ?? {})];
}

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day);
const aDay = { from: ago(101), to: ago(100) };
/** The share of a batch in a million rows. */
const old = (days: number) => ({ after: ago(days + 1), before: ago(days), limit: 20 });
const orderId = '00000000000000010000';

const aRow = {
  project: 'miniflix',
  channel: 'card',
  country: 'US',
  taxThousandths: null,
  currency: 'USD',
  merchant: '',
};
const STATEMENTS: readonly Planned[] = [
  planned(balances, { afterId: 5_000, upToId: 6_000 }),
  planned(ledgerDiscrepancies, aDay),
  planned(settledMoney, aDay),
  planned(settledEntries, { ...aDay, ...aRow, afterId: 0, limit: 51 }),
  planned(ourCaptures, {
    ...aDay,
    provider: 'payermax',
    merchant: null,
    attemptIds: ['A1'],
    captureRefs: ['T1'],
  }),
  planned(ourRefunds, {
    ...aDay,
    provider: 'payermax',
    merchant: null,
    refundIds: ['R1'],
    gatewayRefs: ['T1'],
  }),
  planned(merchantsBooked, { ...aDay, provider: 'payermax' }),
  planned(quarantinedInPeriod, { ...aDay, provider: 'payermax', merchant: 'nova' }),
  planned(openDifferences),
  planned(owedPayments),
  planned(owedOfOrder, { orderId }),
  planned(backlog, { realNow: new Date() }),
  planned(openRequests),
  planned(flaggedPlayers),
  planned(openDisputes),
  planned(failedRefunds),
  planned(parkedMails),
  planned(refusedMails),
  planned(refusedMailsOfOrder, { orderId }),
  planned(purgeSessions, { ...old(30), now: new Date() }),
  planned(purgeNotices, old(180)),
  planned(purgeCarts, old(180)),
  planned(purgeEmptyCarts, old(180)),
  planned(purgeForms, old(30)),
  planned(purgeMessages, old(299)),
  planned(idlePlayers, { before: ago(699), afterId: 5_000, upToId: 6_000 }),
  planned(eraseMessages, { playerId: 77, afterAt: ago(100).toISOString(), afterId: 0, limit: 500 }),
  planned(eraseFlags, { playerId: 77 }),
  planned(playersToExport, { project: 'miniflix', cid: '77', serverId: null }),
  ...exportTables.map((each) => planned(each, { playerId: 77 })),
  planned(exportReceived, { playerId: 77 }),
  planned(exportArchived, { playerId: 77 }),
  planned(openBusiness, { orderIds: [orderId, '00000000000000010001'] }),
  planned(firstMessageTime, { playerId: 77 }),
  planned(exportMessages, {
    playerId: 77,
    afterAt: ago(100).toISOString(),
    afterId: 0,
    limit: 500,
  }),
];

beforeAll(async () => {
  await asOwner(url, FILL);
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relispartition and relpages < 10`,
  );
  for (const { name } of rows) small.add(name);
});

test.each(STATEMENTS)(
  '%s reads no big table from end to end, by the planner’s own choice (14.7)',
  async (_, text, values) => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
      const [
        {
          'QUERY PLAN': [{ Plan: plan }],
        },
      ] = v.parse(explained, rows);
      expect(scanned(plan)).toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  },
);

test('old audit records are purged by their index, inside the owner’s function (14.7)', async () => {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    const values = encodeValues(purgeAccessEvents.params, old(400));
    const { rows } = await client.query(purgeAccessEvents.text, [...values]);
    expect(rows).toMatchObject([{ count: 20 }]);
    const { rows: scans } = await client.query(
      `select seq_scan::int4 as whole, idx_scan > 0 as is_indexed from pg_stat_xact_user_tables where relname = 'access_events'`,
    );
    expect(scans).toEqual([{ whole: 0, is_indexed: true }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('money that is owed is found without what was refunded before (14.7)', async () => {
  const owed = await db.many(owedPayments);
  expect(owed[0]).toMatchObject({
    total_count: ROWS / 1_000,
    why: 'came_too_much',
    owed_minor: 499,
  });
  const { rows } = await db.pool.query<{ pages: number }>(
    `select pg_relation_size('attempts_owed') / current_setting('block_size')::int as pages`,
  );
  // Twenty rows: one page and the index's own first one.
  expect(Number(rows[0]?.pages)).toBeLessThanOrEqual(2);
});
