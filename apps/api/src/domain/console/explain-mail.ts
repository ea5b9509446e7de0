import type { Cause } from './order-cause.ts';
import { decideResend, openGateway, payBack, retryMail, settleParked } from './order-commands.ts';
import { mainMail, mainPayment, type Mail, type OrderFacts } from './order-facts.ts';
import { gatewayName, inOneLine, lengthOf, sumOf, timeOf } from './order-words.ts';
import type { Next, Told } from './told.ts';

type MailCause = Extract<
  Cause,
  | 'mail_queued'
  | 'mail_retrying_full'
  | 'mail_retrying_maintenance'
  | 'mail_retrying'
  | 'mail_parked'
  | 'mail_held'
  | 'delivered'
>;

/** A paid order whose mail is the news. */
export function explainMail(facts: OrderFacts, cause: MailCause): Told {
  const mail = mainMail(facts);
  if (mail === null) return queued(facts, null);
  switch (cause) {
    case 'mail_queued':
      return queued(facts, mail);
    case 'mail_retrying_full':
      return retrying(facts, mail, 'mailbox full', [
        `${mail.name} has to make room in the mailbox on ${mail.server}.`,
      ]);
    case 'mail_retrying_maintenance':
      return retrying(facts, mail, 'maintenance', [`The game's server ${mail.server} is closed.`]);
    case 'mail_retrying':
      return retrying(facts, mail, 'no answer', [
        `The game did not answer: ${inOneLine(mail.why ?? 'no reason')}.`,
      ]);
    case 'mail_parked':
      return parked(facts, mail);
    case 'mail_held':
      return held(facts, mail);
    case 'delivered':
      return delivered(facts, mail);
  }
}

/** Begins a sentence about a mail: a resend goes to a character that an operator named. */
const begins = (mail: Mail) => (mail.kind === 'resend' ? `Resent to ${mail.name}.` : 'Paid.');

function queued(facts: OrderFacts, mail: Mail | null): Told {
  if (mail === null) {
    return {
      tone: 'blue',
      sentence: 'Paid. No mail to the game is written.',
      why: ['The order has no delivery.'],
      next: [],
      can: [payBack(facts, 'Pay back what is left', false)],
    };
  }
  return {
    tone: 'blue',
    sentence: `${begins(mail)} The mail goes to the game now.`,
    why: [`Written ${timeOf(mail.createdAt, facts.now)}, ${attempts(mail.attempts)} so far.`],
    next: nextMail(facts, mail),
    can:
      mail.kind === 'resend'
        ? []
        : [payBack(facts, 'Pay back instead of the goods', mail.isMaybeGiven)],
  };
}

function retrying(facts: OrderFacts, mail: Mail, cause: string, why: readonly string[]): Told {
  const { now } = facts;
  const next = mail.nextAt === null ? '' : `, next ${timeOf(mail.nextAt, now)}`;
  const until = mail.giveUpAt === null ? '' : `, until ${timeOf(mail.giveUpAt, now)}`;
  const doubt = mail.isMaybeGiven
    ? ['An attempt ended without an answer: the goods may be in the mailbox already.']
    : [];
  const isGiven = mail.isMaybeGiven || mail.reason === 'error';
  return {
    tone: 'orange',
    sentence: `${begins(mail)} The game does not take the mail: ${cause}, attempt ${mail.attempts}${next}${until}.`,
    why: [...why, ...doubt],
    next: nextMail(facts, mail),
    can: [
      retryMail(mail),
      payBack(facts, 'Pay back instead of waiting', isGiven || mail.kind === 'resend'),
    ],
  };
}

function nextMail({ now }: OrderFacts, mail: Mail): Next[] {
  const { nextAt, giveUpAt } = mail;
  const sent: Next[] =
    nextAt === null
      ? []
      : [{ at: nextAt, text: nextAt <= now ? 'The mail is sent now.' : 'The mail is sent again.' }];
  return giveUpAt === null ? sent : [...sent, { at: giveUpAt, text: endOfAttempts(mail) }];
}

function endOfAttempts(mail: Mail): string {
  const isGiven = mail.isMaybeGiven || mail.reason === 'error';
  if (isGiven) return 'Without an answer by then, the mail is parked for an operator.';
  return mail.kind === 'resend'
    ? 'Not taken by then, the resend ends as refused, for an operator to decide.'
    : 'Not taken by then, the mail is given up and the money goes back by itself.';
}

function parked(facts: OrderFacts, mail: Mail): Told {
  const since = mail.parkedAt === null ? '' : ` since ${timeOf(mail.parkedAt, facts.now)}`;
  const about = mail.kind === 'resend' ? `The resend to ${mail.name}` : 'The mail';
  return {
    tone: 'violet',
    sentence: `${mail.kind === 'resend' ? 'Resent' : 'Paid'}, and the game never answered: the goods may or may not be in ${mail.name}'s mailbox.`,
    why: [
      `${about} is parked${since}, after ${attempts(mail.attempts)}.`,
      `The game's own records of ${mail.server} show whether it took mail ${mail.id}.`,
    ],
    next: [{ at: null, text: 'An operator decides; no step follows by itself.' }],
    can: [...settleParked(mail), payBack(facts, 'Pay back what is left', true)],
  };
}

function held(facts: OrderFacts, mail: Mail): Told {
  const open = facts.disputes.find(({ state }) => state === 'open');
  const since = open?.openedAt ?? mail.heldSince;
  const gateway = open === undefined ? 'the gateway' : gatewayName(open.provider);
  const from = since === null ? '' : ` since ${timeOf(since, facts.now)}`;
  return {
    tone: 'red',
    sentence: `${mail.kind === 'resend' ? 'Not resent' : 'Paid, not given'}: a dispute is open${from}.`,
    why: [
      ...(open === undefined
        ? []
        : [`${gateway} asks about ${sumOf(open.claimed, open.currency)}.`]),
      'The mail is held while the dispute is open, and its seven days stand still.',
    ],
    next: [
      { at: null, text: 'Won or cancelled: the mail goes out at once.' },
      { at: null, text: 'Lost: the mail is cancelled, and the sum is booked as lost.' },
    ],
    can: [
      openGateway(
        open === undefined
          ? 'Answer the dispute there'
          : `Answer ${open.id} in ${gateway}'s own pages`,
      ),
      payBack(
        facts,
        'Give in: pay back all that is left',
        mail.isMaybeGiven || mail.kind === 'resend',
      ),
    ],
  };
}

function delivered(facts: OrderFacts, mail: Mail): Told {
  const refusedResend = facts.mails.findLast(({ isToDecide }) => isToDecide);
  if (refusedResend !== undefined) {
    return {
      tone: 'violet',
      sentence: `Paid and delivered to ${mail.name}; the game refused the resend to ${refusedResend.name}.`,
      why: [
        `Refused ${timeOf(refusedResend.at, facts.now)}: ${inOneLine(refusedResend.why ?? 'no reason')}.`,
      ],
      next: [{ at: null, text: 'An operator decides; no step follows by itself.' }],
      can: decideResend(facts, refusedResend),
    };
  }
  const left = mainPayment(facts);
  const isPaid = left !== null && left.captured > left.reserved + left.refunded + left.lost;
  const pay = isPaid ? [payBack(facts, 'Pay back, although the goods were given', true)] : [];
  const where = `${mail.name}'s mailbox on ${mail.server}`;
  if (mail.mailId === null) {
    return {
      tone: 'green',
      sentence: `Paid, and the goods count as given in ${where}.`,
      why: ['The game itself did not confirm the mail; the timeline says who decided so.'],
      next: [DONE],
      can: pay,
    };
  }
  const after = facts.order.paidAt === null ? null : mail.at - facts.order.paidAt;
  const isFirst = mail.kind === 'purchase' && after !== null;
  return {
    tone: 'green',
    sentence: `${mail.kind === 'resend' ? 'Resent' : 'Paid'}, and the game took the mail. It lies in ${where}.`,
    why: [
      `Mail ${inOneLine(mail.mailId, 64)} was accepted ${timeOf(mail.at, facts.now)}${isFirst ? `, ${lengthOf(after)} after the payment` : ''}.`,
      `If the player sees nothing: the mail is in the game's mailbox of ${mail.name} on ${mail.server}, not of another character.`,
    ],
    next: [DONE],
    can: pay,
  };
}

const DONE: Next = { at: null, text: 'The order is done; no step follows by itself.' };

function attempts(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`;
}
