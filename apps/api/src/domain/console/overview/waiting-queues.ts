import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { Cause } from '@webpay/contract/console/overview-calls';

const HOUR_MS = 3_600_000;
/** Times in which an operator acts, by the rules of docs/reference/metrics.md; the rest waits for an operator at once. */
const REQUEST_MS = 48 * HOUR_MS;
const DISPUTE_MS = 72 * HOUR_MS;
const UNRESOLVED_MS = 600_000;

type Queue = ConsoleResult<'overview'>['queues'][number];

/** Queues with rows, in the order of their deadlines. */
export function queuesByDeadline(of: {
  readonly now: number;
  readonly causes: readonly Cause[];
  readonly counts: ConsoleResult<'queues'>;
  readonly requestsSince: number | null;
  readonly approvalsUntil: number | null;
  readonly disputes: number;
}): Queue[] {
  const { now, causes, counts } = of;
  const since = (...kinds: readonly string[]): number | null => {
    const found = causes.filter(({ id }) => kinds.includes(id.split(':')[0] ?? ''));
    return found.length === 0 ? null : Math.min(...found.map((cause) => cause.since));
  };
  const queue = (
    kind: Queue['kind'],
    count: number,
    path: string,
    oldest: number | null,
    withinMs: number,
  ): Queue => ({ kind, count, path, oldest, due_at: (oldest ?? now) + withinMs });
  const unresolved = since('payment', 'refund', 'late', 'result');
  const disputes = since('dispute');
  const all: readonly Queue[] = [
    queue('requests', counts.requests, '/requests', of.requestsSince, REQUEST_MS),
    queue('unresolved', counts.unresolved, '/unresolved', unresolved, UNRESOLVED_MS),
    queue('deliveries', counts.deliveries, '/deliveries', since('parked'), 0),
    queue('refunds', counts.refunds, '/refunds?tab=refused', since('refused', 'owed'), 0),
    {
      ...queue('approvals', counts.approvals, '/refunds', null, 0),
      due_at: of.approvalsUntil ?? now,
    },
    queue('disputes', of.disputes, '/orders?view=disputed', disputes, DISPUTE_MS),
  ];
  return all.filter(({ count }) => count > 0).toSorted((one, other) => one.due_at - other.due_at);
}
