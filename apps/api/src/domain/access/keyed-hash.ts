import { createHmac } from 'node:crypto';
import type { Ctx } from '../../context.ts';

/** Hashes short codes and character ids with a key: plain hashes of so few values are reversible. */
export function keyedHash(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  kind: 'mail-code' | 'image-code' | 'network' | 'character',
  ...parts: readonly (string | number)[]
): Buffer {
  return createHmac('sha256', ctx.orderTokenKey)
    .update(JSON.stringify([`access:${kind}`, ...parts]))
    .digest();
}
