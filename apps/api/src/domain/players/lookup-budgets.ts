import type { Project } from '../projects/catalogue-cache.ts';

/** The caller of a look-up, as budgets count it. */
export type LookupCaller = {
  /** An IPv4 address or an IPv6 /64. */
  readonly network: string;
  /** The IPv4 /24 or IPv6 /48 around it, which one customer may own. */
  readonly block: string;
};

export type LookupBudget = {
  readonly scope: 'network' | 'block' | 'project';
  readonly window: 'minute' | 'hour' | 'day';
  /** Look-ups of unknown characters in a window; above them each look-up needs an image code. */
  readonly limit: number;
};

/** PostgreSQL's largest int4, because a sandbox's LIMIT_SCALE has no bound. */
const MOST = 2_147_483_647;

const WINDOW_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Budgets of unknown characters (docs/decisions/0020), in the order of their locks: narrow ones first.
 * @param limitScale multiplies all; a budget has one look-up at least
 */
export function lookupBudgets(
  project: Pick<Project, 'strangers_an_hour' | 'strangers_a_day'>,
  limitScale: number,
): readonly LookupBudget[] {
  const budget = (
    scope: LookupBudget['scope'],
    window: LookupBudget['window'],
    limit: number,
  ): LookupBudget => ({
    scope,
    window,
    limit: Math.min(MOST, Math.max(1, Math.floor(limit * limitScale))),
  });
  return [
    budget('network', 'hour', 1_000),
    budget('network', 'day', 5_000),
    budget('block', 'hour', 3_000),
    budget('block', 'day', 10_000),
    budget('project', 'minute', 600),
    budget('project', 'hour', project.strangers_an_hour ?? 6_000),
    budget('project', 'day', project.strangers_a_day ?? 30_000),
  ];
}

/** The start of the window that counts at `ms`; windows are whole ones of UTC. */
export function windowStart(window: LookupBudget['window'], ms: number): Date {
  return new Date(ms - (ms % WINDOW_MS[window]));
}

/** The first window that still guards at `ms`. A used-up minute also guards the next one, so that no gap arises. */
export function guardedSince(window: LookupBudget['window'], ms: number): Date {
  return windowStart(window, window === 'minute' ? ms - WINDOW_MS.minute : ms);
}
