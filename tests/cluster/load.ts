import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CARDS, createShopper, want, type Outside, type Shopper } from '../support/shopper.ts';

const PLAYERS = 12;
/** A player tries again after this pause, for at most this time. */
const AGAIN_MS = 700;
const PATIENCE_MS = 90_000;
const ASK_AGAIN_MS = 300;

/** One purchase, with the player's view of it. Times are of `performance.now()`, ms. */
export type Bought = {
  readonly startedAt: number;
  /** The shop said that it is paid. */
  paidAt: number | null;
  order: string | null;
  readonly errors: string[];
};

export type Load = {
  readonly bought: readonly Bought[];
  /** Starts no more purchases, and waits for those that run. */
  stop(): Promise<void>;
};

/** Characters of the first game, each with a session. */
export async function loadPlayers(outside: Outside): Promise<readonly Shopper[]> {
  const players: Shopper[] = [];
  while (players.length < PLAYERS) players.push(await createShopper(outside));
  return players;
}

/** Buys at a steady rate; a failed call is repeated with the same key, as players do. */
export function startLoad(players: readonly Shopper[], perSecond: number): Load {
  const bought: Bought[] = [];
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const player = players[bought.length % players.length];
    if (player === undefined) return;
    const purchase: Bought = {
      startedAt: performance.now(),
      paidAt: null,
      order: null,
      errors: [],
    };
    bought.push(purchase);
    const work = buy(player, purchase).finally(() => running.delete(work));
    running.add(work);
  }, 1_000 / perSecond);
  return {
    bought,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

async function buy(player: Shopper, purchase: Bought): Promise<void> {
  const order_key = randomUUID();
  const isLate = (): boolean => performance.now() - purchase.startedAt > PATIENCE_MS;
  while (!isLate()) {
    try {
      const opened = await player.open({ order_key });
      purchase.order = opened.order_id;
      let { state }: { state: string } = opened;
      if (opened.pay !== null) ({ state } = await player.payByCard(opened, CARDS.success));
      while ((state === 'waiting' || state === 'open') && !isLate()) {
        await pause(ASK_AGAIN_MS);
        ({ state } = await want(player.client.call('orderInquire', { token: opened.token })));
      }
      if (state === 'success') {
        purchase.paidAt = performance.now();
        return;
      }
      throw new Error(`the order is ${state}`);
    } catch (error) {
      purchase.errors.push(wordsOf(error));
      await pause(AGAIN_MS);
    }
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  const code = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : '';
  return `${error.message.slice(0, 60)}${code}`;
}

/** The longest time without a finished purchase from `fromMs` on, ms. */
export function longestGap(bought: readonly Bought[], fromMs: number): number {
  const ends = bought
    .flatMap(({ paidAt }) => (paidAt === null || paidAt < fromMs ? [] : [paidAt]))
    .toSorted((a, b) => a - b);
  return ends.reduce(({ gap, last }, end) => ({ gap: Math.max(gap, end - last), last: end }), {
    gap: 0,
    last: fromMs,
  }).gap;
}
