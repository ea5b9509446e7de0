import { createHash } from 'node:crypto';
import type { CallResult } from '@webpay/contract/calls';
import type { ImageWork } from '@webpay/contract/image-work';
import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from '../players/session.ts';
import { saveImageCode, takeImageCodeRow } from './queries.ts';
import { newImageCode, plainImageCode } from './image/code.ts';
import { drawImageCode } from './image/draw.ts';
import { isKeyedHash, keyedHash } from './keyed-hash.ts';
import { IMAGE_CODE_LIFE_MS } from './rules.ts';

/** An image code in a call; all fields are absent when none was given. */
export type GivenImageCode = {
  readonly v_code?: string | undefined;
  readonly v_code_md5?: string | undefined;
  /** The answer to the picture's `work`. */
  readonly v_code_work?: string | undefined;
};

/** The context a picture is requested in and its code is used in. */
export type ImageCodeContext = {
  readonly project: string;
  /** null: requested without a purpose. */
  readonly purpose: ImagePurpose | null;
  /** A verified session's token when drawing; the call's token when checking. */
  readonly userToken: string | null;
};

/** Draws a picture and returns the handle for its code, with the work that its use takes. Stores only hashes of both. */
export async function drawCode(
  ctx: Ctx,
  { project, purpose, userToken }: ImageCodeContext,
): Promise<CallResult<'captcha'>> {
  const handle = ctx.randomBytes(24).toString('base64url');
  const code = newImageCode();
  const work = workOf(ctx, handle);
  await ctx.db.run(saveImageCode, {
    handleHash: hashToken(handle),
    // Includes the handle, which only the browser has, so that the table alone reveals nothing.
    answerHash: keyedHash(ctx, 'image-code', handle, plainImageCode(code)),
    project,
    purpose,
    sessionHash: userToken === null ? null : hashToken(userToken),
    workBits: work?.bits ?? null,
    expiresAt: new Date(ctx.clock.nowMs() + IMAGE_CODE_LIFE_MS),
  });
  ctx.metrics.imageCodes.inc({ outcome: 'drawn' });
  return { v_code_md5: handle, image: drawImageCode(code), work };
}

/** @throws Refusal WRONG_IMAGE_CODE: wrong, used, expired, without its work, or of another project, purpose or session */
export async function takeImageCode(
  ctx: Ctx,
  given: GivenImageCode,
  context: ImageCodeContext,
): Promise<boolean> {
  if (given.v_code === undefined && given.v_code_md5 === undefined) return false;
  const outcome = await judge(ctx, given, context);
  ctx.metrics.imageCodes.inc({ outcome });
  if (outcome !== 'right') throw new Refusal('WRONG_IMAGE_CODE');
  return true;
}

async function judge(
  ctx: Ctx,
  { v_code: answer = '', v_code_md5: handle, v_code_work: proof = '' }: GivenImageCode,
  { project, purpose, userToken }: ImageCodeContext,
): Promise<'right' | 'wrong' | 'unfit' | 'no_work'> {
  if (handle === undefined) return 'unfit';
  const drawn = await ctx.db.maybe(takeImageCodeRow, { handleHash: hashToken(handle) });
  if (drawn?.project !== project || drawn.expires_at <= ctx.clock.now()) return 'unfit';
  if (drawn.purpose !== null && drawn.purpose !== purpose) return 'unfit';
  const { session_hash: session, work_bits: bits } = drawn;
  const token = userToken ?? '';
  if (session !== null && token !== '' && !hashToken(token).equals(session)) return 'unfit';
  // The salt alone may have the zero bits: an empty answer is no work.
  if (bits !== null && (proof === '' || !isWorkDone({ salt: handle, bits }, proof))) {
    return 'no_work';
  }
  const plain = plainImageCode(answer);
  return isKeyedHash(ctx, drawn.answer_hash, 'image-code', handle, plain) ? 'right' : 'wrong';
}

/** The handle is the salt: it is random, of one picture, and every server checks with what the call brings. */
function workOf(ctx: Ctx, handle: string): ImageWork | null {
  const { limitScale, imageWorkBits: bits } = ctx.config;
  return limitScale > 1 ? null : { salt: handle, bits };
}

/** Whether SHA-256 of the salt followed by `answer`, both as UTF-8, begins with so many zero bits. */
function isWorkDone({ salt, bits }: ImageWork, answer: string): boolean {
  const hash = createHash('sha256')
    .update(salt + answer)
    .digest();
  return Math.clz32(hash.readUInt32BE(0)) >= bits;
}
