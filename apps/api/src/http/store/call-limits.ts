import { Refusal } from '../../errors.ts';

const MINUTE_MS = 60_000;

/**
 * The broad limit of contract §2 on all calls, counted in this process's memory: it only keeps a
 * flood away from the database. Limits that guard something are counted in the database
 * (domain/players/limit-calls.ts).
 */
export function createCallLimits(scale: number) {
  let window = 0;
  let counts = new Map<string, number>();
  return (key: string, limit: number): void => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== window) {
      window = now;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > limit * scale) throw new Refusal('TOO_FREQUENT');
  };
}

export const CALLS_PER_ADDRESS = 1_200;
export const CALLS_PER_SESSION = 240;
