import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { statementsIn } from '../../../../../tests/support/check-statement.ts';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { ARCHIVED_FIELDS } from './archive-rules.ts';

const source = path.join(import.meta.dirname, '../..');
const { db } = await testDatabase();

/**
 * Every statement that reads the history, and why it is right when an old month of it is archived (docs/decisions/0092):
 * shows: no decision reads its answer · kept: it reads rows that stay · open: only business that keeps its month whole ·
 * newest: months that are never old · archive: the command itself
 */
const READERS: Readonly<Record<string, 'shows' | 'kept' | 'open' | 'newest' | 'archive'>> = {
  'orders.events': 'shows',
  // A page's hint about a cancelled order. A new payment checks stock and limits anew.
  'orders.gave_way': 'shows',
  'resolutions.events_of_order': 'shows',
  'console.newest_events_of_order': 'shows',
  'console.mails_of_order': 'shows',
  // The moment of a full refund: it ends a weekly card.
  'cards.purchases': 'kept',
  'orders.for_view': 'kept',
  'orders.for_view_with_session': 'kept',
  'orders.of_player': 'kept',
  // It names the files that have the others, as `archived_events`.
  'export.order_events': 'shows',
  // A live attempt, a refund that is tried again, a mail that waits and a refusal that nobody settled.
  'payments.funding_declined': 'open',
  'refunds.sends_of': 'open',
  'console.queue_waiting_mails': 'open',
  'console.queue_refused_resends': 'open',
  'resolutions.refused_mails': 'open',
  'resolutions.refused_mails_of_order': 'open',
  'console.ends_of_history': 'newest',
  'console.new_events': 'newest',
  'archive.measure_month': 'archive',
  'archive.events_of_month': 'archive',
  'archive.orders_of_month': 'archive',
};

const READS = /\b(?:from|join)\s+order_events\b/;

test('every statement that reads the history is right when its month is archived', async () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      readFileSync(path.join(source, file), 'utf8').includes('statement('),
  );
  const readers = new Set<string>();
  const hidden: string[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(source, file), 'utf8');
    // The search sees what a module exports.
    if (READS.test(text) && /^(?:const|let) \w+ = statement\(/m.test(text)) hidden.push(file);
    const exported: unknown = await import(path.join(source, file));
    for (const each of statementsIn(exported)) {
      if (READS.test(each.text)) readers.add(each.name);
    }
  }
  expect(hidden).toEqual([]);
  expect([...readers].toSorted()).toEqual(Object.keys(READERS).toSorted());
});

test('no function or view of the database reads the history but the two of the archive and those of an erasure', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = current_schema()::regnamespace
        and p.prosrc ~ '(from|join|update)\\s+order_events\\y'
      union all
      select c.relname from pg_class c where c.relkind = 'v' and c.relnamespace = current_schema()::regnamespace
        and pg_get_viewdef(c.oid) ~ 'order_events'
      order by name`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'archive_order_events',
    'erase_player',
    'erase_reasons',
  ]);
});

test('a file has no field that an erasure changes: the database refuses every other change', async () => {
  const { rows } = await db.pool.query<{ text: string }>(
    `select prosrc as text from pg_proc where proname = 'refuse_change_of_history'`,
  );
  const changed = [...(rows[0]?.text ?? '').matchAll(/jsonb_set\(old\.detail, '\{(\w+)/g)];
  const fields = changed.map(([, name = '']) => name);
  expect(fields).toEqual(['to', 'because']);
  expect(fields.filter((name) => ARCHIVED_FIELDS.has(name))).toEqual([]);
});
