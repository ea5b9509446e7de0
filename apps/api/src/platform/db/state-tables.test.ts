import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  DISPUTE_TRANSITIONS,
  REFUND_TRANSITIONS,
  RESOLUTION_TRANSITIONS,
} from '@webpay/contract/money-back';
import {
  ATTEMPT_TRANSITIONS,
  DELIVERY_TRANSITIONS,
  ORDER_TRANSITIONS,
} from '@webpay/contract/order-states';
import * as v from 'valibot';
import { drawDisputeTable, drawRefundTable } from '../../../../../tests/support/draw-tables.ts';
import { TRANSITION_TABLE } from '../../domain/payments/transition-table.ts';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { statement } from './statement.ts';

const transitions = statement({
  name: 'test.transitions',
  text: `select machine, from_state, to_state from state_transitions`,
  row: v.object({ machine: v.string(), from_state: v.string(), to_state: v.string() }),
});

const MACHINES: readonly (readonly [string, Readonly<Record<string, readonly string[]>>])[] = [
  ['attempt', ATTEMPT_TRANSITIONS],
  ['order', ORDER_TRANSITIONS],
  ['delivery', DELIVERY_TRANSITIONS],
  ['refund', REFUND_TRANSITIONS],
  ['dispute', DISPUTE_TRANSITIONS],
  ['resolution', RESOLUTION_TRANSITIONS],
];

describe('[S08] the state machines', () => {
  it('match between the database and the code', async () => {
    const { db } = await testDatabase();
    const rows = await db.many(transitions);
    const inDatabase = rows.map((row) => `${row.machine}: ${row.from_state} → ${row.to_state}`);
    const inCode = MACHINES.flatMap(([machine, table]) =>
      Object.entries(table).flatMap(([from, tos]) =>
        tos.map((to) => `${machine}: ${from} → ${to}`),
      ),
    );
    expect(inDatabase.toSorted()).toEqual(inCode.toSorted());
  });

  it('match the drawing in ARCHITECTURE.md', async () => {
    const file = path.join(import.meta.dirname, '../../../../../ARCHITECTURE.md');
    const lines = (await readFile(file, 'utf8'))
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' '));
    for (const [, table] of MACHINES) {
      for (const [from, tos] of Object.entries(table)) {
        expect(lines).toContain(`${from} → ${tos.length === 0 ? '(end)' : tos.join(', ')}`);
      }
    }
  });

  it('[S08] match the transition tables in ARCHITECTURE.md', async () => {
    const file = path.join(import.meta.dirname, '../../../../../ARCHITECTURE.md');
    const drawn = await readFile(file, 'utf8');
    expect(drawn).toContain(TRANSITION_TABLE);
    expect(drawn).toContain(drawRefundTable());
    expect(drawn).toContain(drawDisputeTable());
  });
});
