import { fromMinor } from '@webpay/contract/money';
import type { StatementCapture, StatementRefund } from '../../gateways/port.ts';
import {
  dayOf,
  isWithin,
  judgeTime,
  NAMES,
  sideOf,
  sumOf,
  type Compared,
  type Difference,
  type Judged,
  type OurCapture,
  type OurRefund,
  type Side,
} from './difference.ts';

export function findDifferences(compared: Compared): readonly Difference[] {
  return [...captureDifferences(compared), ...refundDifferences(compared)];
}

/** Compares captures by number first, then currency, amount, state and time. */
function captureDifferences({ provider, theirs, ours, from, to }: Compared): Difference[] {
  const name = NAMES[provider];
  const byAttempt = new Map(ours.captures.map((each) => [each.attemptId, each]));
  const byNumber = new Map(ours.captures.map((each) => [each.captureRef ?? '', each]));
  const seen = new Set<OurCapture>();
  const found: Difference[] = [];
  for (const capture of theirs.captures) {
    const known = byAttempt.get(capture.attemptId ?? '') ?? byNumber.get(capture.id);
    if (known !== undefined && known.captureRef === capture.id) seen.add(known);
    const isAsked = isWithin(from, to, capture.at) || isWithin(from, to, known?.bookedAt);
    const judged = isAsked ? judgeCapture(name, capture, known) : null;
    if (judged !== null) {
      const lies = ours.quarantined.includes(capture.id) ? ' It lies in quarantine.' : '';
      found.push({
        ...judged,
        explanation: judged.explanation + lies,
        subject: capture.id,
        attemptId: known?.attemptId ?? null,
        refundId: null,
        ours: known === undefined ? null : sideOfCapture(known),
        theirs: sideOf(capture, capture.state, capture.at),
        day: dayOf(capture.at),
      });
    }
  }
  for (const capture of ours.captures) {
    const { bookedAt } = capture;
    if (seen.has(capture) || bookedAt === null || !isWithin(from, to, bookedAt)) continue;
    found.push({
      class: 'captured_here_not_there',
      subject: capture.captureRef ?? capture.attemptId,
      attemptId: capture.attemptId,
      refundId: null,
      ours: sideOfCapture(capture),
      theirs: null,
      explanation: `The ledger has ${sumOf(capture)} captured for attempt ${capture.attemptId}, and ${name}'s statement does not have it.`,
      day: dayOf(bookedAt),
    });
  }
  const isThere = new Set(theirs.captures.map(({ id }) => id));
  for (const money of ours.quarantinedInPeriod) {
    if (isThere.has(money.number) || !isWithin(from, to, money.bookedAt)) continue;
    found.push({
      class: 'captured_here_not_there',
      subject: money.number,
      attemptId: money.attemptId,
      refundId: null,
      ours: sideOf(money, 'quarantined', money.bookedAt),
      theirs: null,
      explanation: `The ledger holds ${sumOf(money)} (${money.number}) in quarantine, and ${name}'s statement does not have it.`,
      day: dayOf(money.bookedAt),
    });
  }
  return found;
}

/** Returns the first difference: a wrong currency makes the amount meaningless. */
function judgeCapture(
  name: string,
  there: StatementCapture,
  here: OurCapture | undefined,
): Judged | null {
  const took = `${name} took ${sumOf(there)}`;
  if (here === undefined) {
    const number = there.attemptId ?? 'none';
    return {
      class: 'captured_there_unknown_here',
      explanation: `${took} (${there.id}) under our number ${number}, which is no attempt of ours.`,
    };
  }
  const which = `attempt ${here.attemptId}`;
  if (there.currency !== here.currency || there.amount !== here.amount) {
    return {
      class: there.currency === here.currency ? 'amount_differs' : 'currency_differs',
      explanation: `${took} for ${which}, which asked for ${sumOf(here)}.`,
    };
  }
  if (here.bookedAt === null) {
    return {
      class: 'captured_there_unknown_here',
      explanation: `${took} for ${which}, which is ${here.state} here: the money is not in the ledger.`,
    };
  }
  if (here.captureRef !== there.id) {
    return {
      class: 'captured_there_unknown_here',
      explanation: `${took} (${there.id}) for ${which} once more, beside ${here.captureRef ?? 'its capture'}.`,
    };
  }
  if (there.state === 'disputed' && !here.hasDispute) {
    return {
      class: 'state_differs',
      explanation: `${name} says the payer's bank disputes the ${sumOf(there)} of ${which}, and no dispute about it is known here.`,
    };
  }
  if (there.state === 'refunded' && here.backMinor < here.amount) {
    return {
      class: 'state_differs',
      explanation: `${name} says ${which} was given back in full; the ledger gave back ${fromMinor(here.backMinor, here.currency).amount} of ${sumOf(here)}.`,
    };
  }
  return judgeTime(which, 'captured', there.at, here.bookedAt);
}

function sideOfCapture(capture: OurCapture): Side {
  return sideOf(capture, capture.state, capture.bookedAt);
}

/** Compares refunds in the same order. */
function refundDifferences({ provider, theirs, ours, from, to }: Compared): Difference[] {
  const name = NAMES[provider];
  const byId = new Map(ours.refunds.map((each) => [each.refundId, each]));
  const byNumber = new Map(ours.refunds.map((each) => [each.gatewayRef ?? '', each]));
  const seen = new Set<OurRefund>();
  const found: Difference[] = [];
  for (const refund of theirs.refunds) {
    const known = byId.get(refund.refundId ?? '') ?? byNumber.get(refund.id);
    if (known !== undefined) seen.add(known);
    const isAsked = isWithin(from, to, refund.at) || isWithin(from, to, known?.bookedAt);
    const judged = isAsked ? judgeRefund(name, refund, known) : null;
    if (judged === null) continue;
    found.push({
      ...judged,
      subject: refund.id,
      attemptId: known?.attemptId ?? refund.attemptId,
      refundId: known?.refundId ?? null,
      ours: known === undefined ? null : sideOf(known, known.state, known.bookedAt),
      theirs: sideOf(refund, 'refunded', refund.at),
      day: dayOf(refund.at),
    });
  }
  for (const refund of ours.refunds) {
    const { bookedAt } = refund;
    if (seen.has(refund) || bookedAt === null || !isWithin(from, to, bookedAt)) continue;
    found.push({
      class: 'refunded_here_not_there',
      subject: refund.gatewayRef ?? refund.refundId,
      attemptId: refund.attemptId,
      refundId: refund.refundId,
      ours: sideOf(refund, refund.state, bookedAt),
      theirs: null,
      explanation: `The ledger gave back ${sumOf(refund)} by refund ${refund.refundId}, and ${name}'s statement does not have it.`,
      day: dayOf(bookedAt),
    });
  }
  return found;
}

function judgeRefund(
  name: string,
  there: StatementRefund,
  here: OurRefund | undefined,
): Judged | null {
  const gave = `${name} gave back ${sumOf(there)}`;
  if (here === undefined) {
    const payment = there.attemptId ?? there.captureRef ?? 'an unnamed payment';
    return {
      class: 'refunded_there_not_here',
      explanation: `${gave} of ${payment} by ${there.refundId ?? there.id}, which is no refund of ours.`,
    };
  }
  const which = `refund ${here.refundId}`;
  if (there.currency !== here.currency || there.amount !== here.amount) {
    return {
      class: there.currency === here.currency ? 'amount_differs' : 'currency_differs',
      explanation: `${gave} by ${which}, which asked for ${sumOf(here)}.`,
    };
  }
  if (here.bookedAt === null) {
    return {
      class: 'refunded_there_not_here',
      explanation: `${gave} by ${which}, which is ${here.state} here: the ledger has not given it back.`,
    };
  }
  return judgeTime(which, 'given back', there.at, here.bookedAt);
}
