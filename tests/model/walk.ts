import fc from 'fast-check';
import { eventOf } from './events.ts';
import { checkAlways, checkAtTheEnd, whereabouts } from './invariants.ts';
import { isOverpayment, openShop } from './paper-shop.ts';
import { letAllEnd } from './quiet.ts';
import { answer, answerNothing } from './call-events.ts';
import { openOutside, resultOf, takePayment } from './outside.ts';
import { cancel, choose, submit } from './paper-payments.ts';
import type { Habits, Play } from './play.ts';

/** Walks by the ends they reached. */
export type Met = Record<'delivered' | 'refunded' | 'lost' | 'surplus' | 'quarantined', number>;

const habits = fc.record({ hasDisputes: fc.boolean(), looksBack: fc.boolean() });

/**
 * Random walks through the events of an order; checks every invariant after every step and at the
 * end. Throws the shortest failing walk with its events and seed.
 */
export function walkAll(given: {
  readonly walks: number;
  readonly stepsAWalk: number;
  readonly seed?: number;
}): { readonly steps: number; readonly met: Met } {
  const { walks, stepsAWalk, seed } = given;
  // Each number chooses the next event.
  const choices = fc.noBias(fc.array(fc.nat(), { minLength: stepsAWalk, maxLength: stepsAWalk }));
  const met: Met = { delivered: 0, refunded: 0, lost: 0, surplus: 0, quarantined: 0 };
  let steps = 0;
  fc.assert(
    fc.property(fc.constantFrom(...BEGINNINGS), habits, choices, (beginning, kind, numbers) => {
      const play = startPlay(beginning, kind);
      const story: string[] = [beginning];
      try {
        for (const number of numbers) {
          const event = eventOf(play, number);
          const before = new Set(play.shop.attempts.filter((each) => each.state === 'SUCCEEDED'));
          story.push(event.name);
          event.run();
          checkAlways(play, before);
          steps += 1;
        }
        story.push('all comes to its end');
        letAllEnd(play);
        checkAlways(play, new Set());
        checkAtTheEnd(play);
      } catch (error) {
        throw new Error(`${String(error)}\n  ${story.join('\n  ')}`, { cause: error });
      }
      const { delivered, refunded, lost } = whereabouts(play);
      met.delivered += Number(delivered > 0);
      met.refunded += Number(refunded > 0);
      met.lost += Number(lost > 0);
      met.surplus += Number(play.shop.attempts.some((each) => isOverpayment(play.shop, each)));
      met.quarantined += Number(play.shop.quarantine.length > 0);
    }),
    { numRuns: walks, ...(seed === undefined ? {} : { seed }) },
  );
  return { steps, met };
}

/** Starts of walks that random steps seldom reach. */
const BEGINNINGS = ['nothing', 'left_at_bank', 'left_at_bank_twice', 'sent_unheard'] as const;

function startPlay(beginning: (typeof BEGINNINGS)[number], habits: Habits): Play {
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
