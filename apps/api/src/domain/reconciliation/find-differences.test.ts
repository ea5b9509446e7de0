import { describe, expect, it } from 'vitest';
import type { StatementCapture, StatementFee, StatementRefund } from '../../gateways/port.ts';
import {
  DIFFERENCE_CLASSES,
  type OurCapture,
  type OurQuarantined,
  type OurRefund,
} from './difference.ts';
import { findDifferences } from './find-differences.ts';

const NOON = new Date('2026-11-20T12:00:00Z');
const later = (hours: number): Date => new Date(NOON.getTime() + hours * 3_600_000);

const there: StatementCapture = {
  id: 'T1',
  attemptId: 'Aone_1',
  amount: 499,
  currency: 'USD',
  state: 'captured',
  fee: null,
  at: NOON,
};
const here: OurCapture = {
  attempt_id: 'Aone_1',
  state: 'SUCCEEDED',
  amount: 499,
  currency: 'USD',
  capture_ref: 'T1',
  at: later(0.001),
  back_minor: 0,
  has_dispute: false,
};
const backThere: StatementRefund = {
  id: 'G1',
  refundId: 'Rone_1',
  attemptId: 'Aone_1',
  captureRef: null,
  amount: 499,
  currency: 'USD',
  at: NOON,
};
const backHere: OurRefund = {
  refund_id: 'Rone_1',
  attempt_id: 'Aone_1',
  gateway_ref: 'G1',
  state: 'SUCCEEDED',
  amount: 499,
  currency: 'USD',
  at: NOON,
};
const quarantinedHere: OurQuarantined = {
  number: 'T1',
  amount: 499,
  currency: 'USD',
  attempt_id: null,
  state: 'quarantined',
  at: NOON,
};
const openHere = { ...here, state: 'UNKNOWN', capture_ref: null, at: null } as const;

type Sample = {
  readonly class: string;
  readonly explanation: string;
  readonly theirs?: StatementCapture;
  readonly ours?: OurCapture;
  readonly theirRefund?: StatementRefund;
  readonly ourRefund?: OurRefund;
  readonly theirFee?: StatementFee;
  readonly quarantined?: readonly string[];
  readonly quarantinedInPeriod?: OurQuarantined;
};

const SAMPLES: readonly Sample[] = [
  {
    class: 'captured_there_unknown_here',
    explanation: 'PayPal took 4.99 USD (T1) under our number Aone_1, which is no attempt of ours.',
    theirs: there,
  },
  {
    class: 'captured_there_unknown_here',
    explanation:
      'PayPal took 4.99 USD for attempt Aone_1, which is UNKNOWN here: the money is not in the ledger.',
    theirs: there,
    ours: openHere,
  },
  {
    class: 'captured_there_unknown_here',
    explanation:
      'PayPal took 4.99 USD (T1) under our number Aone_1, which is no attempt of ours. It is in quarantine.',
    theirs: there,
    quarantined: ['T1'],
    quarantinedInPeriod: quarantinedHere,
  },
  {
    class: 'captured_here_not_there',
    explanation:
      "The ledger has 4.99 USD captured for attempt Aone_1, and PayPal's statement does not have it.",
    ours: here,
  },
  {
    class: 'captured_here_not_there',
    explanation:
      "The ledger holds 4.99 USD (T1) in quarantine, and PayPal's statement does not have it.",
    quarantinedInPeriod: quarantinedHere,
  },
  {
    class: 'amount_differs',
    explanation: 'PayPal took 5.99 USD for attempt Aone_1, which asked for 4.99 USD.',
    theirs: { ...there, amount: 599 },
    ours: openHere,
  },
  {
    class: 'currency_differs',
    explanation: 'PayPal took 499 JPY for attempt Aone_1, which asked for 4.99 USD.',
    theirs: { ...there, currency: 'JPY' },
    ours: here,
  },
  {
    class: 'state_differs',
    explanation:
      "PayPal says the payer's bank disputes the 4.99 USD of attempt Aone_1, and no dispute about it is known here.",
    theirs: { ...there, state: 'disputed' },
    ours: here,
  },
  {
    class: 'state_differs',
    explanation:
      'PayPal says attempt Aone_1 was given back in full; the ledger gave back 1.99 of 4.99 USD.',
    theirs: { ...there, state: 'refunded' },
    ours: { ...here, back_minor: 199 },
  },
  {
    class: 'state_differs',
    explanation:
      'PayPal names a fee of -20.00 USD for T0106 of T1, which the ledger does not have.',
    theirFee: { id: 'F1', sum: '-20.00 USD', about: 'T0106 of T1', at: NOON },
  },
  {
    class: 'time_differs',
    explanation:
      'Attempt Aone_1 was captured on 2026-11-20T12:00:00.000Z there and on 2026-11-21T13:00:00.000Z here, 25 hours apart.',
    theirs: there,
    ours: { ...here, at: later(25) },
  },
  {
    class: 'refunded_there_not_here',
    explanation: 'PayPal gave back 4.99 USD of Aone_1 by Rone_1, which is no refund of ours.',
    theirRefund: backThere,
  },
  {
    class: 'refunded_there_not_here',
    explanation:
      'PayPal gave back 4.99 USD by refund Rone_1, which is PENDING here: the ledger has not given it back.',
    theirRefund: backThere,
    ourRefund: { ...backHere, state: 'PENDING', at: null },
  },
  {
    class: 'refunded_here_not_there',
    explanation:
      "The ledger gave back 4.99 USD by refund Rone_1, and PayPal's statement does not have it.",
    ourRefund: backHere,
  },
  {
    class: 'amount_differs',
    explanation: 'PayPal gave back 0.99 USD by refund Rone_1, which asked for 4.99 USD.',
    theirRefund: { ...backThere, amount: 99 },
    ourRefund: backHere,
  },
  {
    class: 'time_differs',
    explanation:
      'Refund Rone_1 was given back on 2026-11-20T12:00:00.000Z there and on 2026-11-22T12:00:00.000Z here, 48 hours apart.',
    theirRefund: backThere,
    ourRefund: { ...backHere, at: later(48) },
  },
];

function compare(one: Omit<Sample, 'class' | 'explanation'>) {
  const some = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);
  return findDifferences({
    provider: 'paypal',
    theirs: {
      captures: some(one.theirs),
      refunds: some(one.theirRefund),
      oddFees: some(one.theirFee),
    },
    ours: {
      captures: some(one.ours),
      refunds: some(one.ourRefund),
      quarantined: one.quarantined ?? [],
      quarantinedInPeriod: some(one.quarantinedInPeriod),
    },
    from: new Date('2026-11-20T00:00:00Z'),
    to: new Date('2026-11-21T00:00:00Z'),
  });
}

describe('[F06] a statement compared with the ledger', () => {
  it.each(SAMPLES)('$class: $explanation', (one) => {
    expect(compare(one)).toMatchObject([
      { class: one.class, explanation: one.explanation, day: '2026-11-20' },
    ]);
  });

  it('covers every class', () => {
    const covered = new Set(SAMPLES.map((each) => each.class));
    expect([...covered].toSorted()).toEqual([...DIFFERENCE_CLASSES].toSorted());
  });

  it.each([
    ['a capture that agrees', { theirs: there, ours: here }],
    [
      'a disputed capture with its dispute',
      { theirs: { ...there, state: 'disputed' as const }, ours: { ...here, has_dispute: true } },
    ],
    ['an unpaid attempt', { ours: openHere }],
    [
      'a capture booked on the other side of midnight',
      { theirs: there, ours: { ...here, at: later(13) } },
    ],
    ['a capture of another day', { theirs: { ...there, at: later(30) } }],
    ['a refund that agrees', { theirRefund: backThere, ourRefund: backHere }],
  ])('finds nothing in %s', (_, one) => {
    expect(compare(one)).toEqual([]);
  });

  it('reports only the second capture of one attempt', () => {
    const found = findDifferences({
      provider: 'payermax',
      theirs: { captures: [there, { ...there, id: 'T2' }], refunds: [], oddFees: [] },
      ours: { captures: [here], refunds: [], quarantined: [], quarantinedInPeriod: [] },
      from: new Date('2026-11-20T00:00:00Z'),
      to: new Date('2026-11-21T00:00:00Z'),
    });
    expect(found.map((each) => each.explanation)).toEqual([
      'PayerMax took 4.99 USD (T2) for attempt Aone_1 once more, beside T1.',
    ]);
  });
});
