import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { OrderRow } from '@webpay/contract/console/shapes';

/** Rows of the list under the operator's eyes: they keep their places while states in them change. */

type Answer = ConsoleResult<'orders'>;

export type ShownRow = OrderRow & {
  /** Time of the last change seen here; null: unchanged since the answer. */
  readonly changedAt: number | null;
  /** The filter holds no longer; the row goes with the next reading. */
  readonly isGone: boolean;
};

export type ShownList = {
  readonly rows: readonly ShownRow[];
  readonly next: string | null;
  readonly count: number;
  readonly isExact: boolean;
  readonly readAt: number;
  /** The rows have every change that is older; absent: every change until then. */
  readonly age_ms?: number | undefined;
  /** Orders that wait to be shown. */
  readonly held: readonly OrderRow[];
  /** The next reading begins anew. */
  readonly isRestart: boolean;
};

export function startList(answer: Answer): ShownList {
  return {
    rows: answer.items.map((row) => ({ ...row, changedAt: null, isGone: false })),
    next: answer.next,
    count: answer.count,
    isExact: answer.count_is_exact,
    readAt: answer.now,
    age_ms: answer.age_ms,
    held: [],
    isRestart: false,
  };
}

/** Puts a later reading of the same page over the shown rows. New orders are held back. */
export function mergeList(before: ShownList, answer: Answer): ShownList {
  if (before.rows.length === 0) return startList(answer);
  const fresh = new Map(answer.items.map((row) => [row.id, row]));
  const lastRead = answer.next === null ? -Infinity : (answer.items.at(-1)?.created_at ?? Infinity);
  const rows = before.rows.map((row): ShownRow => {
    const now = fresh.get(row.id);
    // Beyond the end of the answer nothing is known about a row.
    if (now === undefined) return { ...row, isGone: row.isGone || row.created_at > lastRead };
    const hasChanged = row.isGone || stateOf(now) !== stateOf(row);
    return { ...now, isGone: false, changedAt: hasChanged ? answer.now : row.changedAt };
  });
  const shownIds = new Set(rows.map(({ id }) => id));
  const end = before.next === null ? -Infinity : (rows.at(-1)?.created_at ?? Infinity);
  return {
    ...before,
    rows,
    count: answer.count,
    isExact: answer.count_is_exact,
    readAt: answer.now,
    age_ms: answer.age_ms,
    held: answer.items.filter(({ id, created_at: at }) => !shownIds.has(id) && at > end),
  };
}

/** Shows the held orders at once; the next reading brings the page as it is then. */
export function showHeld(list: ShownList): ShownList {
  const all = [
    ...list.held.map((row) => ({ ...row, changedAt: null, isGone: false })),
    ...list.rows,
  ];
  const rows = all
    .filter(({ isGone }) => !isGone)
    .toSorted((one, other) => other.created_at - one.created_at);
  return {
    ...list,
    rows: rows.slice(0, Math.max(list.rows.length, 1)),
    held: [],
    next: null,
    isRestart: true,
  };
}

const stateOf = ({ badges, note, mail_after_ms: after, method }: OrderRow): string =>
  JSON.stringify([badges, note, after, method]);

/** "13,284 orders", "over 10,000 orders" */
export function countText({ count, isExact }: Pick<ShownList, 'count' | 'isExact'>): string {
  const number = count.toLocaleString('en');
  return `${isExact ? '' : 'over '}${number} ${count === 1 && isExact ? 'order' : 'orders'}`;
}
