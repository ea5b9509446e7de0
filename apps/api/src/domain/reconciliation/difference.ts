import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import type { GatewayStatement } from '../../gateways/port.ts';
import type { Queries } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import {
  askForDay,
  openDifferences,
  settleOne,
  type ourCaptures,
  type ourRefunds,
  type quarantinedInPeriod,
} from './queries.ts';

/** Classes of differences between a statement and the ledger. */
export const DIFFERENCE_CLASSES = [
  'captured_there_unknown_here',
  'captured_here_not_there',
  'amount_differs',
  'currency_differs',
  'refunded_there_not_here',
  'refunded_here_not_there',
  'state_differs',
  'time_differs',
] as const;

export type Provider = 'payermax' | 'paypal';

/** Our movements; `at` is null while the ledger has not booked one. */
export type OurCapture = RowOf<typeof ourCaptures>;
export type OurRefund = RowOf<typeof ourRefunds>;
export type OurQuarantined = RowOf<typeof quarantinedInPeriod>;

/** Minor units. */
type Money = { readonly amount: number; readonly currency: string };

export type Difference = {
  readonly class: (typeof DIFFERENCE_CLASSES)[number];
  /** The gateway's number, else ours. */
  readonly subject: string;
  readonly attemptId: string | null;
  readonly refundId: string | null;
  readonly ours: ReturnType<typeof sideOf> | null;
  readonly theirs: ReturnType<typeof sideOf> | null;
  readonly explanation: string;
  /** UTC. */
  readonly day: string;
};

export type Compared = {
  readonly provider: Provider;
  readonly theirs: Omit<Extract<GatewayStatement, { kind: 'statement' }>, 'kind'>;
  readonly ours: {
    readonly captures: readonly OurCapture[];
    readonly refunds: readonly OurRefund[];
    /** Statement captures that lie in quarantine. */
    readonly quarantined: readonly string[];
    /** Money that went to quarantine in the period. */
    readonly quarantinedInPeriod: readonly OurQuarantined[];
  };
  /** Movements of this period on either side are judged; both sides may hold more to match. */
  readonly from: Date;
  readonly to: Date;
};

export const NAMES: Readonly<Record<Provider, string>> = { payermax: 'PayerMax', paypal: 'PayPal' };
const DAY_MS = 86_400_000;

export type Judged = Pick<Difference, 'class' | 'explanation'>;

/** A movement may lie on both sides of midnight, but not further apart. */
export function judgeTime(which: string, done: string, there: Date, here: Date): Judged | null {
  const apartMs = Math.abs(there.getTime() - here.getTime());
  if (apartMs <= DAY_MS) return null;
  return {
    class: 'time_differs',
    explanation: `${which[0]?.toUpperCase()}${which.slice(1)} was ${done} on ${there.toISOString()} there and on ${here.toISOString()} here, ${Math.round(apartMs / 3_600_000)} hours apart.`,
  };
}

export function sumOf({ amount, currency }: Money): string {
  return `${fromMinor(amount, currency).amount} ${currency}`;
}

export function sideOf(movement: Money & { readonly state: string; readonly at: Date | null }) {
  const { amount, currency, state, at } = movement;
  return { ...fromMinor(amount, currency), state, at: at?.toISOString() ?? null };
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export type OpenDifference = RowOf<typeof openDifferences>;

/** Differences to the statements that are open. */
export function findOpenDifferences({ db }: Ctx): Promise<OpenDifference[]> {
  return db.many(openDifferences);
}

/** Marks a difference as settled by an operator. @returns false when none of that id is open */
export async function settleDifference(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Queries,
  differenceId: number,
): Promise<boolean> {
  const settledAt = clock.now();
  return (await tx.run(settleOne, { differenceId, settledAt, settledHow: 'operator' })) > 0;
}

/** Bounds the days for which a person may send the worker to the gateways. */
const MAX_AGE_MS = 92 * DAY_MS;

/** Why a day (YYYY-MM-DD, UTC) is not compared again; null: it may be. */
export function refusedDay(day: string, nowMs: number): 'day_not_ended' | 'day_too_old' | null {
  const age = nowMs - Date.parse(`${day}T00:00:00Z`) - DAY_MS;
  if (age < 0) return 'day_not_ended';
  return age > MAX_AGE_MS ? 'day_too_old' : null;
}

/** Another press this soon is the first one's. */
const SAME_PRESS_MS = 5 * 60_000;

/** Makes a day due again for the worker. @returns false when it was asked for in the last five minutes */
export async function askToCompare(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Queries,
  day: string,
): Promise<boolean> {
  const askedAt = clock.real();
  const askedBefore = new Date(askedAt.getTime() - SAME_PRESS_MS);
  return (await tx.run(askForDay, { day, askedAt, askedBefore })) > 0;
}
