import type { StatementRefund } from '../../gateways/port.ts';
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
  type OurRefund,
} from './difference.ts';

/** Refunds of a statement held against ours, in the same order. */
export function refundDifferences({ provider, theirs, ours, from, to }: Compared): Difference[] {
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
      explanation: `The books gave back ${sumOf(refund)} by refund ${refund.refundId}, and ${name}'s statement does not have it.`,
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
      explanation: `${gave} by ${which}, which is ${here.state} here: the books have not given it back.`,
    };
  }
  return judgeTime(which, 'given back', there.at, here.bookedAt);
}
