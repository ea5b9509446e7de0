import { NO_WAY_BACK } from '../refunds/rules.ts';
import { gatewayInWords, inOneLine, sumInWords } from '../actions/words.ts';
import type { Dispute, Quarantined, Refund } from './order-facts.ts';

/** Words of the order page that several sentences share. */

export { inOneLine };
export const gatewayName = gatewayInWords;
export const sumOf = (minor: number, currency: string): string => sumInWords({ minor, currency });

const DAY_MS = 86_400_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** "14:31 UTC" of the same day, "30 Nov 14:30 UTC" of the same year, else with the year. */
export function timeOf(ms: number, nowMs: number): string {
  const at = new Date(ms);
  const now = new Date(nowMs);
  const clock = `${at.toISOString().slice(11, 16)} UTC`;
  if (Math.floor(ms / DAY_MS) === Math.floor(nowMs / DAY_MS)) return clock;
  return `${dayOf(at, now)} ${clock}`;
}

function dayOf(at: Date, now: Date): string {
  const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''}`;
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear();
  return isThisYear ? day : `${day} ${at.getUTCFullYear()}`;
}

/** "1.1 s", "12 min", "3 h", "8 days". */
export function lengthOf(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** A gateway writes deadlines in several forms; one that is no date stays as it is. */
export function deadlineOf(answerBy: string, nowMs: number): { at: number | null; text: string } {
  const isDate = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(answerBy);
  const at = isDate ? Date.parse(answerBy.replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(at)) return { at: null, text: inOneLine(answerBy) };
  const isDay = answerBy.length === 10;
  return { at, text: isDay ? dayOf(new Date(at), new Date(nowMs)) : timeOf(at, nowMs) };
}

/** A code as words: "ITEM_NOT_RECEIVED" → "item not received". */
export function codeInWords(code: string): string {
  return inOneLine(code.replaceAll('_', ' ')).toLowerCase();
}

export const DISPUTE_KINDS: Readonly<Record<Dispute['kind'], string>> = {
  chargeback: 'Chargeback',
  dispute: 'Dispute',
  fraud: 'Fraud claim',
  complaint: 'Complaint',
  reversal: 'Reversal',
};

/** Why a failed refund did not go back, as the middle of a sentence. @param sum in words */
export function notPaidBack(
  { provider, failure }: { readonly provider: Refund['provider']; readonly failure: string | null },
  sum: string,
): string {
  if (failure === NO_WAY_BACK) return `${sum} stays here, because this way to pay returns no money`;
  const gateway = gatewayName(provider);
  const neverKnown = /^unknown_at_gateway(?:: (.*))?$/s.exec(failure ?? '');
  if (neverKnown !== null) {
    const [, why] = neverKnown;
    return `${gateway} never took the refund of ${sum}${why === undefined ? '' : ` (${inOneLine(why, 80)})`}`;
  }
  const code = failure === null || failure === '' ? '' : ` (${inOneLine(failure, 80)})`;
  return `${gateway} refused to pay ${sum} back${code}`;
}

/** Reasons of refunds, after "because". */
export const REFUND_REASONS: Readonly<Record<Refund['reason'], string>> = {
  double_payment: 'this payment bought nothing',
  not_deliverable: 'the goods could not be given',
  resolution: 'a request of the player was approved',
  operator: 'an operator decided it',
  external: "it was made in the gateway's own pages",
};

const RESULTS: ReadonlyMap<string, string> = new Map([
  ['merchant_differs', "it names another merchant's account"],
  ['amount_differs', 'its amount differs'],
  ['currency_differs', 'its currency differs'],
  ['gateway_number_differs', 'it names another number of the gateway'],
  ['paid_before_submitted', 'it says paid, but Pay was never pressed'],
  ['unpaid_after_success', 'it says not paid, but the payment is captured'],
  ['nothing_was_captured', 'it is about money back, but no money was captured'],
  ['unknown_attempt', 'it names no payment of ours'],
  ['cannot_be_asked_about', 'it cannot be checked by a query'],
  ['order_differs', 'it names an order that is not of this payment'],
  ['player_flagged', 'it pays an ended order of a flagged player'],
  ['case_of_another_payment', 'its dispute belongs to another payment'],
  ['case_fee_not_booked', 'it names a fee of a dispute that the ledger cannot take'],
  ['case_ended_otherwise', 'it ends a dispute that ended otherwise'],
  ['lost_beyond_captured', 'it takes more than was left of the payment'],
  ['reversal_not_confirmed', 'it reports a chargeback that the gateway does not show'],
  ['reversal_of_another_payment', 'its chargeback belongs to another payment'],
  ['refund_beyond_captured', 'it pays back more than was captured'],
  ['refund_not_understood', 'its refund cannot be read'],
  ['refund_succeeded_does_not_fit', 'it says that a refund succeeded whose sum went another way'],
  ['refund_pending_does_not_fit', 'it says that a refused refund is in progress'],
  ['refund_failed_does_not_fit', 'it says that a finished refund failed'],
  ['refund_not_found_does_not_fit', 'it does not know a finished refund'],
]);

/** Why a result was quarantined, after a colon. */
export function mismatchInWords({ reason }: Pick<Quarantined, 'reason'>): string {
  return RESULTS.get(reason) ?? codeInWords(reason);
}
