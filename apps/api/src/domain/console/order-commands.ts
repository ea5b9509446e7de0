import type { Explanation } from '@webpay/contract/console/shapes';
import { NO_WAY_BACK } from '../refunds/rules.ts';
import type { OrderFacts, Mail, Quarantined, Refund, Request } from './order-facts.ts';
import { gatewayName } from './order-words.ts';

/** Steps of an operator, each with the command that does it. Operators replace "…" and words in capitals. */
export type Can = Explanation['can'][number];

const BECAUSE = '--because "…"';
const resolve = (words: string) => `npm run resolve -- ${words} ${BECAUSE}`;

/** Made by the page itself. */
export const COPY_ANSWER: Can = {
  action: 'copy_answer',
  text: 'Copy the answer for the player',
  seed: null,
  command: null,
};

/**
 * Refunds all that is left of the order: an overpayment first.
 * @param isGiven the goods were delivered, or may have been
 */
export function payBack({ order }: OrderFacts, text: string, isGiven: boolean): Can {
  const allow = isGiven ? ' --allow-delivered' : '';
  const seed = { kind: 'refund_order', order_id: order.id } as const;
  return { action: 'pay_back', text, seed, command: resolve(`refund ${order.id}${allow}`) };
}

/** Both ways of a refused refund. One that the shop sends again by itself is not booked as paid outside. */
export function waysOfRefusedRefund(refund: Refund, isGiven: boolean): Can[] {
  const again = refundAgain(refund.id, isGiven);
  if (refund.retryAt !== null) return [again];
  const outside = paidOutside(refund.id, isGiven);
  return refund.failure === NO_WAY_BACK ? [outside, again] : [again, outside];
}

/** Sends a refused refund again under a new number. */
function refundAgain(refundId: string, isGiven: boolean): Can {
  const allow = isGiven ? ' --allow-delivered' : '';
  const seed = { kind: 'refund_again', refund_id: refundId } as const;
  const text = 'Send it again, under a new number';
  return { action: 'pay_back', text, seed, command: resolve(`refund-again ${refundId}${allow}`) };
}

/** Books a refused refund that our bank paid. */
function paidOutside(refundId: string, isGiven: boolean): Can {
  const allow = isGiven ? ' --allow-delivered' : '';
  const seed = { kind: 'paid_outside', refund_id: refundId } as const;
  const words = `paid-outside ${refundId} --reference "…"${allow}`;
  return {
    action: 'pay_back',
    text: 'Book it as paid outside, once our bank has paid it',
    seed,
    command: resolve(words),
  };
}

/** The three ends of a parked mail; the game's own records say which one is right. */
export function settleParked({ id }: Mail): Can[] {
  const settle = (decision: 'delivered' | 'undelivered' | 'retry', text: string): Can => ({
    action: 'retry_mail',
    text,
    seed: { kind: 'settle_parked', mail_id: id, as: decision },
    command: resolve(`settle ${id} --${decision}`),
  });
  return [
    settle('delivered', "The game's records show the mail: count it as given"),
    settle('undelivered', "The game's records do not show it: count it as refused"),
    settle('retry', 'Send it again; the game takes the same mail once'),
  ];
}

/** A resend that its game refused: another character, the money, or neither. */
export function decideResend(facts: OrderFacts, mail: Mail): Can[] {
  const to: Can[] =
    mail.requestId === null
      ? []
      : [
          {
            action: 'decide',
            text: 'Send the goods to another character',
            seed: { kind: 'approve_resend', request_id: mail.requestId },
            command: `npm run resolve -- approve ${mail.requestId} --to SERVER/CID`,
          },
        ];
  const close: Can = {
    action: 'decide',
    text: 'Close the refused resend without more',
    seed: { kind: 'settle_mail', mail_id: mail.id },
    command: resolve(`settle ${mail.id}`),
  };
  return [...to, payBack(facts, 'Pay back what is left instead', true), close];
}

export function settleResult({ id, reason }: Quarantined): Can[] {
  const settle: Can = {
    action: 'decide',
    text: 'Settle the result once it is handled',
    seed: { kind: 'settle_message', message_id: id },
    command: resolve(`settle ${id}`),
  };
  if (reason !== 'reversal_not_confirmed') return [settle];
  const confirm: Can = {
    action: 'decide',
    text: "Record the chargeback, once the gateway's own pages show it",
    seed: { kind: 'confirm_chargeback', message_id: id },
    command: resolve(`confirm-chargeback ${id}`),
  };
  return [confirm, settle];
}

/** The answers to a player's open request. */
export function decideRequest({ id, kind }: Request, isGiven: boolean): Can[] {
  const allow = isGiven ? ' --allow-delivered' : '';
  const approve: Can =
    kind === 'refund'
      ? {
          action: 'decide',
          text: 'Approve the request: all that is left goes back; the player reads the reason',
          seed: { kind: 'approve_refund', request_id: id },
          command: resolve(`approve ${id}${allow}`),
        }
      : {
          action: 'decide',
          text: 'Approve the request: the goods go to another character; the player reads the reason',
          seed: { kind: 'approve_resend', request_id: id },
          command: resolve(`approve ${id} --to SERVER/CID`),
        };
  const reject: Can = {
    action: 'decide',
    text: 'Reject the request; the player reads the reason',
    seed: { kind: 'reject_request', request_id: id },
    command: resolve(`reject ${id}`),
  };
  return [approve, reject];
}

export function clearFlag({ order }: OrderFacts): Can {
  const { project, cid, serverId, playerId } = order;
  return {
    action: 'decide',
    text: 'Let the player order again',
    seed: { kind: 'clear_flag', player_id: playerId },
    command: resolve(`clear-flag ${project} ${quoted(cid)} --server ${quoted(serverId)}`),
  };
}

/** A shell must not read a character's id as anything else. */
function quoted(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Reads about the gateway's side; disputes are answered there. */
export function openGateway(text: string): Can {
  return { action: 'open_gateway', text, seed: null, command: null };
}

/** Brings the shop's own next query forward. */
export function askGateway({ order }: OrderFacts, provider: string): Can {
  return {
    action: 'ask_gateway',
    text: `Ask ${gatewayName(provider)} now`,
    seed: { kind: 'ask_gateway', order_id: order.id },
    command: null,
  };
}

/** Brings the next attempt of a waiting mail forward. */
export function retryMail({ id }: Mail): Can {
  return {
    action: 'retry_mail',
    text: 'Send the mail now',
    seed: { kind: 'retry_mail', mail_id: id },
    command: null,
  };
}
