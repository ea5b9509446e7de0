import { DISPUTE_STATES, REFUND_STATES } from '@webpay/contract/money-back';
import { DISPUTE_TABLE } from '../../apps/api/src/domain/disputes/rules.ts';
import { REFUND_TABLE } from '../../apps/api/src/domain/refunds/rules.ts';

/** Tables of refunds and disputes as ARCHITECTURE.md shows them. */

export function drawRefundTable(): string {
  const rows = Object.entries(REFUND_TABLE).map(([result, cells]) => [
    result,
    ...REFUND_STATES.map((state) => {
      const cell = cells[state];
      return typeof cell === 'string' ? cell : `${cell.otherwise}, webhook: ${cell.webhook}`;
    }),
  ]);
  return draw([['result', ...REFUND_STATES], ...rows]);
}

export function drawDisputeTable(): string {
  const rows = Object.entries(DISPUTE_TABLE).map(([known, cells]) => [
    known,
    ...DISPUTE_STATES.map((state) => cells[state]),
  ]);
  return draw([['known', ...DISPUTE_STATES.map((state) => `reported ${state}`)], ...rows]);
}

function draw(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
