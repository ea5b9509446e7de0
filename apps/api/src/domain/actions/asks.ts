import type { NamedGateways } from '../../gateways/accounts.ts';
import type { Ctx } from '../../context.ts';
import type { Clock } from '../../platform/clock.ts';

/** An answer of a gateway or a game is told again for this time, to every operator. */
const FRESH_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Queries of one operator, at LIMIT_SCALE 1. Typing in a dialog asks once in ten seconds. */
const A_MINUTE = 20;
const AN_HOUR = 200;
/** Remembered answers and operators of a process, some hundred bytes each; a further one replaces the oldest. */
const MAX_ANSWERS = 2_000;
const MAX_OPERATORS = 2_000;

/** Queries to gateways and games that looks of operators cause: previews, waiting steps, look-ups of characters. */
export type Asks = {
  /** @param object the thing that is queried @throws AskedTooOften */
  ask<T>(operator: string, object: string, question: () => Promise<T>): Promise<T>;
};

/** Ends a look whose operator has asked gateways and games too often. */
export class AskedTooOften extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
    super(`You made the shop ask gateways and games too often. Try again in ${seconds} s.`);
    this.waitMs = waitMs;
  }
}

/** Counts in the memory of this process, in real time. */
export function createAsks(clock: Pick<Clock, 'real'>, scale: number): Asks {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  const times = new Map<string, readonly number[]>();

  function count(operator: string, now: number): void {
    const ofHour = (times.get(operator) ?? []).filter((at) => now - at < HOUR_MS);
    const ofMinute = ofHour.filter((at) => now - at < MINUTE_MS);
    const [oldest = now] = ofHour;
    const [recent = now] = ofMinute;
    if (ofHour.length >= AN_HOUR * scale) throw new AskedTooOften(oldest + HOUR_MS - now);
    if (ofMinute.length >= A_MINUTE * scale) throw new AskedTooOften(recent + MINUTE_MS - now);
    keep(times, operator, [...ofHour, now], MAX_OPERATORS);
  }

  return {
    ask: async <T>(operator: string, object: string, question: () => Promise<T>) => {
      const now = clock.real().getTime();
      const known = answers.get(object);
      // Verified edge: a key has answers of one query.
      if (known !== undefined && now - known.at < FRESH_MS) return known.answer as Promise<T>;
      count(operator, now);
      const answer = question();
      keep(answers, object, { at: now, answer }, MAX_ANSWERS);
      return answer;
    },
  };
}

function keep<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

/** The context of a look: its queries are counted, and their answers change nothing. */
export function lookingCtx(ctx: Ctx, operator: string): Ctx {
  const { gateways, games, asks } = ctx;
  const bounded = (gateway: Ctx['gateways']['payermax']): Ctx['gateways']['payermax'] => ({
    ...gateway,
    query: (attempt) => asks.ask(operator, `payment ${attempt.id}`, () => gateway.query(attempt)),
    queryRefund: (input) =>
      asks.ask(operator, `refund ${input.refundId}`, () => gateway.queryRefund(input)),
    findRefund: (input) =>
      asks.ask(operator, `failed refund ${input.refundId}`, () => gateway.findRefund(input)),
  });
  const boundedPair = ({ payermax, paypal }: NamedGateways): NamedGateways => ({
    ...(payermax !== undefined && { payermax: bounded(payermax) }),
    ...(paypal !== undefined && { paypal: bounded(paypal) }),
  });
  return {
    ...ctx,
    isLook: true,
    gateways: {
      payermax: bounded(gateways.payermax),
      paypal: bounded(gateways.paypal),
      named: new Map([...gateways.named].map(([merchant, own]) => [merchant, boundedPair(own)])),
      missing: gateways.missing,
    },
    games: {
      ...games,
      findRole: (game, role) => {
        const object = JSON.stringify(['role', game.gameId, role.serverId, role.cid]);
        return asks.ask(operator, object, () => games.findRole(game, role));
      },
    },
  };
}
