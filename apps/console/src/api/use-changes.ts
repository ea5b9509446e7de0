import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import type { Change } from '@webpay/contract/console/change-calls';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useEffect } from 'react';
import { setConnection } from './connection.ts';
import { followChanges } from './follow-changes.ts';
import { learn } from './newest.ts';
import { meQuery } from './queries.ts';

/** Lists and figures are read again at most this often, however many orders change. */
const LIST_MS = 3_000;
/** Queries that a changed order affects, besides its own page. */
const BY_ORDERS: ReadonlySet<unknown> = new Set([
  'overview',
  'orders list',
  'player',
  'requests',
  'request',
  'unresolved',
  'deliveries',
  'refunds',
  'approvals',
  'approval',
]);
const BY_COUNTS: ReadonlySet<unknown> = new Set([
  'overview',
  'requests',
  'unresolved',
  'deliveries',
  'refunds',
]);
const BY_APPROVALS: ReadonlySet<unknown> = new Set(['overview', 'approvals', 'approval', 'queues']);
/** Queries that changes in the shop do not affect. */
const KEPT: ReadonlySet<unknown> = new Set([
  'me',
  'mySecurity',
  'staff',
  'audit',
  'search',
  'previewAction',
  'orderAnswer',
]);

/**
 * Follows the stream of changes, and reads again what it shows. It is disabled while the page is left: otherwise an abandoned
 * page would keep its session open by reading again.
 */
export function useChanges(project: string | null, isEnabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return undefined;
    const stop = new AbortController();
    const applying = applyTo(client, project);
    // The stream also ends when the roles of the operator change.
    const onEnd = (): void => void client.invalidateQueries({ queryKey: meQuery.queryKey });
    void followChanges(project, { onChange: applying.apply, onEnd }, stop.signal);
    return () => {
      stop.abort();
      applying.stop();
      setConnection({ state: 'polling' });
    };
  }, [client, project, isEnabled]);
}

function applyTo(client: QueryClient, project: string | null) {
  const pending = new Set<unknown>();
  let timer: number | undefined;
  let readAt = -Infinity;
  const flush = (): void => {
    timer = undefined;
    readAt = performance.now();
    const names = new Set(pending);
    pending.clear();
    refetch(client, ({ queryKey: [name] }) => names.has(name));
  };
  const later = (names: ReadonlySet<unknown>): void => {
    for (const name of names) pending.add(name);
    timer ??= window.setTimeout(flush, Math.max(0, readAt + LIST_MS - performance.now()));
  };
  return {
    apply: ({ is_whole: isWhole, orders, approvals, counts }: Change): void => {
      if (counts !== null || !isWhole || approvals || orders.length > 0) learn();
      if (counts !== null) {
        const key = ['queues', project === null ? {} : { project }];
        client.setQueryData<ConsoleResult<'queues'>>(key, (old) => {
          if (old === undefined) return old;
          const { alarms: _, ...queues } = counts;
          return { ...old, ...queues };
        });
        later(BY_COUNTS);
      }
      if (!isWhole) {
        refetch(client, ({ queryKey: [name] }) => !KEPT.has(name));
        return;
      }
      if (approvals) later(BY_APPROVALS);
      if (orders.length === 0) return;
      const moved = new Set(orders);
      refetch(client, ({ queryKey: [name, input] }) => name === 'order' && moved.has(idIn(input)));
      later(BY_ORDERS);
    },
    stop: (): void => window.clearTimeout(timer),
  };
}

/** A read that runs already may have begun before the change, so it begins again. */
function refetch(client: QueryClient, fits: (query: Query) => boolean): void {
  void client.invalidateQueries({ predicate: fits, refetchType: 'active' });
}

function idIn(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('id' in input)) return '';
  return String(input.id);
}
