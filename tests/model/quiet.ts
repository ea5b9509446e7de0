import { bankEvents } from './bank-events.ts';
import { answer } from './call-events.ts';
import { applyStored, pass, store, sweepEvents } from './events.ts';
import { takeRefund, takePayment, resultOf, refundResultOf } from './outside.ts';
import { sendRefusedAgain } from './paper-money-back.ts';
import { walletOpened } from './paper-payments.ts';
import type { Call } from './paper-shop.ts';
import type { Play } from './play.ts';

const ROUNDS = 60;

/**
 * Ends every walk: answers calls, delivers lost messages, decides at banks, advances time. Anything
 * unfinished afterwards is stuck.
 */
export function letAllEnd(play: Play): void {
  const { shop, outside, inbox } = play;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const attempt of shop.attempts) {
      const isUnmade = attempt.provider === 'paypal' && attempt.gatewayRef === null;
      if (isUnmade) walletOpened(shop, attempt, false);
    }
    answerAll(play);
    for (const event of decisions(play)) event.run();
    for (const message of outside.messages.splice(0)) store(play, message);
    for (const message of outside.lost.splice(0)) store(play, message);
    answerAll(play);
    for (const message of Array.from(inbox)) applyStored(play, message);
    answerAll(play);
    for (const event of sweepEvents(play)) {
      event.run();
      answerAll(play);
    }
    sendRefusedAgain(shop);
    pass(play, round === 2 ? 1_800_000 : 160_000);
  }
}

/** The first decision of each bank; payers approve nothing. */
function decisions(play: Play) {
  const seen = new Set<string>();
  return bankEvents(play).filter(({ name }) => {
    const subject = name.replace(/ \S+$/, '');
    const isFirst = !seen.has(subject) && !name.endsWith('approved') && !name.endsWith('open');
    seen.add(subject);
    return isFirst;
  });
}

function answerAll(play: Play): void {
  const { shop } = play;
  for (let call = shop.calls[0]; call !== undefined; call = shop.calls[0]) {
    if (!play.outside.answers.has(call)) play.outside.answers.set(call, answers(play, call));
    answer(play, call);
  }
}

function answers({ shop, outside }: Play, call: Call) {
  switch (call.kind) {
    case 'submit':
      return takePayment(shop, outside, call.attempt, 'paid');
    case 'query':
      return resultOf(outside, call.attempt);
    case 'refund':
      return takeRefund(outside, call.refund, 'done');
    case 'query_refund':
      return refundResultOf(outside, call.refund);
    case 'mail':
      if (outside.mail === 'none') outside.mail = 'given';
      return outside.mail === 'given' ? 'sent' : 'rejected';
  }
}
