import { createHmac } from 'node:crypto';
import type { Ctx } from '../../context.ts';

/**
 * Hashes short codes and character ids with a key: a plain hash of so few values could be reversed.
 * The key is the installation's order token key; order tokens have 20 characters and never collide
 * with these texts.
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
