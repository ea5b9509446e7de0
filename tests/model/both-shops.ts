import { bankEvents } from './bank-events.ts';
import { answer, answerNothing, arrivals, drop } from './call-events.ts';
import { applyStored, pass, playerEvents, store, sweepEvents } from './events.ts';
import type { GatewayResult } from '../../apps/api/src/gateways/port.ts';
import type { Message } from './outside.ts';
import { query } from './paper-payments.ts';
import type { Call } from './paper-shop.ts';
import { CALL_DEADLINE_MS, type Event, type Play } from './play.ts';
import type { RealShop, Stored } from './real-shop.ts';

/** One order in the model and in the database, with one outside. */
export type Both = {
  readonly play: Play;
  readonly real: RealShop;
  readonly stored: Map<Message, Stored>;
};

type Step = { readonly name: string; readonly run: () => Promise<void> };

const TURNS = [
  playerSteps,
  playerSteps,
  callSteps,
  callSteps,
  callSteps,
  outsideSteps,
  messageSteps,
  (both: Both) => mirrored(both, sweepEvents(both.play)),
];

export function stepOf(both: Both, number: number): Step {
  const turn = TURNS[number % TURNS.length] ?? playerSteps;
  const steps = [turn(both), playerSteps(both)].find((each) => each.length > 0) ?? [];
  const step = steps[Math.floor(number / TURNS.length) % steps.length];
  if (step === undefined) throw new Error('nothing can happen');
  return step;
}

export function leaveAtBank(n: number): readonly string[] {
  return [
    `submit A_${n}`,
    'submit arrives: action',
    'answer of submit',
    'cancel',
    'query arrives: asked',
    'answer of query',
    'choose card',
  ];
}

export function payLate(n: number): readonly string[] {
  return [`A_${n} paid`, 'told', 'query arrives: asked', 'answer of query'];
}

export function stepNamed(both: Both, name: string): Step {
  const step = TURNS.flatMap((turn) => turn(both)).find((each) => each.name === name);
  if (step === undefined) throw new Error(`"${name}" cannot happen`);
  return step;
}

function mirrored({ real }: Both, events: readonly Event[]): Step[] {
  return events.flatMap(({ name, run, real: there }) =>
    there === undefined
      ? []
      : [
          {
            name,
            run: async () => {
              run();
              await there(real);
            },
          },
        ],
  );
}

function playerSteps(both: Both): Step[] {
  const { shop } = both.play;
  const comeBacks = shop.attempts.slice(-2).map((attempt): Event => ({
    name: `come back to ${attempt.id}`,
    run: () => query(shop, attempt),
    real: (real) => real.query(attempt.n),
  }));
  return mirrored(both, [...playerEvents(both.play), ...comeBacks]);
}

function callSteps(both: Both): Step[] {
  const { play, real } = both;
  return [
    ...play.shop.calls.flatMap((call): Step[] => [
      ...(play.outside.answers.has(call) ? [] : onPaper(arrivals(play, call))),
      { name: `answer of ${call.kind}`, run: () => answerBoth(both, call, true) },
      { name: `answer of ${call.kind} at last`, run: () => answerBoth(both, call, true) },
      { name: `no answer of ${call.kind}`, run: () => answerBoth(both, call, false) },
      {
        name: `killed in ${call.kind}`,
        run: async () => {
          real.calls.splice(play.shop.calls.indexOf(call), 1);
          drop(play, call);
        },
      },
    ]),
    ...play.outside.adrift.flatMap((call) => onPaper(arrivals(play, call))),
  ];
}

async function answerBoth({ play, real }: Both, call: Call, isHeard: boolean): Promise<void> {
  if (call.kind !== 'submit' && call.kind !== 'query') throw new Error(call.kind);
  const [pending] = real.calls.splice(play.shop.calls.indexOf(call), 1);
  if (pending === undefined) throw new Error('the operation does not wait for this answer');
  const heard = isHeard ? play.outside.answers.get(call) : undefined;
  // Verified edge: `arrivals` answers a payment's calls with a payment's results.
  const result = (heard ?? { kind: 'indeterminate', why: 'no answer' }) as GatewayResult;
  if (isHeard) answer(play, call);
  else answerNothing(play, call);
  await real.answer(pending, call.attempt.n, result);
}

/** Steps of the outside, shared by model and database. */
function onPaper(events: readonly { readonly name: string; readonly run: () => void }[]): Step[] {
  return events.map(({ name, run }) => ({ name, run: async () => run() }));
}

function outsideSteps(both: Both): Step[] {
  const { play, real } = both;
  const time = [1_000, 16_000, 160_000, ...(play.shop.attempts.length > 2 ? [1_800_000] : [])];
  return [
    ...onPaper(bankEvents(play).filter(({ name }) => !name.startsWith('case'))),
    ...time.map((ms) => ({
      name: `${ms} ms pass`,
      run: async () => {
        const { shop } = play;
        const isLate = (call: Call): boolean => shop.nowMs + ms - call.sentAtMs > CALL_DEADLINE_MS;
        for (
          let late = shop.calls.find(isLate);
          late !== undefined;
          late = shop.calls.find(isLate)
        ) {
          await answerBoth(both, late, false);
        }
        pass(play, ms);
        real.setTime(shop.nowMs);
      },
    })),
  ];
}

function messageSteps({ play, real, stored }: Both): Step[] {
  const { outside, inbox } = play;
  return [
    ...outside.messages.flatMap((message): Step[] =>
      message.kind !== 'payment'
        ? []
        : [
            {
              name: 'told',
              run: async () => {
                outside.messages.splice(outside.messages.indexOf(message), 1);
                const { attempt, result } = message;
                store(play, message);
                const row = await real.store(attempt.n, attempt.provider, result);
                stored.set(message, row);
                await real.apply(row);
              },
            },
          ],
    ),
    ...[...inbox].flatMap((message): Step[] => {
      const row = stored.get(message);
      if (row === undefined) return [];
      return [
        {
          name: 'applied again',
          run: async () => {
            applyStored(play, message);
            await real.apply(row);
          },
        },
      ];
    }),
  ];
}
