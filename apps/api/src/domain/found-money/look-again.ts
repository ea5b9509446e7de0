import { gatewayOf } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { StatementCapture } from '../../gateways/port.ts';
import { unreachable } from '../../platform/unreachable.ts';
import { attemptById, type AttemptRow } from '../payments/queries.ts';
import { refused } from '../support/rules.ts';
import { bookedCapture, differenceById, type DifferenceRow } from './queries.ts';

const DAY_MS = 86_400_000;
/** Refunds after the capture's day count too, as far as one call of a gateway reaches. */
const LATER_DAYS = 30;

/** The country of an unknown payer (a private code of ISO 3166). */
export const UNKNOWN_COUNTRY = 'ZZ';

/** Money at a gateway as it is now, with the attempt that its number names. */
export type FoundMoney = {
  readonly difference: DifferenceRow;
  readonly capture: StatementCapture;
  /** Our attempt with the same number, although it did not take this money; null: none. */
  readonly named: AttemptRow | null;
  /** Whether the id of an attempt of any gateway is that number already. */
  readonly isNumberTaken: boolean;
  readonly paymentRef: string | null;
};

/**
 * Finds the money of a difference and asks its gateway about it again, because a statement is a day
 * old. Money that is back, disputed or booked meanwhile is refused; silence is no answer.
 */
export async function lookAgain(ctx: Ctx, number: number) {
  const difference = await ctx.db.maybe(differenceById, { differenceId: number });
  if (difference === null) return refused('no_such_difference');
  const { provider, merchant, subject: captureRef } = difference;
  if (!difference.is_open) return refused('difference_settled_already');
  if (difference.next_step === null) return refused('not_found_money');
  if ((await ctx.db.maybe(bookedCapture, { provider, captureRef })) !== null) {
    return refused('found_money_is_booked');
  }
  if (difference.next_step === 'repair') return refused('found_money_is_repaired');
  const capture = await readCapture(ctx, difference);
  if (capture.kind === 'refused') return capture;
  const confirmed = await confirm(ctx, difference, capture.capture);
  if (confirmed.kind === 'refused') return confirmed;
  const { attemptId: merchantNumber } = capture.capture;
  const attempt =
    merchantNumber === null ? null : await ctx.db.maybe(attemptById, { attemptId: merchantNumber });
  const found: FoundMoney = {
    difference,
    capture: capture.capture,
    named: attempt?.provider === provider && attempt.merchant === merchant ? attempt : null,
    isNumberTaken: attempt !== null,
    paymentRef: confirmed.paymentRef,
  };
  return { kind: 'found', found } as const;
}

/** Reads the capture from the statement again, with the refunds since. */
async function readCapture(ctx: Ctx, difference: DifferenceRow) {
  const { subject, day } = difference;
  const gateway = gatewayOf(ctx.gateways, difference);
  const from = new Date(`${day}T00:00:00Z`);
  const lastMs = Math.min(
    ctx.clock.real().getTime() + DAY_MS,
    from.getTime() + LATER_DAYS * DAY_MS,
  );
  const wide = await gateway.statement(from, new Date(lastMs));
  // Later days may be missing; the day itself may not.
  const statement =
    wide.kind === 'statement'
      ? wide
      : await gateway.statement(from, new Date(from.getTime() + DAY_MS));
  if (statement.kind === 'unavailable') return refused('found_money_has_no_statement');
  const capture = statement.captures.find(({ id }) => id === subject);
  if (capture === undefined) return refused('found_money_is_gone');
  if (capture.state === 'disputed') return refused('found_money_is_disputed');
  const isOnlyOne = statement.captures.every(
    (each) => each === capture || each.attemptId !== capture.attemptId,
  );
  const isBack = statement.refunds.some(
    (each) =>
      each.captureRef === subject ||
      // A refund without the capture's number belongs to it only if no other capture has the same merchant's number.
      (each.captureRef === null &&
        each.attemptId !== null &&
        isOnlyOne &&
        each.attemptId === capture.attemptId),
  );
  if (capture.state === 'refunded' || isBack) return refused('found_money_is_back');
  return { kind: 'read', capture } as const;
}

/** Asks the gateway's own calls, which know more than its statement. */
async function confirm(ctx: Ctx, difference: DifferenceRow, capture: StatementCapture) {
  const gateway = gatewayOf(ctx.gateways, difference);
  const { id: captureRef, attemptId: merchantNumber, amount, currency } = capture;
  if (difference.provider === 'paypal') {
    const asked = { attemptId: merchantNumber ?? '', captureRef, amount, currency };
    const result = await gateway.queryCapture({ ...asked, hasPartBack: false });
    switch (result.kind) {
      case 'kept':
        return { kind: 'confirmed', paymentRef: result.paymentRef } as const;
      case 'taken_back':
        return refused('found_money_is_back');
      case 'differs':
        return refused('found_money_differs');
      case 'indeterminate':
        return refused('found_money_is_not_confirmed');
      default:
        return unreachable('capture result', result);
    }
  }
  if (merchantNumber === null) return refused('found_money_has_no_number');
  const result = await gateway.query({
    id: merchantNumber,
    orderId: '',
    amount,
    currency,
    country: UNKNOWN_COUNTRY,
    gatewayRef: null,
    captureTries: 0,
    wasSubmitted: true,
    startedAtMs: 0,
  });
  if (result.kind === 'indeterminate') return refused('found_money_is_not_confirmed');
  const isSame =
    result.kind === 'paid' &&
    result.captureRef === captureRef &&
    result.amount === amount &&
    result.currency === currency;
  return isSame
    ? ({ kind: 'confirmed', paymentRef: null } as const)
    : refused('found_money_differs');
}
