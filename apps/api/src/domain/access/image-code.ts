import type { CallResult } from '@webpay/contract/calls';
import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from '../players/session.ts';
import { saveImageCode, takeImageCodeRow } from './queries.ts';
import { newImageCode, plainImageCode } from './image/code.ts';
import { drawImageCode } from './image/draw.ts';
import { isKeyedHash, keyedHash } from './keyed-hash.ts';
import { IMAGE_CODE_LIFE_MS } from './rules.ts';

/** An image code in a call; both fields are absent when none was given. */
export type GivenImageCode = {
  readonly v_code?: string | undefined;
  readonly v_code_md5?: string | undefined;
};

/** The context a picture is requested in and its code is used in. */
export type ImageCodeContext = {
  readonly project: string;
  /** null: requested without a purpose. */
  readonly purpose: ImagePurpose | null;
  /** A verified session's token when drawing; the call's token when checking. */
  readonly userToken: string | null;
};

/** Draws a picture and returns the handle for its code; only hashes of both are stored. */
export async function drawCode(
  ctx: Ctx,
  { project, purpose, userToken }: ImageCodeContext,
): Promise<CallResult<'captcha'>> {
  const handle = ctx.randomBytes(24).toString('base64url');
  const code = newImageCode();
  await ctx.db.run(saveImageCode, {
    handleHash: hashToken(handle),
    // Includes the handle, which only the browser has, so that the table alone reveals nothing.
    answerHash: keyedHash(ctx, 'image-code', handle, plainImageCode(code)),
    project,
    purpose,
    sessionHash: userToken === null ? null : hashToken(userToken),
    expiresAt: new Date(ctx.clock.nowMs() + IMAGE_CODE_LIFE_MS),
  });
  return { v_code_md5: handle, image: drawImageCode(code) };
}

/** @throws Refusal WRONG_IMAGE_CODE: wrong, used, expired, or of another project, purpose or session */
export async function takeImageCode(
  ctx: Ctx,
  { v_code, v_code_md5 }: GivenImageCode,
  context: ImageCodeContext,
): Promise<boolean> {
  if (v_code === undefined && v_code_md5 === undefined) return false;
  const isRight =
    v_code_md5 !== undefined && (await isImageCode(ctx, v_code_md5, v_code ?? '', context));
  if (!isRight) throw new Refusal('WRONG_IMAGE_CODE');
  return true;
}

async function isImageCode(
  ctx: Ctx,
  handle: string,
  answer: string,
  { project, purpose, userToken }: ImageCodeContext,
): Promise<boolean> {
  const drawn = await ctx.db.maybe(takeImageCodeRow, { handleHash: hashToken(handle) });
  if (drawn?.project !== project || drawn.expires_at <= ctx.clock.now()) return false;
  if (drawn.purpose !== null && drawn.purpose !== purpose) return false;
  const { session_hash: session } = drawn;
  const token = userToken ?? '';
  if (session !== null && token !== '' && !hashToken(token).equals(session)) return false;
  return isKeyedHash(ctx, drawn.answer_hash, 'image-code', handle, plainImageCode(answer));
}
