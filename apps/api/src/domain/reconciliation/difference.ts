import { fromMinor } from '@webpay/contract/money';
import type { AttemptState } from '@webpay/contract/order-states';
import type { StatementCapture, StatementRefund } from '../../gateways/port.ts';

/** Every way in which a statement and the books can say different things. */
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

/** An attempt as our books have it. */
export type OurCapture = {
  readonly attemptId: string;
  readonly orderId: string;
  readonly state: AttemptState;
  readonly amount: number;
  readonly currency: string;
  readonly captureRef: string | null;
  /** When its capture was booked; null: it was not. */
  readonly bookedAt: Date | null;
  /** Gone back to the payer: refunds and lost cases. */
  readonly backMinor: number;
  /** A case about it is open or was lost. */
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

/** Money that fits no attempt, as our books hold it. */
export type OurQuarantined = {
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
  /** Of whom it was said; null: of nobody we know. */
  readonly attemptId: string | null;
  readonly bookedAt: Date;
};

/** One side of a difference, as it is kept for whoever looks at it. */
export type Side = {
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
  readonly at: string | null;
};

export type Difference = {
  readonly class: DifferenceClass;
  /** The gateway's number, or ours where it has none. */
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
    /** Numbers of the statement's captures that our books hold in quarantine. */
    readonly quarantined: readonly string[];
    /** What was put there in this time. */
    readonly quarantinedInPeriod: readonly OurQuarantined[];
  };
  /** What moved in this time on either side is judged; both sides may hold more, to be found by. */
  readonly from: Date;
  readonly to: Date;
};

/** A gateway's name in a sentence. */
export const NAMES: Readonly<Record<Provider, string>> = { payermax: 'PayerMax', paypal: 'PayPal' };
const DAY_MS = 86_400_000;

/** What is wrong, before it is told of what. */
export type Judged = Pick<Difference, 'class' | 'explanation'>;

/** Two times of one movement may lie on both sides of midnight, and no further apart. */
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
