import { openGateway, payBack, type Can } from './order-commands.ts';
import { leftOf, mainMail, mainPayment, type Dispute, type OrderFacts } from './order-facts.ts';
import {
  codeInWords,
  deadlineOf,
  DISPUTE_KINDS,
  gatewayName,
  inOneLine,
  sumOf,
  timeOf,
} from './order-words.ts';
import type { Next, Told } from './told.ts';

/** An open dispute: it is answered in the gateway's own pages, the earliest deadline first. */
export function explainDisputed(facts: OrderFacts): Told {
  const open = openDisputes(facts);
  const [first] = open;
  if (first === undefined) {
    return { tone: 'red', sentence: 'A dispute is open.', why: [], next: [], can: [] };
  }
  const gateway = gatewayName(first.provider);
  const deadline = first.answerBy === null ? null : deadlineOf(first.answerBy, facts.now);
  const by = deadline === null ? '' : ` by ${deadline.text}`;
  const reason = first.reasonCode === null ? '' : reasonOf(first.reasonCode);
  return {
    tone: 'red',
    sentence: `${gateway} asks about ${sumOf(first.claimed, first.currency)}${reason}. Answer there${by}.`,
    why: [...open.map((dispute) => opened(facts, dispute)), given(facts)],
    next: [
      ...(deadline === null
        ? []
        : [
            {
              at: deadline.at,
              text: `Last day to answer ${inOneLine(first.id, 64)}: ${deadline.text}.`,
            },
          ]),
      ...outcomes(first),
    ],
    can: canAnswer(facts, first),
  };
}

/** Words of PayPal, or a number of a card network. */
function reasonOf(code: string): string {
  return /[a-z]{2}/i.test(code)
    ? `: “${codeInWords(code)}”`
    : ` (reason code ${inOneLine(code, 64)})`;
}

/** The earliest deadline first, unknown ones last. */
function openDisputes({ disputes, now }: OrderFacts): Dispute[] {
  const dueAt = ({ answerBy }: Dispute) =>
    (answerBy === null ? null : deadlineOf(answerBy, now).at) ?? Number.MAX_SAFE_INTEGER;
  return disputes.filter(({ state }) => state === 'open').toSorted((a, b) => dueAt(a) - dueAt(b));
}

function opened({ now }: OrderFacts, dispute: Dispute): string {
  const { kind, id, openedAt, claimed, currency } = dispute;
  return `${DISPUTE_KINDS[kind]} ${inOneLine(id, 64)} of ${sumOf(claimed, currency)} was opened ${timeOf(openedAt, now)}.`;
}

function given(facts: OrderFacts): string {
  const mail = mainMail(facts);
  if (mail === null) return 'No mail was written.';
  switch (mail.state) {
    case 'delivered':
      return `The goods were given to ${mail.name} ${timeOf(mail.at, facts.now)}.`;
    case 'queued':
    case 'retrying':
      return mail.heldSince === null
        ? 'The mail with the goods waits for the game.'
        : 'The mail with the goods is held while the dispute is open.';
    case 'rejected':
    case 'cancelled':
      return 'The goods were not given.';
  }
}

function outcomes({ claimed, currency }: Dispute): Next[] {
  return [
    { at: null, text: 'Won or cancelled: the order goes on; only an operator lifts the flag.' },
    {
      at: null,
      text: `Lost: up to ${sumOf(claimed, currency)} is booked as lost, and the order ends as charged back.`,
    },
  ];
}

function canAnswer(facts: OrderFacts, dispute: Dispute): Can[] {
  const payment = mainPayment(facts);
  const gateway = gatewayName(dispute.provider);
  const answer = openGateway(`Answer ${inOneLine(dispute.id, 64)} in ${gateway}'s own pages`);
  // Beside an open dispute a gateway refunds all that is left, or nothing.
  const canGiveIn = payment !== null && payment.reserved === 0 && leftOf(payment) > 0;
  if (!canGiveIn || dispute.attemptId !== payment.id) return [answer];
  const sum = sumOf(leftOf(payment), payment.currency);
  const isGiven = mainMail(facts)?.state === 'delivered' || mainMail(facts)?.isMaybeGiven === true;
  return [answer, payBack(facts, `Give in: pay back all that is left, ${sum}`, isGiven)];
}

/** Money that a bank took back. */
export function explainChargeback(facts: OrderFacts): Told {
  const { lost, refunded, captured, reserved, currency } = facts.states;
  const dispute = facts.disputes.findLast(({ state }) => state === 'lost');
  const through = dispute === undefined ? '' : ` through ${gatewayName(dispute.provider)}`;
  const isAll = lost >= captured;
  const back = refunded > 0 ? ` ${sumOf(refunded, currency)} went back before.` : '';
  const left = captured - reserved - refunded - lost;
  const isGiven = mainMail(facts)?.state === 'delivered';
  return {
    tone: 'red',
    sentence:
      lost === 0
        ? `A dispute was lost${through}, and no more money left the shop.${back}`
        : `The bank took ${isAll ? 'all of ' : ''}${sumOf(lost, currency)} back${through}.${back}`,
    why: [...(dispute === undefined ? [] : [ended(facts, dispute)]), given(facts)],
    next:
      reserved > 0
        ? [{ at: null, text: `The rest, ${sumOf(reserved, currency)}, is on its way back.` }]
        : [{ at: null, text: 'The order is done; no step follows by itself.' }],
    can: left > 0 ? [payBack(facts, `Pay back the rest, ${sumOf(left, currency)}`, isGiven)] : [],
  };
}

function ended({ now }: OrderFacts, dispute: Dispute): string {
  const { kind, id, endedAt, lost, currency, outcome } = dispute;
  const at = endedAt === null ? '' : ` ${timeOf(endedAt, now)}`;
  const how = outcome === null ? '' : ` (${codeInWords(outcome)})`;
  return `${DISPUTE_KINDS[kind]} ${inOneLine(id, 64)} was lost${at}${how}: ${sumOf(lost, currency)}.`;
}
