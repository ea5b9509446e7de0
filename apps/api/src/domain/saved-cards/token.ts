import type { Ctx } from '../../context.ts';
import { hmac } from '../../platform/keys.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { cardKey, makeCardKey } from './queries.ts';

type Keyed = Pick<Ctx, 'db' | 'randomBytes'>;

/** The key of the gateways' tokens, made at first. Like other secrets of the installation, it lies in the database. */
async function readKey({ db, randomBytes }: Keyed): Promise<Buffer> {
  const known = await db.maybe(cardKey);
  if (known !== null) return known.secret;
  await db.run(makeCardKey, { secret: randomBytes(32) });
  return (await db.one(cardKey)).secret;
}

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
