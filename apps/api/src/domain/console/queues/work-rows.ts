import type { WorkGroup, WorkRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import { characterOf } from '../names.ts';
import type { OrderColumns } from './owner-columns.ts';

/** Parts of rows that every queue has. */

/** Real times are moved to the shop's clock, so that all times of an answer compare. */
export function timesOf({ clock }: Ctx) {
  const now = clock.nowMs();
  const ahead = now - clock.real().getTime();
  return {
    now,
    real: (time: Date | null): number | null => (time === null ? null : time.getTime() + ahead),
  };
}

export function orderOf(ctx: Ctx, row: OrderColumns): Pick<WorkRow, 'order' | 'character'> {
  return {
    order: { id: row.order_id, order_no: row.order_no },
    character: characterOf(ctx, row),
  };
}

/** The same of a row that may have no order. */
export function perhapsOrderOf(
  ctx: Ctx,
  row: { readonly [K in keyof OrderColumns]: OrderColumns[K] | null },
): Pick<WorkRow, 'order' | 'character'> {
  const { order_id, order_no, project, player_id, server_id, server_name, cid, name } = row;
  if (order_id === null || order_no === null || project === null || player_id === null) {
    return { order: null, character: null };
  }
  const texts = {
    server_id: server_id ?? '',
    server_name: server_name ?? '',
    cid: cid ?? '',
    name: name ?? '',
  };
  return orderOf(ctx, { order_id, order_no, project, player_id, ...texts });
}

/** Rows in the order of their causes. `total` counts rows that are not shown, too. */
export function groupsOf<Row extends { readonly total: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  groupOf: (first: Row) => Pick<WorkGroup, 'cause' | 'tone'>,
  rowOf: (row: Row) => WorkRow,
  stepsOf: (rows: readonly WorkRow[], first: Row) => WorkGroup['steps'],
): WorkGroup[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].flatMap(([id, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    const shown = all.map(rowOf);
    return [
      { id, ...groupOf(first), steps: stepsOf(shown, first), count: first.total, rows: shown },
    ];
  });
}

/** One step for the orders of each project: a step has one project. */
export function askAll(rows: readonly WorkRow[], gateway: string): WorkGroup['steps'] {
  const projects = new Map<string, Set<string>>();
  for (const { order, character } of rows) {
    if (order === null || character === null) continue;
    const { code } = character.project;
    projects.set(code, (projects.get(code) ?? new Set()).add(order.id));
  }
  return [...projects].map(([code, orders]) => ({
    seed: { kind: 'ask_gateway', order_ids: [...orders] },
    text:
      `Ask ${gateway} about ${orders.size === 1 ? 'it' : `these ${orders.size} orders`} now` +
      (projects.size > 1 ? ` (${code})` : ''),
    why: null,
  }));
}
