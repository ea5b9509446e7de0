import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { isStatement } from '../../../../../tests/support/check-statement.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';

/** Checks the plans for years of orders: no statement scans a growing table. */

const source = path.join(import.meta.dirname, '../..');
const { db } = await testDatabase();

/** The catalogue and tables of its size. */
const SMALL = new Set(
  'projects products product_prices channels channel_countries regions servers settings reconciliations events service_changes method_stops retention_runs operators api_tokens webhook_endpoints'.split(
    ' ',
  ),
);
/** Only the first or the last rows of all, or a restored copy that a command reads. */
const READ_ALL = new Set([
  'reconciliation.take_due_days',
  'ledger.days_to_check',
  'ledger.last_entry',
  'console.ends_of_history',
  'reconciliation.newest_order',
  'merchants.of_late',
]);
/** Rows that wait for an operator: they are few, and no buyer waits for them. */
const AMONG_FEW = new Set([
  'resolutions.settle_mail',
  'resolutions.settle_reward',
  'resolutions.refused_mails_of_order',
  'refunds.failed_of',
  'reconciliation.settle_one',
]);

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'Index Cond'?: string | undefined;
  readonly Filter?: string | undefined;
  readonly Plans?: readonly Node[] | undefined;
};
const node: v.GenericSchema<unknown, Node> = v.looseObject({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Name': v.optional(v.string()),
  'Index Cond': v.optional(v.string()),
  Filter: v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => node))),
});
const explained = v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.looseObject({ Plan: node })]) })]);

const partial = new Set(
  (
    await db.pool.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index where indpred is not null`,
    )
  ).rows.map(({ name }) => name),
);

/** Columns with a unique index: `table.column`. */
const keys = new Set(
  (
    await db.pool.query<{ key: string }>(
      `select indrelid::regclass || '.' || attname as key
       from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
       where indpred is null and indnkeyatts = 1 and indrelid::regclass::text !~ '[.]'`,
    )
  ).rows.map(({ key }) => key),
);

const names = globSync('**/*.ts', { cwd: source }).filter(
  (file) =>
    !/\.test\.ts$|^testing\//.test(file) &&
    /= statement\(/.test(readFileSync(path.join(source, file), 'utf8')),
);
const all = (
  await Promise.all(
    names.map(async (file) => {
      const exported: unknown = await import(path.join(source, file));
      return Object.values(exported ?? {})
        .flat()
        .filter(isStatement);
    }),
  )
).flat();

/** The parts of a plan that scan a whole table. */
function wholeReads(plan: Node, above = ''): string[] {
  const type = plan['Node Type'];
  // A bitmap's index names no table: the node above it does.
  const table = plan['Relation Name'] ?? above;
  const index = plan['Index Name'] ?? '';
  const isAllOfIndex =
    type.includes('Index') && plan['Index Cond'] === undefined && !partial.has(index);
  const isWhole = (type === 'Seq Scan' && !SMALL.has(table)) || (isAllOfIndex && !SMALL.has(table));
  return [
    ...(isWhole ? [`${type} of ${table || index}`] : []),
    ...(plan.Plans ?? []).flatMap((each) => wholeReads(each, table)),
  ];
}

/** Columns of the partial indexes that are unique. */
const uniqueParts = new Map(
  (
    await db.pool.query<{ name: string; columns: string[] }>(
      `select indexrelid::regclass::text as name, array_agg(attname::text) as columns
       from pg_index join pg_attribute on attrelid = indexrelid where indpred is not null and indisunique group by 1`,
    )
  ).rows.map(({ name, columns }) => [name, columns]),
);

/** Whether a plan has the whole key of a unique index, which names one row at most. */
const isOneRow = (plan: Node): boolean =>
  uniqueParts
    .get(plan['Index Name'] ?? '')
    ?.every((column) => (plan['Index Cond'] ?? '').includes(`(${column} = `)) === true;

/** The parts of a plan that look up one key in an index of unfinished work. */
function walksForOne(plan: Node): string[] {
  const index = isOneRow(plan) ? '' : (plan['Index Name'] ?? '');
  const named = (plan.Filter ?? '').matchAll(/\((\w+) = [$]/g);
  return [
    ...[...named]
      .map(([, column]) => `${plan['Relation Name'] ?? ''}.${column ?? ''}`)
      .filter((key) => partial.has(index) && keys.has(key))
      .map((key) => `${key} by ${index}`),
    ...(plan.Plans ?? []).flatMap(walksForOne),
  ];
}

async function planOf(text: string): Promise<Node> {
  const client = await db.pool.connect();
  try {
    await client.query(
      'begin; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
    );
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
    const [
      {
        'QUERY PLAN': [{ Plan: plan }],
      },
    ] = v.parse(explained, rows);
    return plan;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('finds every statement', () => {
  expect(all.length).toBeGreaterThan(150);
});

test.each(all.filter(({ name }) => !READ_ALL.has(name)))(
  '$name finds its rows by an index, however many there are',
  async ({ text }) => {
    expect(wholeReads(await planOf(text))).toEqual([]);
  },
);

test.each(all.filter(({ name }) => !AMONG_FEW.has(name)))(
  '$name finds a row it has the key of by that key, however much else waits',
  async ({ text }) => {
    expect(walksForOne(await planOf(text))).toEqual([]);
  },
);
