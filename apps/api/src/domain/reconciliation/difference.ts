import { fromMinor } from '@webpay/contract/money';
import type { AttemptState } from '@webpay/contract/order-states';
import type { StatementCapture, StatementRefund } from '../../gateways/port.ts';

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
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];

export type Provider = 'payermax' | 'paypal';

export type OurCapture = {
  readonly attemptId: string;
  readonly orderId: string;
  readonly state: AttemptState;
  readonly amount: number;
  readonly currency: string;
  readonly captureRef: string | null;
  /** null: its capture is not booked. */
  readonly bookedAt: Date | null;
  /** Minor units of refunds and lost disputes. */
  readonly backMinor: number;
  /** A dispute about it is open or was lost. */
  readonly hasDispute: boolean;
};

export type OurRefund = {
  readonly refundId: string;
  readonly orderId: string;
  readonly attemptId: string;
  readonly gatewayRef: string | null;
  readonly state: string;
  readonly amount: number;
  readonly currency: string;
  readonly bookedAt: Date | null;
};

/** Money in quarantine. */
export type OurQuarantined = {
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
  /** null: no attempt of ours was named. */
  readonly attemptId: string | null;
  readonly bookedAt: Date;
};

export type Side = {
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
  readonly at: string | null;
};

export type Difference = {
  readonly class: DifferenceClass;
  /** The gateway's number, else ours. */
  readonly subject: string;
  readonly attemptId: string | null;
  readonly refundId: string | null;
  readonly ours: Side | null;
  readonly theirs: Side | null;
  readonly explanation: string;
  /** UTC. */
  readonly day: string;
};

export type Compared = {
  readonly provider: Provider;
  readonly theirs: {
    readonly captures: readonly StatementCapture[];
    readonly refunds: readonly StatementRefund[];
  };
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

export function isWithin(from: Date, to: Date, at: Date | null | undefined): boolean {
  return at !== null && at !== undefined && at >= from && at < to;
}

export function sumOf({
  amount,
  currency,
}: {
  readonly amount: number;
  readonly currency: string;
}) {
  return `${fromMinor(amount, currency).amount} ${currency}`;
}

export function sideOf(
  money: { readonly amount: number; readonly currency: string },
  state: string,
  at: Date | null,
): Side {
  return { ...fromMinor(money.amount, money.currency), state, at: at?.toISOString() ?? null };
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
