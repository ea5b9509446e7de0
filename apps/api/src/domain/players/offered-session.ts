import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Role } from '@webpay/contract/calls';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { hmac, readWithKeys } from '../../platform/keys.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { beginOfferedSession } from './queries.ts';
import { hashToken, SESSION_LIFE_MS } from './session.ts';

/** An offer lives as long as an unused session (`isActiveSession`). */
const OFFER_LIFE_MS = 30 * 86_400_000;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Longer than any offer; nothing longer is decrypted. */
const LONGEST_TOKEN = 4_096;

const offer = v.object({
  project: v.string(),
  server_id: v.string(),
  cid: v.string(),
  pr_id: v.string(),
  server_name: v.string(),
  name: v.string(),
  level: v.number(),
  /** null: the shop did not know the character. An erased one keeps its number, so that no old offer returns it. */
  player_id: v.nullable(v.number()),
  password_version: v.number(),
  /** base64url of the hash of the session that this one replaces. */
  replaces: v.nullable(v.string()),
  /** ms since the epoch, the shop's clock. */
  at: v.number(),
});

/**
 * Makes the token of a session that is saved by the first call that uses it (docs/decisions/0037): a look-up alone leaves
 * no row. The token is sealed with the installation's key, so every server reads it and no one else does.
 * @param replaces the token of the caller's session, which ends when the new one is first used; null: none
 */
export function offerSession(
  ctx: Pick<Ctx, 'clock' | 'orderTokenKey' | 'randomBytes'>,
  { code: project }: Pick<Project, 'code'>,
  { pr_id, server_id, server_name, cid, name, level }: Role,
  known: { readonly player_id: number; readonly password_version: number } | null,
  replaces: string | null,
): string {
  const sealed: v.InferOutput<typeof offer> = {
    project,
    server_id,
    cid,
    pr_id,
    server_name,
    name,
    level,
    player_id: known?.player_id ?? null,
    password_version: known?.password_version ?? 0,
    replaces: replaces === null ? null : hashToken(replaces).toString('base64url'),
    at: ctx.clock.nowMs(),
  };
  const nonce = ctx.randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(ctx.orderTokenKey.current), nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(sealed)), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, text, cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/**
 * Saves the session of an offer at its first use, with its character, and ends the one that it replaces.
 * @returns false for any other token, and for an offer of another project or after 30 days; true does not say that the
 * session is open: it may have ended meanwhile
 */
export async function beginOffered(
  ctx: Pick<Ctx, 'db' | 'clock' | 'orderTokenKey'>,
  { code }: Pick<Project, 'code'>,
  token: string,
): Promise<boolean> {
  const read = readOffer(ctx, token);
  const now = ctx.clock.now();
  if (read === null || read.project !== code || now.getTime() - read.at >= OFFER_LIFE_MS)
    return false;
  await ctx.db.run(beginOfferedSession, {
    project: read.project,
    serverId: read.server_id,
    cid: read.cid,
    prId: read.pr_id,
    serverName: read.server_name,
    name: read.name,
    level: read.level,
    playerId: read.player_id,
    passwordVersion: read.password_version,
    tokenHash: hashToken(token),
    replaces: read.replaces === null ? null : Buffer.from(read.replaces, 'base64url'),
    offeredAt: new Date(read.at),
    expiresAt: new Date(read.at + SESSION_LIFE_MS),
    now,
  });
  return true;
}

function readOffer(
  ctx: Pick<Ctx, 'orderTokenKey'>,
  token: string,
): v.InferOutput<typeof offer> | null {
  if (token.length > LONGEST_TOKEN || !/^[A-Za-z0-9_-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  // One spelling only: another last character can decode to the same bytes, and would be another session.
  if (bytes.toString('base64url') !== token) return null;
  if (bytes[0] !== VERSION || bytes.length <= 1 + NONCE_BYTES + TAG_BYTES) return null;
  const { orderTokenKey: keys } = ctx;
  // While the key changes, offers under the other key are valid too.
  return readWithKeys(keys, (key) => unseal(sealingKey(key), bytes), keys.countOther);
}

/** @returns null for a forged offer, one of another installation, or one of a removed key */
function unseal(key: Buffer, bytes: Buffer): v.InferOutput<typeof offer> | null {
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES));
    const parsed = v.safeParse(
      offer,
      JSON.parse(Buffer.concat([text, decipher.final()]).toString()),
    );
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

function sealingKey(key: Buffer): Buffer {
  return hmac(key, 'players:offered-session');
}
