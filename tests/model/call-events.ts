import {
  OUTCOMES,
  refundResultOf,
  takePayment,
  takeRefund,
  resultOf,
  type Outcome,
  type Outside,
} from './outside.ts';
import type { Call } from './paper-shop.ts';
import type { Event, Play } from './play.ts';

export function callEvents(play: Play): Event[] {
  const { shop, outside } = play;
  return shop.calls.flatMap((call): Event[] => [
    ...(outside.answers.has(call)
      ? Array.from({ length: 3 }, () => ({
          name: `answer of ${call.kind}`,
          run: () => answer(play, call),
        }))
      : arrivals(play, call)),
    // As likely as all results together.
    ...Array.from({ length: outside.answers.has(call) ? 1 : 5 }, () => [
      { name: `no answer of ${call.kind}`, run: () => answerNothing(play, call) },
      { name: `killed in ${call.kind}`, run: () => drop(play, call) },
    ]).flat(),
  ]);
}

/** Late arrivals of requests without a waiting caller. */
export function driftEvents(play: Play): Event[] {
  return play.outside.adrift.flatMap((call) => arrivals(play, call));
}

/** Weighted results: mostly a payment; a wrong amount ends a walk early. */
const LIKELY_OUTCOMES: readonly Outcome[] = [
  ...OUTCOMES,
  'paid',
  'paid',
  'pending',
  'pending',
  'action',
  'action',
  'action',
  'declined',
];

/** The call reaches its gateway or game, with every possible result. */
export function arrivals({ shop, outside }: Play, call: Call): Event[] {
  const arrive = (name: string, hear: () => Parameters<Outside['answers']['set']>[1]): Event => ({
    name: `${call.kind} arrives: ${name}`,
    run: () => {
      const at = outside.adrift.indexOf(call);
      if (at >= 0) outside.adrift.splice(at, 1);
      const result = hear();
      if (at < 0) outside.answers.set(call, result);
    },
  });
  switch (call.kind) {
    case 'submit':
      return LIKELY_OUTCOMES.map((outcome) =>
        arrive(outcome, () => takePayment(shop, outside, call.attempt, outcome)),
      );
    case 'query':
      return [arrive('asked', () => resultOf(outside, call.attempt))];
    case 'refund':
      return (['pending', 'done', 'failed'] as const).map((outcome) =>
        arrive(outcome, () => takeRefund(outside, call.refund, outcome)),
      );
    case 'query_refund':
      return [arrive('asked', () => refundResultOf(outside, call.refund))];
    case 'mail':
      return (['given', 'refused', 'full'] as const).map((end) =>
        arrive(end, () => {
          // A game's first decision is final.
          if (outside.mail === 'none' && end !== 'full') outside.mail = end;
          if (outside.mail === 'given') return 'sent';
          return outside.mail === 'refused' ? 'rejected' : 'silent';
        }),
      );
  }
}

/** The answer reaches the shop; a call that did not arrive times out. */
export function answer(play: Play, call: Call): void {
  const result = play.outside.answers.get(call);
  if (result === undefined) return answerNothing(play, call);
  take(play, call);
  // Verified edge: `arrivals` answers each kind of call with its own results.
  (call.answer as (answers: typeof result) => void)(result);
}

/** A time-out or lost answer; the request may still arrive. */
export function answerNothing(play: Play, call: Call): void {
  drop(play, call);
  if (call.kind === 'mail') call.answer('silent');
  else call.answer({ kind: 'indeterminate', why: 'no answer' });
}

export function drop(play: Play, call: Call): void {
  const isAdrift = !play.outside.answers.has(call) && !call.kind.startsWith('query');
  take(play, call);
  if (isAdrift) play.outside.adrift.push(call);
}

function take({ shop, outside }: Play, call: Call): void {
  shop.calls.splice(shop.calls.indexOf(call), 1);
  outside.answers.delete(call);
}
