import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from '../players/session.ts';
import { saveImageCode, takeImageCodeRow } from './queries.ts';
import { newImageCode, plainImageCode } from './image/code.ts';
import { drawImageCode } from './image/draw.ts';
import { keyedHash } from './keyed-hash.ts';
import { IMAGE_CODE_LIFE_MS } from './rules.ts';

export type ImageCode = { readonly v_code_md5: string; readonly image: string };

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
export async function drawCode(ctx: Ctx, context: ImageCodeContext): Promise<ImageCode> {
  const handle = ctx.randomBytes(24).toString('base64url');
  const code = newImageCode();
  await ctx.db.run(saveImageCode, {
    handleHash: hashToken(handle),
    answerHash: answerHash(ctx, handle, code),
    project: context.project,
    purpose: context.purpose,
    sessionHash: context.userToken === null ? null : hashToken(context.userToken),
    expiresAt: new Date(ctx.clock.nowMs() + IMAGE_CODE_LIFE_MS),
  });
  return { v_code_md5: handle, image: drawImageCode(code) };
}

/**
 * @throws Refusal WRONG_IMAGE_CODE: wrong, used, expired, or of another project, purpose or session
 */
export async function takeImageCode(
  ctx: Ctx,
  given: GivenImageCode,
  context: ImageCodeContext,
): Promise<boolean> {
  const { v_code, v_code_md5 } = given;
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
  if (drawn === null || drawn.project !== project || drawn.expires_at <= ctx.clock.now()) {
    return false;
  }
  if (drawn.purpose !== null && drawn.purpose !== purpose) return false;
  const isOtherSession =
    drawn.session_hash !== null &&
    userToken !== null &&
    userToken !== '' &&
    !hashToken(userToken).equals(drawn.session_hash);
  return !isOtherSession && drawn.answer_hash.equals(answerHash(ctx, handle, answer));
}

/** Includes the handle, which only the browser has, so that the table alone reveals nothing. */
function answerHash(ctx: Ctx, handle: string, code: string): Buffer {
  return keyedHash(ctx, 'image-code', handle, plainImageCode(code));
}
