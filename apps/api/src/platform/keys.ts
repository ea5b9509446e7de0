import { createHmac } from 'node:crypto';

/**
 * Keys of one purpose. `current` signs; what any of them signed is accepted, so that a key changes without an outage
 * (docs/decisions/0041-two-keys.md).
 */
export type Keys<K> = { readonly current: K; readonly others: readonly K[] };

/** A key, and the second one of its rotation where there is one. */
export function keysOf<K>(current: K, second: K | null): Keys<K> {
  return { current, others: second === null ? [] : [second] };
}

/**
 * The first result that is not null, of the current key first.
 * @param countOther called when another key gave the result
 */
export function readWithKeys<K, T>(
  keys: Keys<K>,
  read: (key: K) => T | null,
  countOther: () => void,
): T | null {
  const result = read(keys.current);
  if (result !== null) return result;
  for (const key of keys.others) {
    const found = read(key);
    if (found === null) continue;
    countOther();
    return found;
  }
  return null;
}

/** Keys of keyed hashes. They follow their source while the process runs: never keep their fields. */
export type MacKeys = Keys<Buffer> & { readonly countOther: () => void };

/** HMAC-SHA256 of a text. */
export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The keyed hash of a text, to be stored or given away. */
export function macOf(keys: MacKeys, text: string): Buffer {
  return hmac(keys.current, text);
}

/** The keyed hashes that may be stored for a text, the current key's first. */
export function macsOf({ current, others }: MacKeys, text: string): readonly Buffer[] {
  return [current, ...others].map((key) => hmac(key, text));
}

/** Whether a stored hash is one of this text; counts the use of another key. */
export function isMacOf(keys: MacKeys, text: string, stored: Buffer): boolean {
  const compare = (key: Buffer) => (hmac(key, text).equals(stored) ? true : null);
  return readWithKeys(keys, compare, keys.countOther) === true;
}
