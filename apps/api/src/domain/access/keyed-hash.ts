import { createHmac } from 'node:crypto';
import type { Ctx } from '../../context.ts';

/**
 * What is kept of a short code, or of a character's id: hashed with a key, because there are too few for a plain hash to
 * hide one.
 * The key is this installation's; what it hashes for order tokens are 20 characters, never a text like these.
 */
export function keyedHash(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  kind: 'mail-code' | 'image-code' | 'network' | 'character',
  ...parts: readonly (string | number)[]
): Buffer {
  return createHmac('sha256', ctx.orderTokenKey)
    .update(JSON.stringify([`access:${kind}`, ...parts]))
    .digest();
}
