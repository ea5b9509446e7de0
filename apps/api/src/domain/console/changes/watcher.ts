import { setTimeout as pause } from 'node:timers/promises';
import { ACTIONS } from '@webpay/contract/console/actions';
import type { Change } from '@webpay/contract/console/change-calls';
import type { Ctx } from '../../../context.ts';
import { reportFailure } from '../../../platform/monitoring/alert.ts';
import { openAt } from '../../operators/sessions.ts';
import { readCauses } from '../overview/read-overview.ts';
import { countWaiting } from '../queues/queue-counts.ts';
import { trackGaps } from './gaps.ts';
import {
  endsOfHistory,
  newEntries,
  newEvents,
  sessionsStillOpen,
  type NewEntry,
  type NewEvent,
} from './queries.ts';

const EVERY_MS = 1_000;
const LEAST_SCALE = 0.02;
/** Turns between two messages without news. */
const BEAT_TURNS = 10;
/** Turns between two looks at the open causes of a scope. */
const CAUSE_TURNS = 5;
/** Rows of a turn; a full turn is followed by the next one at once. */
const MOST = 1_000;
/** Scopes that are counted in a turn; further ones take turns. */
const MAX_SCOPES = 8;
/** Events before the last known number that may have been under way then: they are told again. */
const OVERLAP = 100;

type Scope = readonly string[] | null;
type Counts = NonNullable<Change['counts']>;

/** Place in the order history and the audit log: the id of a message. */
export type Place = { readonly eventId: number; readonly auditId: number };

export type Subscriber = {
  readonly sessionId: string;
  /** Roles and projects as they were when the stream began. */
  readonly rights: string;
  readonly projects: Scope;
  readonly tell: (change: Change, place: Place) => void;
  /** The session ended, what the operator may do changed, or the process stops. */
  readonly end: () => void;
};

export type Watcher = {
  /**
   * Tells what changes from now on, and what changed since `last`.
   * @returns a function that leaves
   */
  readonly join: (subscriber: Subscriber, last: Place | null) => () => void;
  /** Ends every stream, and does not watch again. */
  readonly close: () => void;
};

export const rightsOf = (by: {
  readonly roles: readonly string[];
  readonly projects: readonly string[];
}): string => JSON.stringify([by.roles, by.projects]);

/**
 * One for all operators of a process: reads new events, entries of the audit log and counts each second while somebody
 * listens, and nothing while nobody does.
 */
export function createWatcher(ctx: Ctx): Watcher {
  const everyMs = EVERY_MS * Math.max(ctx.config.waitScale.pauses, LEAST_SCALE);
  const all = new Map<Subscriber, Told>();
  let isRunning = false;
  let isClosed = false;

  const run = async (): Promise<void> => {
    const turn = createTurn(ctx);
    while (all.size > 0 && !isClosed) {
      let isFull = false;
      try {
        isFull = await turn(all);
      } catch (error) {
        // Pages notice the silence, and the next turn begins where the last one ended.
        reportFailure(ctx, error, { watcher: 'changes' }, 'changes could not be read');
      }
      if (!isFull) await pause(everyMs, undefined, { ref: false });
    }
    isRunning = false;
  };

  return {
    join: (subscriber, last) => {
      if (isClosed) {
        subscriber.end();
        return () => undefined;
      }
      all.set(subscriber, { toldCounts: '', last, isNew: true });
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return () => void all.delete(subscriber);
    },
    close: () => {
      isClosed = true;
      for (const subscriber of all.keys()) subscriber.end();
      all.clear();
    },
  };
}

type Told = { toldCounts: string; last: Place | null; isNew: boolean };

/** The state that lasts from turn to turn. A turn says whether more rows wait. */
function createTurn(ctx: Ctx): (all: Map<Subscriber, Told>) => Promise<boolean> {
  const counts = new Map<string, Counts>();
  const gaps = trackGaps(() => ctx.clock.real().getTime());
  let place: Place | null = null;
  let turns = 0;

  return async (all) => {
    const { db } = ctx;
    turns += 1;
    if (place === null) {
      const ends = await db.one(endsOfHistory);
      place = { eventId: Math.max(0, ends.event_id - OVERLAP), auditId: ends.audit_id };
    }
    await endClosed(ctx, all);
    const missing = gaps.missing();
    const events = await db.many(newEvents, { after: place.eventId, missing, most: MOST });
    const entries = await db.many(newEntries, { after: place.auditId, most: MOST });
    const next: Place = {
      eventId: Math.max(place.eventId, ...events.map(({ id }) => id)),
      auditId: entries.at(-1)?.id ?? place.auditId,
    };
    gaps.saw(place.eventId, next.eventId, new Set(events.map(({ id }) => id)));
    place = next;
    await count(ctx, [...all.keys()], counts, turns);
    for (const [subscriber, told] of all) {
      const change = changeFor(ctx, subscriber.projects, events, entries);
      const newest = counts.get(keyOf(subscriber.projects)) ?? null;
      const text = JSON.stringify(newest);
      const hasCounts = newest !== null && text !== told.toldCounts;
      const missed = told.isNew ? await sinceOrAll(ctx, subscriber.projects, told.last) : null;
      told.isNew = false;
      const isBeat = turns % BEAT_TURNS === 0;
      const hasNews = change.orders.length > 0 || change.approvals || hasCounts || missed !== null;
      if (!hasNews && !isBeat) continue;
      told.toldCounts = text;
      const orders = [...new Set([...(missed?.orders ?? []), ...change.orders])];
      subscriber.tell(
        {
          ...change,
          orders: orders.slice(0, MOST),
          approvals: change.approvals || missed?.approvals === true,
          is_whole: missed?.is_whole ?? true,
          counts: hasCounts ? newest : null,
        },
        place,
      );
    }
    return events.length >= MOST || entries.length >= MOST;
  };
}

const keyOf = (scope: Scope): string => (scope === null ? '*' : scope.join(','));

/** Ends the streams of sessions that ended, and of operators who may do something else now. */
async function endClosed(ctx: Ctx, all: Map<Subscriber, Told>): Promise<void> {
  const ids = [...new Set([...all.keys()].map(({ sessionId }) => sessionId))];
  const open = await ctx.db.many(sessionsStillOpen, { ids, ...openAt(ctx.clock.real()) });
  const rights = new Map(open.map((session) => [session.id, rightsOf(session)]));
  for (const subscriber of all.keys()) {
    if (rights.get(subscriber.sessionId) === subscriber.rights) continue;
    all.delete(subscriber);
    subscriber.end();
  }
}

/** Renews the counts of the scopes that somebody sees. */
async function count(
  ctx: Ctx,
  subscribers: readonly Subscriber[],
  counts: Map<string, Counts>,
  turns: number,
): Promise<void> {
  const scopes = new Map(subscribers.map(({ projects }) => [keyOf(projects), projects]));
  for (const key of counts.keys()) if (!scopes.has(key)) counts.delete(key);
  const from = (turns * MAX_SCOPES) % Math.max(1, scopes.size);
  const inTurn =
    scopes.size <= MAX_SCOPES ? [...scopes] : [...scopes, ...scopes].slice(from, from + MAX_SCOPES);
  for (const [key, projects] of inTurn) {
    const known = counts.get(key);
    const isTurn = known === undefined || turns % CAUSE_TURNS === 0;
    try {
      const alarms = isTurn ? (await readCauses(ctx, { projects })).length : known.alarms;
      counts.set(key, { ...(await countWaiting(ctx, projects)), alarms });
    } catch (error) {
      // The moved orders are told all the same.
      reportFailure(ctx, error, { watcher: 'counts' }, 'counts could not be read');
    }
  }
}

type Rows = { readonly events: readonly NewEvent[]; readonly entries: readonly NewEntry[] };

function changeFor(
  { clock }: Ctx,
  scope: Scope,
  events: Rows['events'],
  entries: Rows['entries'],
): Change {
  const isSeen = (project: string | null): boolean =>
    scope === null || (project !== null && scope.includes(project));
  const steps = entries.filter(
    ({ action, project, is_done: isDone }) =>
      isDone === true && isSeen(project) && (action in ACTIONS || action.startsWith('approval.')),
  );
  const orders = [
    ...events.filter(({ project }) => isSeen(project)).map(({ order_id: id }) => id),
    ...steps.flatMap((step) =>
      step.object_kind === 'order' && step.object_id !== null ? [step.object_id] : [],
    ),
  ];
  return {
    now: clock.nowMs(),
    is_whole: true,
    orders: [...new Set(orders)].slice(0, MOST),
    approvals: steps.some(({ action }) => action.startsWith('approval.')),
    counts: null,
  };
}

/** Changes since a message; when they cannot be read, the page reads everything again. */
const sinceOrAll = (ctx: Ctx, scope: Scope, last: Place | null): Promise<Change> =>
  since(ctx, scope, last).catch((error: unknown) => {
    reportFailure(ctx, error, { watcher: 'since' }, 'missed changes could not be read');
    return { ...changeFor(ctx, scope, [], []), is_whole: false };
  });

/** Changes since a message; not whole when that is too long ago, or unknown. */
async function since(ctx: Ctx, scope: Scope, last: Place | null): Promise<Change> {
  const none = changeFor(ctx, scope, [], []);
  if (last === null) return { ...none, is_whole: false };
  const after = Math.max(0, last.eventId - OVERLAP);
  const events = await ctx.db.many(newEvents, { after, missing: [], most: MOST });
  const entries = await ctx.db.many(newEntries, { after: last.auditId, most: MOST });
  const isWhole = events.length < MOST && entries.length < MOST;
  return isWhole ? changeFor(ctx, scope, events, entries) : { ...none, is_whole: false };
}
