import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { hmac, readWithKeys } from '../../platform/keys.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Larger bytes would favour the first letters of the alphabet. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);
const ID_LENGTH = 20;

/** 20 random characters of `[0-9a-z]`: 103 bits, unguessable. */
export function newId(ctx: Pick<Ctx, 'randomBytes'>): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of ctx.randomBytes(32)) {
      if (byte < FAIR_BYTES && id.length < ID_LENGTH) id += ALPHABET[byte % ALPHABET.length];
    }
  }
  return id;
}

/**
 * An order's token: its id and a keyed hash of it. The token gives access to the order (contract
 * §4); it is never stored, so the table of orders leaks none.
 */
export function orderToken(ctx: Pick<Ctx, 'orderTokenKey'>, orderId: string): string {
  return orderId + macOfOrder(ctx.orderTokenKey.current, orderId);
}

/** The order id of a token, or null for a forged token. Tokens of every accepted key are read. */
export function orderIdOfToken(ctx: Pick<Ctx, 'orderTokenKey'>, token: string): string | null {
  const keys = ctx.orderTokenKey;
  const orderId = token.slice(0, ID_LENGTH);
  const mac = Buffer.from(token.slice(ID_LENGTH));
  const read = (key: Buffer) => {
    const expected = Buffer.from(macOfOrder(key, orderId));
    return mac.length === expected.length && timingSafeEqual(mac, expected) ? orderId : null;
  };
  return readWithKeys(keys, read, keys.countOther);
}

function macOfOrder(key: Buffer, orderId: string): string {
  return hmac(key, `order:${orderId}`).toString('base64url').slice(0, 27);
}
