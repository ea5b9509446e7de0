import type { Ctx } from '../../context.ts';
import { hmac } from '../../platform/keys.ts';
import { readSealKey } from '../../platform/seal-key.ts';
import { seal, unseal } from '../../platform/seal.ts';

type Keyed = Pick<Ctx, 'db' | 'randomBytes'>;

const readKey = (ctx: Keyed): Promise<Buffer> => readSealKey(ctx, 'saved_card_key');

/** A gateway's token as its card's row holds it: encrypted for this row alone, with a hash that finds it. */
export async function sealToken(ctx: Keyed, cardId: string, token: string) {
  const key = await readKey(ctx);
  return { token: seal(ctx, key, cardId, token), tokenHash: hashWith(key, token) };
}

/** @throws Error for a token of another row */
export async function openToken(ctx: Keyed, cardId: string, sealed: Buffer): Promise<string> {
  return unseal(await readKey(ctx), cardId, sealed);
}

export async function hashOfToken(ctx: Keyed, token: string): Promise<Buffer> {
  return hashWith(await readKey(ctx), token);
}

function hashWith(key: Buffer, token: string): Buffer {
  return hmac(key, `saved-card:${token}`);
}
