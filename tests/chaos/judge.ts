import { toMinor } from '@webpay/contract/money';
import type pg from 'pg';
import { mailsOf } from '../support/shopper.ts';
import type { TestEnvironment } from '../support/environment.ts';
import { balance, type Moved } from './balance.ts';
import { gameIdOf } from './players.ts';
import * as rows from './rows.ts';

export type Verdict = {
  /** What does not hold, a sentence each; none when all is well. */
  readonly wrong: readonly string[];
  /** How the captures of the sandbox's statement ended. */
  readonly captures: {
    readonly delivered: number;
    readonly refunded: number;
    readonly lost: number;
  };
  /** What moved at the gateways, a line a provider and currency. */
  readonly moved: readonly Moved[];
  /** Orders by the state their player sees. */
  readonly orders: Readonly<Record<string, number>>;
};

type Capture = {
  readonly provider: string;
  readonly id: string;
  readonly out_trade_no: string;
  readonly amount: string;
  readonly currency: string;
};

type Refund = {
  readonly provider: string;
  readonly out_refund_no: string | null;
  readonly out_trade_no: string;
  readonly amount: string;
  readonly currency: string;
};

type Statement = {
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  readonly mails: number;
};

/** Queues what really happened outside against the shop's rows and books. */
export async function judge(environment: TestEnvironment, pool: pg.Pool): Promise<Verdict> {
  const statement = await readStatement(environment);
  const [attempts, orders, refunds] = [
    await rows.attempts(pool),
    await rows.orders(pool),
    await rows.refunds(pool),
  ];
  const given = await givenMails(environment, orders);
  const wrong = [
    ...(await stuckRows(pool)),
    ...mailTrouble(orders, given, statement.mails),
    ...refundTrouble(statement, refunds),
  ];
  const ends = { delivered: 0, refunded: 0, lost: 0 };
  const attemptOf = new Map(attempts.map((each) => [each.id, each]));
  const orderOf = new Map(orders.map((each) => [each.id, each]));
  for (const capture of statement.captures) {
    const attempt = attemptOf.get(capture.out_trade_no);
    const order = orderOf.get(attempt?.order_id ?? '');
    if (attempt === undefined || order === undefined || attempt.state !== 'SUCCEEDED') {
      wrong.push(
        `${capture.out_trade_no} was captured, and is ${attempt?.state ?? 'unknown'} here`,
      );
      continue;
    }
    if (minorOf(capture) !== attempt.amount || capture.currency !== attempt.currency) {
      wrong.push(`${attempt.id} was captured as ${capture.amount} ${capture.currency}`);
    }
    const back = statement.refunds.filter((each) => each.out_trade_no === attempt.id);
    const returned = back.reduce((sum, each) => sum + minorOf(each), 0);
    const isGiven = !attempt.is_surplus && given.has(order.delivery_id ?? '');
    const end = endOf(attempt, returned, isGiven);
    if (end === null) {
      wrong.push(
        `${attempt.id}: ${attempt.amount} captured, ${returned} refunded, ${attempt.lost} lost, goods ${isGiven ? 'given' : 'not given'}`,
      );
    } else ends[end] += 1;
    if (isGiven !== (order.state === 'success') && attempt.lost === 0 && !attempt.is_surplus) {
      wrong.push(
        `order ${order.id} is ${order.state}, its goods ${isGiven ? 'given' : 'not given'}`,
      );
    }
  }
  const captured = new Set(statement.captures.map((each) => each.out_trade_no));
  for (const each of attempts) {
    if (each.state === 'SUCCEEDED' && !captured.has(each.id)) {
      wrong.push(`${each.id} is SUCCEEDED here and was never captured`);
    }
  }
  const { moved, trouble } = await balance(pool, statement, attempts);
  return { wrong: [...wrong, ...trouble], captures: ends, moved, orders: countStates(orders) };
}

/** Exactly one: the goods, all the money back, or lost to its payer's bank. */
function endOf(
  attempt: rows.Attempt,
  returned: number,
  isGiven: boolean,
): keyof Verdict['captures'] | null {
  if (attempt.lost > 0) return attempt.lost + returned === attempt.amount ? 'lost' : null;
  if (isGiven) return returned === 0 ? 'delivered' : null;
  return returned === attempt.amount ? 'refunded' : null;
}

async function stuckRows(pool: pg.Pool): Promise<string[]> {
  const left = { ...(await rows.unfinished(pool)), ...(await rows.waiting(pool)) };
  const stuck = Object.entries(left).filter(([, count]) => count > 0);
  const kept = await rows.quarantined(pool);
  return [
    ...stuck.map(([what, count]) => `${count} rows are stuck: ${what}`),
    ...kept.map((each) => `in quarantine: ${each}`),
  ];
}

/** Delivery ids of the mails that lie in the games' mailboxes, and how often each does. */
async function givenMails(
  environment: TestEnvironment,
  orders: readonly rows.Order[],
): Promise<ReadonlyMap<string, number>> {
  const characters = new Map(
    orders.map((each) => [`${each.project} ${each.server_id} ${each.cid}`, each]),
  );
  const given = new Map<string, number>();
  for (const { project, server_id: serverId, cid } of characters.values()) {
    const mails = await mailsOf(environment, { gameId: gameIdOf(project), serverId, cid });
    for (const { delivery_id: id } of mails) {
      if (id !== null) given.set(id, (given.get(id) ?? 0) + 1);
    }
  }
  return given;
}

function mailTrouble(
  orders: readonly rows.Order[],
  given: ReadonlyMap<string, number>,
  told: number,
): string[] {
  const here = new Map(orders.map((each) => [each.delivery_id, each]));
  const total = [...given.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...[...given].flatMap(([id, count]) => {
      const order = here.get(id);
      if (count > 1) return [`the mail ${id} was given ${count} times`];
      return order === undefined ? [`the mail ${id} was given for no order`] : [];
    }),
    ...orders
      .filter((each) => each.delivery === 'delivered' && !given.has(each.delivery_id ?? ''))
      .map((each) => `order ${each.id} is delivered here, and its mail is not there`),
    ...(total === told ? [] : [`${told} mails were given, ${total} of them to characters we know`]),
  ];
}

function refundTrouble(statement: Statement, refunds: readonly rows.Refund[]): string[] {
  const here = new Map(refunds.map((each) => [each.id, each]));
  const there = new Set(statement.refunds.map((each) => each.out_refund_no));
  return [
    ...statement.refunds.flatMap((each) => {
      const ours = here.get(each.out_refund_no ?? '');
      if (ours?.state !== 'SUCCEEDED') {
        return [
          `${each.out_refund_no ?? 'a refund'} was paid, and is ${ours?.state ?? 'unknown'} here`,
        ];
      }
      const isSame = ours.amount === minorOf(each) && ours.attempt_id === each.out_trade_no;
      return isSame ? [] : [`${ours.id} was paid as ${each.amount} for ${each.out_trade_no}`];
    }),
    ...refunds
      .filter((each) => each.state === 'SUCCEEDED' && !there.has(each.id))
      .map((each) => `${each.id} is SUCCEEDED here and was never paid`),
  ];
}

function countStates(orders: readonly rows.Order[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of orders) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function minorOf(money: { readonly amount: string; readonly currency: string }): number {
  return toMinor(money);
}

async function readStatement(environment: TestEnvironment): Promise<Statement> {
  const response = await fetch(`${environment.sandboxUrl}/statement`);
  // Verified edge: the sandbox's own tests hold it to this shape (contract §6).
  return (await response.json()) as Statement;
}
