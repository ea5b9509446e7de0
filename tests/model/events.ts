import { bankEvents } from './bank-events.ts';
import { answerNothing, callEvents, driftEvents } from './call-events.ts';
import { newPayment, type Message } from './outside.ts';
import {
  applyDisputeUpdate,
  applyRefundUpdate,
  isUnsent,
  pushRefund,
  sendMail,
} from './paper-money-back.ts';
import {
  applyMessage,
  cancel,
  choose,
  expire,
  isDoubtDue,
  isExpiryDue,
  query,
  resolveIndeterminate,
  submit,
  walletOpened,
} from './paper-payments.ts';
import { ANSWER_LEASE_MS } from '../../apps/api/src/domain/payments/rules.ts';
import { isLive, type PaperShop } from './paper-shop.ts';
import { CALL_DEADLINE_MS, VOID_ADRIFT_MS, type Event, type Play } from './play.ts';
import type { RealShop } from './real-shop.ts';

/** The next event: the number chooses an actor, then one of its events. */
export function eventOf(play: Play, number: number): Event {
  const turns = [
    playerEvents,
    playerEvents,
    playerEvents,
    callEvents,
    callEvents,
    callEvents,
    callEvents,
    driftEvents,
    bankEvents,
    bankEvents,
    messageEvents,
    sweepEvents,
    sweepEvents,
    timeEvents,
    timeEvents,
  ];
  const turn = turns[number % turns.length] ?? playerEvents;
  const events = [turn(play), playerEvents(play)].find((each) => each.length > 0) ?? [];
  const event = events[Math.floor(number / turns.length) % events.length];
  if (event === undefined) throw new Error('nothing can happen');
  return event;
}

export function playerEvents({ shop, outside, habits }: Play): Event[] {
  return [
    {
      name: 'choose card',
      run: () => choose(shop, 'payermax'),
      real: (real) => real.choose('payermax'),
    },
    {
      name: 'choose wallet',
      run: () => choose(shop, 'paypal'),
      real: (real) => real.choose('paypal'),
    },
    { name: 'cancel', run: () => cancel(shop), real: (real) => real.cancel() },
    // Two tabs may show the last attempt, an old one an earlier attempt.
    ...shop.attempts.slice(-2).flatMap((attempt): Event[] => {
      const { n, id, provider } = attempt;
      const isAsked = shop.calls.some((call) => call.kind === 'query' && call.attempt === attempt);
      const submitting = {
        run: () => submit(shop, attempt),
        real: (real: RealShop) => real.submit(n, provider),
      };
      return [
        { name: `submit ${id}`, ...submitting },
        { name: `submit ${id} by another tab`, ...submitting },
        ...(isAsked || !(habits.looksBack || isLive(attempt.state))
          ? []
          : [{ name: `come back to ${id}`, run: () => query(shop, attempt) }]),
        ...(provider === 'paypal' && attempt.gatewayRef === null
          ? [true, false].map((isMade) => ({
              name: `wallet opens ${id}: ${isMade}`,
              run: () => {
                walletOpened(shop, attempt, isMade);
                if (attempt.gatewayRef !== null) outside.payments.set(attempt, newPayment());
              },
              real: (real: RealShop) => real.walletOpened(n, isMade),
            }))
          : []),
      ];
    }),
  ];
}

function messageEvents(play: Play): Event[] {
  const { outside, inbox } = play;
  const remove = (message: Message): void => {
    outside.messages.splice(outside.messages.indexOf(message), 1);
  };
  return [
    ...outside.messages.flatMap((message): Event[] => [
      {
        name: `${message.kind} told`,
        run: () => {
          remove(message);
          store(play, message);
        },
      },
      { name: `${message.kind} told, and again later`, run: () => store(play, message) },
      {
        name: `${message.kind} not told`,
        run: () => {
          remove(message);
          outside.lost.push(message);
        },
      },
    ]),
    ...[...inbox].map((message) => ({
      name: `${message.kind} applied again`,
      run: () => applyStored(play, message),
    })),
  ];
}

export function store(play: Play, message: Message): void {
  play.inbox.add(message);
  applyStored(play, message);
}

export function applyStored({ shop, outside, inbox }: Play, message: Message): void {
  const settled = (): void => void inbox.delete(message);
  switch (message.kind) {
    case 'payment':
      return applyMessage(shop, message.attempt, message.result, settled);
    case 'refund':
      applyRefundUpdate(shop, message.refund, message.result);
      return settled();
    case 'case':
      return applyDisputeUpdate(shop, message.attempt, message.said, (isKept) => {
        settled();
        // An operator applies it once its payment is known.
        if (isKept) outside.lost.push(message);
      });
  }
}

export function sweepEvents({ shop }: Play): Event[] {
  const live = shop.attempts.find((attempt) => isLive(attempt.state));
  return [
    ...shop.attempts
      .filter((attempt) => isDoubtDue(shop, attempt))
      .map((attempt) => ({
        name: `ask for ${attempt.id}`,
        run: () => resolveIndeterminate(shop, attempt),
        real: (real: RealShop) => real.resolveIndeterminate(attempt.n),
      })),
    ...(isExpiryDue(shop)
      ? [
          {
            name: 'expire',
            run: () => expire(shop),
            real: (real: RealShop) => real.expire(live?.n ?? null),
          },
        ]
      : []),
    ...(isUnsent(shop) ? [{ name: 'send the mail', run: () => sendMail(shop) }] : []),
    ...shop.refunds
      .filter((refund) => {
        const isFresh = shop.nowMs - (refund.requestedAtMs ?? 0) < ANSWER_LEASE_MS;
        return !(refund.state === 'SUBMITTING' && isFresh);
      })
      .map((refund) => ({ name: `push ${refund.id}`, run: () => pushRefund(shop, refund) })),
  ];
}

function timeEvents(play: Play): Event[] {
  const { shop } = play;
  return [
    ...[1_000, 1_000, 5_000, 16_000, 16_000, 160_000].map((ms) => ({
      name: `${ms} ms pass`,
      run: () => pass(play, ms),
    })),
    // Expired orders end a walk early: offered only after several attempts.
    ...(shop.attempts.length > 2
      ? [{ name: 'half an hour passes', run: () => pass(play, 1_800_000) }]
      : []),
    ...(isLimitFree(shop)
      ? [
          {
            name: 'a limited good changes hands',
            run: () => void (shop.isStillWanted = !shop.isStillWanted),
          },
        ]
      : []),
  ];
}

/** An unpaid order reserves nothing of a limited product. */
function isLimitFree({ order, attempts }: PaperShop): boolean {
  return attempts.length > 0 && (order.state === 'failed' || order.state === 'timeout');
}

/** Time passes: calls reach their deadline, lost requests become void. */
export function pass(play: Play, ms: number): void {
  const { shop, outside } = play;
  while (true) {
    const late = shop.calls.find((call) => shop.nowMs + ms - call.sentAtMs > CALL_DEADLINE_MS);
    if (late === undefined) break;
    answerNothing(play, late);
  }
  shop.nowMs += ms;
  const left = outside.adrift.filter((call) => shop.nowMs - call.sentAtMs <= VOID_ADRIFT_MS);
  outside.adrift.splice(0, outside.adrift.length, ...left);
}
