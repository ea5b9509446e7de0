/** Declines of a character or card in an hour before each further attempt needs an image code. */
export const FREE_DECLINES = 3;
/** Declines in an hour before a character or card pauses. */
export const PAUSED_AT = 6;
/** Declines of a network in an hour before its attempts need an image code; it never pauses. */
export const NETWORK_DECLINES = 20;
/** The same of the block around it, which has many innocent players: never a pause either. */
export const BLOCK_DECLINES = 3 * NETWORK_DECLINES;
/** The first pause; each further decline of the day doubles it. */
const FIRST_PAUSE_MS = 5 * 60_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** Attempts of an order in all, at LIMIT_SCALE 1. */
const ATTEMPTS_OF_ORDER = 20;
/** A submitted attempt without an outcome counts as a decline for this long. */
export const UNDER_WAY_MS = 15_000;

/** Declines of a character and its cards, and of the caller's network and block. */
export type DeclineCounts = {
  readonly of_hour: number;
  readonly of_day: number;
  /** In the hour that ended with the last decline. */
  readonly of_last_hour: number;
  readonly last_at: Date | null;
  readonly under_way: number;
  /** With attempts under way, as `of_block`. */
  readonly of_network: number;
  readonly of_block: number;
};

export type Verdict =
  | { readonly kind: 'free' }
  | { readonly kind: 'image_code' }
  | { readonly kind: 'pause'; readonly waitMs: number };

const FREE: Verdict = { kind: 'free' };
const pauseUntil = (endMs: number, nowMs: number): Verdict =>
  endMs > nowMs ? { kind: 'pause', waitMs: endMs - nowMs } : FREE;

/**
 * Decides whether the next attempt is free, needs an image code, or waits (docs/decisions/0034).
 * @param canProve false: the caller's call has no image code, so the character waits instead
 * @param isCrowd true: the network opens too many orders without image codes
 */
export function verdictOf(
  counts: DeclineCounts,
  {
    limitScale,
    canProve,
    isCrowd,
  }: { readonly limitScale: number; readonly canProve: boolean; readonly isCrowd: boolean },
  nowMs: number,
): Verdict {
  const pausedAt = PAUSED_AT * limitScale;
  const lastMs = counts.last_at?.getTime() ?? -Infinity;
  if (counts.of_last_hour >= pausedAt) {
    const paused = pauseUntil(lastMs + pauseMs(counts.of_day - pausedAt), nowMs);
    if (paused.kind === 'pause') return paused;
  }
  if (counts.of_hour + counts.under_way >= pausedAt) {
    if (counts.under_way > 0) return { kind: 'pause', waitMs: UNDER_WAY_MS };
  }
  const isSuspect =
    counts.of_hour + counts.under_way >= FREE_DECLINES * limitScale || counts.of_day >= pausedAt;
  if (isSuspect) {
    return canProve ? { kind: 'image_code' } : pauseUntil(lastMs + FIRST_PAUSE_MS, nowMs);
  }
  const isSuspectCrowd =
    isCrowd ||
    counts.of_network >= NETWORK_DECLINES * limitScale ||
    counts.of_block >= BLOCK_DECLINES * limitScale;
  return isSuspectCrowd && canProve ? { kind: 'image_code' } : FREE;
}

/** @param beyond declines of the day above those that pause */
function pauseMs(beyond: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, Math.floor(beyond)), LONGEST_PAUSE_MS);
}

/** Whether an order may have its `n`th attempt. */
export function mayAttempt(n: number, limitScale: number): boolean {
  return n <= Math.max(1, ATTEMPTS_OF_ORDER * limitScale);
}

/** Declines of a project in an hour below which its ratio says nothing. */
const FEWEST_DECLINES = 20;

/** Whether an hour's declines need an operator. @param percent declined attempts of all decided ones */
export function isAlarming(
  { declined, paid }: { readonly declined: number; readonly paid: number },
  percent: number,
): boolean {
  return declined >= FEWEST_DECLINES && declined * 100 >= percent * (declined + paid);
}
