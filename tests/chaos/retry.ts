import { setTimeout as pause } from 'node:timers/promises';

const RETRIED_FOR_MS = 300_000;

/** Codes of a shop that is down, starting, or cut off from gateway, game or database. */
const RETRYABLE = /^(300|500|10017|10502|10504) /;

let servedSoFar = 0;

export const served = (): number => servedSoFar;

/** Retries while processes are killed; any other failure ends it. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + RETRIED_FOR_MS;
  for (;;) {
    try {
      const result = await work();
      servedSoFar += 1;
      return result;
    } catch (error) {
      if (!isRetryable(error) || Date.now() > end) throw error;
      await pause(150);
    }
  }
}

/** A broken connection, a truncated answer, a time-out, or a retryable code. */
function isRetryable(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof Error && RETRYABLE.test(error.message);
}

/** Polls until the condition holds; throws with the last value after `withinMs`. */
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
