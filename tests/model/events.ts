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

/** What may happen next, by whose turn it is; a number below 2³¹ chooses. */
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

function playerEvents({ shop, outside, habits }: Play): Event[] {
  return [
    { name: 'choose card', run: () => choose(shop, 'payermax') },
    { name: 'choose wallet', run: () => choose(shop, 'paypal') },
    { name: 'cancel', run: () => cancel(shop) },
    // Two tabs may hold the last try, an old one an earlier try.
    ...shop.attempts.slice(-2).flatMap((attempt): Event[] => [
      { name: `submit ${attempt.id}`, run: () => submit(shop, attempt) },
      { name: `submit ${attempt.id} by another tab`, run: () => submit(shop, attempt) },
      ...(shop.calls.some((call) => call.kind === 'query' && call.attempt === attempt) ||
      !(habits.looksBack || isLive(attempt.state))
        ? []
        : [{ name: `come back to ${attempt.id}`, run: () => query(shop, attempt) }]),
      ...(attempt.provider === 'paypal' && attempt.gatewayRef === null
        ? [
            {
              name: `wallet makes ${attempt.id}`,
              run: () => {
                walletOpened(shop, attempt, true);
                if (attempt.gatewayRef !== null) outside.payments.set(attempt, newPayment());
              },
            },
            {
              name: `wallet does not make ${attempt.id}`,
              run: () => walletOpened(shop, attempt, false),
            },
          ]
        : []),
    ]),
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
      return applyMessage(shop, message.attempt, message.word, settled);
    case 'refund':
      applyRefundUpdate(shop, message.refund, message.word);
      return settled();
    case 'case':
      return applyDisputeUpdate(shop, message.attempt, message.said, (isKept) => {
        settled();
        // A person has it, and has it applied once its payment is known.
        if (isKept) outside.lost.push(message);
      });
  }
}

export function sweepEvents({ shop }: Play): Event[] {
  return [
    ...shop.attempts
      .filter((attempt) => isDoubtDue(shop, attempt))
      .map((attempt) => ({
        name: `ask for ${attempt.id}`,
        run: () => resolveIndeterminate(shop, attempt),
      })),
    ...(isExpiryDue(shop) ? [{ name: 'expire', run: () => expire(shop) }] : []),
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
    // What is over does not come back: seldom, and not before something was tried.
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

/** While nobody pays for the order, nothing of a limited good is kept for it. */
function isLimitFree({ order, attempts }: PaperShop): boolean {
  return attempts.length > 0 && (order.state === 'failed' || order.state === 'timeout');
}

/** Time passes: calls find their deadline, requests adrift their end. */
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
