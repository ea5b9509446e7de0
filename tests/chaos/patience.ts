import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 300_000;

/** The shop is down, starting or cannot reach its gateway, its game or its database: try again. */
const LATER = /^(300|500|10017|10502|10504) /;

let servedSoFar = 0;

/** How often the shop, or its outside, has done what somebody wanted of it. */
export const served = (): number => servedSoFar;

/** Repeats over a shop that is just being killed; an answer that is not the outside's fault ends it. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const result = await work();
      servedSoFar += 1;
      return result;
    } catch (error) {
      if (!isForLater(error) || Date.now() > end) throw error;
      await pause(150);
    }
  }
}

/** A connection that broke, an answer cut in half, one that never came, or one that says "later". */
function isForLater(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof Error && LATER.test(error.message);
}

/** Looks until it is so, however slow the machine; says what was there when patience ends. */
export async function until<T>(
  what: string,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  withinMs: number,
  everyMs = 500,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(seen)}`);
    await pause(everyMs);
  }
}
