import { answer, answerNothing } from './call-events.ts';
import { openOutside, takePayment, resultOf } from './outside.ts';
import { cancel, choose, submit } from './paper-payments.ts';
import { openShop } from './paper-shop.ts';
import type { Habits, Play } from './play.ts';

/** Starts of walks that random steps seldom reach. */
export const BEGINNINGS = [
  'nothing',
  'left_at_bank',
  'left_at_bank_twice',
  'sent_unheard',
] as const;

export function startPlay(beginning: (typeof BEGINNINGS)[number], habits: Habits): Play {
  const play: Play = { shop: openShop(), outside: openOutside(), inbox: new Set(), habits };
  if (beginning === 'left_at_bank' || beginning === 'left_at_bank_twice') leaveAtBank(play);
  if (beginning === 'left_at_bank_twice') leaveAtBank(play);
  if (beginning === 'sent_unheard') sendWithoutAnswer(play);
  return play;
}

/** A payment request without an answer, possibly still on its way. */
function sendWithoutAnswer(play: Play): void {
  const { shop } = play;
  choose(shop, 'payermax');
  for (const attempt of shop.attempts) submit(shop, attempt);
  for (const call of shop.calls.slice()) answerNothing(play, call);
}

/** A cancelled attempt whose open bank page may still be approved. */
function leaveAtBank(play: Play): void {
  const { shop, outside } = play;
  choose(shop, 'payermax');
  const attempt = shop.attempts.at(-1);
  if (attempt === undefined) throw new Error('no attempt');
  submit(shop, attempt);
  for (const call of shop.calls.slice()) {
    outside.answers.set(call, takePayment(shop, outside, attempt, 'action'));
    answer(play, call);
  }
  cancel(shop);
  for (const call of shop.calls.slice()) {
    outside.answers.set(call, resultOf(outside, attempt));
    answer(play, call);
  }
}
