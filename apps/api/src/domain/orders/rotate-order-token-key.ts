import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import {
  addNextKey,
  lockOrderTokenKeys,
  makeOrderTokenKey,
  orderTokenKeys,
  removeOldKey,
  switchToNextKey,
} from './order-token-key.ts';

/** Every process reads the keys within a second; one that hangs for longer says so in its metrics. */
const KNOWN_AFTER_MS = 60_000;
/** Ended access links are found by hashes under the old key until the last of them has expired, with a minute to spare. */
export const OLD_KEY_HELD_MS = 66 * 60_000;

export type KeyRole = 'current' | 'next' | 'previous';
/** A key by its first letters: enough to tell two apart, nothing to sign with. */
export type ListedKey = { readonly role: KeyRole; readonly print: string; readonly since: Date };

export type RotationStep = 'add' | 'switch' | 'remove';
export type RotationResult =
  | { readonly kind: 'done' }
  /** The previous step is too recent: a process may not know it, or an ended access link could open again. */
  | { readonly kind: 'refused'; readonly why: 'wait' | 'links'; readonly until: Date }
  /** Another step is due. */
  | { readonly kind: 'refused'; readonly why: 'no_next' | 'under_way' | 'no_old' };

/** The keys of order tokens: the one that signs, and those that are accepted beside it. */
export async function listOrderTokenKeys({ db }: Pick<Ctx, 'db'>): Promise<readonly ListedKey[]> {
  const rows = await db.many(orderTokenKeys);
  return rows.map(({ role, print, since }) => {
    return { role: role === '' ? 'current' : role, print: print.slice(0, 8), since };
  });
}

/**
 * Makes one step of the key's change: `add` a new key that is accepted, `switch` to it while the old one stays accepted,
 * `remove` the one that does not sign. Times are real, not the shop's.
 */
export async function rotateOrderTokenKey(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  step: RotationStep,
): Promise<RotationResult> {
  const realNow = clock.real();
  return db.transaction(async (tx) => {
    await tx.run(makeOrderTokenKey, { secret: randomBytes(32) });
    await tx.one(lockOrderTokenKeys);
    const keys = await tx.many(orderTokenKeys);
    const next = keys.find(({ role }) => role === 'next');
    const previous = keys.find(({ role }) => role === 'previous');
    const isBefore = (until: Date) => realNow.getTime() < until.getTime();
    switch (step) {
      case 'add':
        if (keys.length > 1) return { kind: 'refused', why: 'under_way' };
        await tx.run(addNextKey, { secret: randomBytes(32), realNow });
        return { kind: 'done' };
      case 'switch': {
        if (next === undefined) return { kind: 'refused', why: 'no_next' };
        const until = after(next.since, KNOWN_AFTER_MS);
        if (isBefore(until)) return { kind: 'refused', why: 'wait', until };
        await tx.run(switchToNextKey, { realNow });
        return { kind: 'done' };
      }
      case 'remove': {
        if (keys.length === 1) return { kind: 'refused', why: 'no_old' };
        // A key that never signed is removed at once.
        const until = previous === undefined ? realNow : after(previous.since, OLD_KEY_HELD_MS);
        if (isBefore(until)) return { kind: 'refused', why: 'links', until };
        await tx.run(removeOldKey);
        return { kind: 'done' };
      }
    }
  });
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
