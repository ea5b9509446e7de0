import type { Ctx } from '../../context.ts';
import { isMacOf, macOf, macsOf } from '../../platform/keys.ts';

type Kind =
  | 'mail-code'
  | 'image-code'
  | 'network'
  | 'character'
  | 'guesses'
  | 'device'
  | 'confirmed';
type Parts = readonly (string | number)[];

/** Hashes short codes and character ids with a key: plain hashes of so few values are reversible. */
export function keyedHash(ctx: Pick<Ctx, 'orderTokenKey'>, kind: Kind, ...parts: Parts): Buffer {
  return macOf(ctx.orderTokenKey, textOf(kind, parts));
}

/** The hashes that rows may hold, one for each accepted key: a key changes while codes are under way. */
export function keyedHashes(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  kind: Kind,
  ...parts: Parts
): readonly Buffer[] {
  return macsOf(ctx.orderTokenKey, textOf(kind, parts));
}

/** Whether a stored hash is one of these parts. */
export function isKeyedHash(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  stored: Buffer,
  kind: Kind,
  ...parts: Parts
): boolean {
  return isMacOf(ctx.orderTokenKey, textOf(kind, parts), stored);
}

function textOf(kind: Kind, parts: Parts): string {
  return JSON.stringify([`access:${kind}`, ...parts]);
}
