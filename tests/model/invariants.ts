import { isAllBack, leftOf } from '../../apps/api/src/domain/refunds/rules.ts';
import { leftThere } from './outside.ts';
import { isForPerson } from './paper-money-back.ts';
import { isLive, isOverpayment, type PaperAttempt } from './paper-shop.ts';
import type { Play } from './play.ts';

/** The captured amount by its present place. */
export type Whereabouts = {
  readonly captured: number;
  readonly delivered: number;
  readonly owed: number;
  readonly promisedBack: number;
  readonly refunded: number;
  readonly lost: number;
};

/** Throws when an invariant is broken; called after every step. */
export function checkAlways(play: Play, succeededBefore: ReadonlySet<PaperAttempt>): void {
  const { shop, outside } = play;
  const paid = shop.attempts.filter((each) => each.state === 'SUCCEEDED');
  expectThat(
    shop.attempts.filter((each) => isLive(each.state)).length <= 1,
    'two attempts are alive',
  );
  for (const each of succeededBefore)
    expectThat(each.state === 'SUCCEEDED', `${each.id} went back`);
  for (const each of paid) {
    const payment = outside.payments.get(each);
    expectThat(payment?.status === 'paid', `${each.id} is SUCCEEDED and not paid`);
    expectThat(payment?.captured === each.captured, `${each.id} took another sum`);
    const back = each.reserved + each.refunded + each.lost;
    expectThat(back <= each.captured, `more goes back of ${each.id} than was captured`);
    expectThat(each.reserved >= 0 && leftThere(outside, each) >= 0, `${each.id} is overdrawn`);
  }
  for (const each of shop.attempts) {
    // A request may count as void only when it cannot arrive any more (payments.md §1.2).
    const isCalledVoid = each.provider === 'payermax' && each.failure === 'error';
    const mayArrive = [...shop.calls, ...outside.adrift].some(
      (call) => call.kind === 'submit' && call.attempt === each && !outside.answers.has(call),
    );
    expectThat(!(isCalledVoid && mayArrive), `${each.id} is given up and may still be charged`);
  }
  const bought = paid.filter((each) => !isOverpayment(shop, each));
  expectThat(bought.length <= 1, 'a second success is not paid back');
  expectThat(shop.delivery === null || bought.length === 1, 'goods without a capture');
  for (const refund of shop.refunds) {
    const isDone = outside.refunds.get(refund) === 'done';
    expectThat(refund.state !== 'SUCCEEDED' || isDone, `${refund.id} is SUCCEEDED and not done`);
  }
  const isOpenForMoney = shop.order.state === 'success' || shop.order.state === 'refunded';
  expectThat(isOpenForMoney === bought.length > 0, `order ${shop.order.state} with its money`);
  const { captured, delivered, owed, promisedBack, refunded, lost } = whereabouts(play);
  expectThat(
    captured === delivered + owed + promisedBack + refunded + lost,
    'the captured money is not all accounted for',
  );
}

export function whereabouts({ shop }: Play): Whereabouts {
  const sum = (of: (attempt: PaperAttempt) => number): number =>
    shop.attempts.reduce((total, each) => total + of(each), 0);
  const isGiven = (attempt: PaperAttempt): boolean =>
    shop.delivery?.state === 'delivered' && !isOverpayment(shop, attempt);
  return {
    captured: sum((each) => each.captured),
    delivered: sum((each) => (isGiven(each) ? leftOf(each) : 0)),
    owed: sum((each) => (isGiven(each) ? 0 : leftOf(each))),
    promisedBack: sum((each) => each.reserved),
    refunded: sum((each) => each.refunded),
    lost: sum((each) => each.lost),
  };
}

/** At the end: every payment is delivered, refunded or lost, and nothing is stuck. */
export function checkAtTheEnd(play: Play): void {
  const { shop, outside, inbox } = play;
  const isOdd = (attempt: PaperAttempt): boolean => {
    const payment = outside.payments.get(attempt);
    return payment?.status === 'paid' && payment.captured !== shop.amount;
  };
  const odd = shop.attempts.filter(isOdd);
  for (const [attempt, payment] of outside.payments) {
    if (payment.status !== 'paid') continue;
    if (isOdd(attempt)) {
      const isKept = shop.quarantine.some((each) => each.startsWith(`${attempt.id} `));
      expectThat(attempt.state !== 'SUCCEEDED' && isKept, `${attempt.id} is not in quarantine`);
      continue;
    }
    expectThat(attempt.state === 'SUCCEEDED', `${attempt.id} is paid, and ${attempt.state} here`);
    const isGiven = shop.delivery?.state === 'delivered' && !isOverpayment(shop, attempt);
    const isKept = isForPerson(shop, attempt);
    expectThat(isGiven || isAllBack(attempt) || isKept, `${attempt.id}: no goods, no money`);
    expectThat(!(isGiven && attempt.refunded > 0), `${attempt.id}: goods and money back`);
    const isLostThere = attempt.lost === payment.lostMinor || isKept;
    expectThat(isLostThere, `${attempt.id}: ${attempt.lost} lost here`);
  }
  for (const attempt of shop.attempts) {
    const isEnded = !isLive(attempt.state) || odd.includes(attempt);
    expectThat(isEnded, `${attempt.id} is stuck in ${attempt.state}`);
  }
  for (const refund of shop.refunds) {
    const isEnded = refund.state === 'SUCCEEDED' || refund.state === 'FAILED';
    expectThat(isEnded, `${refund.id} is stuck in ${refund.state}`);
    const isDone = outside.refunds.get(refund) === 'done';
    expectThat(isDone === (refund.state === 'SUCCEEDED'), `${refund.id} is ${refund.state} here`);
  }
  const { delivery, order } = shop;
  expectThat(delivery?.state !== 'queued' && delivery?.state !== 'retrying', 'a mail is stuck');
  const isWaiting = order.state === 'open' || order.state === 'waiting';
  expectThat(!isWaiting || odd.length > 0, `the order is stuck in ${order.state}`);
  const stuck = [...inbox].filter((each) => each.kind !== 'payment' || !odd.includes(each.attempt));
  expectThat(stuck.length === 0, 'a message is not applied');
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
