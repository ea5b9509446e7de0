import { fromMinor } from '@webpay/contract/money';
import type { StatementCapture, StatementRefund } from '../../gateways/port.ts';
import {
  dayOf,
  judgeTime,
  NAMES,
  sideOf,
  sumOf,
  type Compared,
  type Difference,
  type Judged,
  type OurCapture,
  type OurQuarantined,
  type OurRefund,
} from './difference.ts';

/** Compares captures, then refunds: by number first, then currency, amount, state and time. Names fees that no books have. */
export function findDifferences(compared: Compared): readonly Difference[] {
  return [
    ...captureDifferences(compared),
    ...refundDifferences(compared),
    ...feeDifferences(compared),
  ];
}

function feeDifferences(compared: Compared): Difference[] {
  const name = NAMES[compared.provider];
  return compared.theirs.oddFees
    .filter(({ at }) => isWithin(compared, at))
    .map(({ id, sum, about, at }) => ({
      class: 'state_differs',
      subject: `fee:${id}`,
      attemptId: null,
      refundId: null,
      ours: null,
      theirs: null,
      explanation: `${name} names a fee of ${sum} for ${about}, which the ledger does not have.`,
      day: dayOf(at),
    }));
}

function captureDifferences(compared: Compared): Difference[] {
  const { provider, theirs, ours } = compared;
  const name = NAMES[provider];
  const byAttempt = new Map(ours.captures.map((each) => [each.attempt_id, each]));
  const byNumber = new Map(ours.captures.map((each) => [each.capture_ref ?? '', each]));
  const seen = new Set<OurCapture>();
  const found: Difference[] = [];
  for (const capture of theirs.captures) {
    // The gateway's own number first: found money may bear the number of another attempt.
    const known = byNumber.get(capture.id) ?? byAttempt.get(capture.attemptId ?? '');
    if (known !== undefined && known.capture_ref === capture.id) seen.add(known);
    if (!isWithin(compared, capture.at) && !isWithin(compared, known?.at)) continue;
    const judged = judgeCapture(name, capture, known);
    if (judged === null) continue;
    const note = ours.quarantined.includes(capture.id) ? ' It is in quarantine.' : '';
    found.push({
      ...judged,
      explanation: judged.explanation + note,
      subject: capture.id,
      attemptId: known?.attempt_id ?? null,
      refundId: null,
      ours: known === undefined ? null : sideOf(known),
      theirs: sideOf(capture),
      day: dayOf(capture.at),
    });
  }
  const missing = ours.captures.filter((each) => !seen.has(each) && isWithin(compared, each.at));
  for (const each of missing) {
    const said = `has ${sumOf(each)} captured for attempt ${each.attempt_id}`;
    found.push(missingThere(name, each, each.capture_ref ?? each.attempt_id, said));
  }
  const numbersThere = new Set(theirs.captures.map(({ id }) => id));
  for (const money of ours.quarantinedInPeriod) {
    if (numbersThere.has(money.number) || !isWithin(compared, money.at)) continue;
    const said = `holds ${sumOf(money)} (${money.number}) in quarantine`;
    found.push(missingThere(name, money, money.number, said));
  }
  return found;
}

function isWithin({ from, to }: Compared, at: Date | null | undefined): boolean {
  return at !== null && at !== undefined && at >= from && at < to;
}

/** Describes a booked movement that the statement lacks. */
function missingThere(
  name: string,
  here: OurCapture | OurQuarantined | OurRefund,
  subject: string,
  said: string,
): Difference {
  const refundId = 'refund_id' in here ? here.refund_id : null;
  const ours = sideOf(here);
  return {
    class: refundId === null ? 'captured_here_not_there' : 'refunded_here_not_there',
    subject,
    attemptId: here.attempt_id,
    refundId,
    ours,
    theirs: null,
    explanation: `The ledger ${said}, and ${name}'s statement does not have it.`,
    day: ours.at?.slice(0, 10) ?? '',
  };
}

/** Returns the first difference: a wrong currency makes the amount meaningless. */
function judgeCapture(
  name: string,
  there: StatementCapture,
  here: OurCapture | undefined,
): Judged | null {
  const took = `${name} took ${sumOf(there)}`;
  const unknown = (explanation: string): Judged => ({
    class: 'captured_there_unknown_here',
    explanation: `${took} ${explanation}`,
  });
  if (here === undefined) {
    const number = there.attemptId ?? 'none';
    return unknown(`(${there.id}) under our number ${number}, which is no attempt of ours.`);
  }
  const which = `attempt ${here.attempt_id}`;
  const other = judgeMoney(`${took} for ${which}`, there, here);
  if (other !== null) return other;
  if (here.at === null) {
    return unknown(`for ${which}, which is ${here.state} here: the money is not in the ledger.`);
  }
  if (here.capture_ref !== there.id) {
    const first = here.capture_ref ?? 'its capture';
    return unknown(`(${there.id}) for ${which} once more, beside ${first}.`);
  }
  if (there.state === 'disputed' && !here.has_dispute) {
    return {
      class: 'state_differs',
      explanation: `${name} says the payer's bank disputes the ${sumOf(there)} of ${which}, and no dispute about it is known here.`,
    };
  }
  if (there.state === 'refunded' && here.back_minor < here.amount) {
    return {
      class: 'state_differs',
      explanation: `${name} says ${which} was given back in full; the ledger gave back ${fromMinor(here.back_minor, here.currency).amount} of ${sumOf(here)}.`,
    };
  }
  return judgeTime(which, 'captured', there.at, here.at);
}

function judgeMoney(
  said: string,
  there: StatementCapture | StatementRefund,
  here: OurCapture | OurRefund,
): Judged | null {
  if (there.currency === here.currency && there.amount === here.amount) return null;
  return {
    class: there.currency === here.currency ? 'amount_differs' : 'currency_differs',
    explanation: `${said}, which asked for ${sumOf(here)}.`,
  };
}

function refundDifferences(compared: Compared): Difference[] {
  const { provider, theirs, ours } = compared;
  const name = NAMES[provider];
  const byId = new Map(ours.refunds.map((each) => [each.refund_id, each]));
  const byNumber = new Map(ours.refunds.map((each) => [each.gateway_ref ?? '', each]));
  const seen = new Set<OurRefund>();
  const found: Difference[] = [];
  for (const refund of theirs.refunds) {
    const known = byId.get(refund.refundId ?? '') ?? byNumber.get(refund.id);
    if (known !== undefined) seen.add(known);
    if (!isWithin(compared, refund.at) && !isWithin(compared, known?.at)) continue;
    const judged = judgeRefund(name, refund, known);
    if (judged === null) continue;
    found.push({
      ...judged,
      subject: refund.id,
      attemptId: known?.attempt_id ?? refund.attemptId,
      refundId: known?.refund_id ?? null,
      ours: known === undefined ? null : sideOf(known),
      theirs: sideOf({ ...refund, state: 'refunded' }),
      day: dayOf(refund.at),
    });
  }
  const missing = ours.refunds.filter((each) => !seen.has(each) && isWithin(compared, each.at));
  for (const each of missing) {
    const said = `gave back ${sumOf(each)} by refund ${each.refund_id}`;
    found.push(missingThere(name, each, each.gateway_ref ?? each.refund_id, said));
  }
  return found;
}

function judgeRefund(
  name: string,
  there: StatementRefund,
  here: OurRefund | undefined,
): Judged | null {
  const gave = `${name} gave back ${sumOf(there)}`;
  const unknown = (explanation: string): Judged => ({
    class: 'refunded_there_not_here',
    explanation: `${gave} ${explanation}`,
  });
  if (here === undefined) {
    const payment = there.attemptId ?? there.captureRef ?? 'an unnamed payment';
    const number = there.refundId ?? there.id;
    return unknown(`of ${payment} by ${number}, which is no refund of ours.`);
  }
  const which = `refund ${here.refund_id}`;
  const other = judgeMoney(`${gave} by ${which}`, there, here);
  if (other !== null) return other;
  if (here.at === null) {
    return unknown(`by ${which}, which is ${here.state} here: the ledger has not given it back.`);
  }
  return judgeTime(which, 'given back', there.at, here.at);
}
