import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from '../players/session.ts';
import { saveImageCode, takeImageCodeRow } from './queries.ts';
import { newImageCode, plainImageCode } from './image/code.ts';
import { drawImageCode } from './image/draw.ts';
import { keyedHash } from './keyed-hash.ts';
import { IMAGE_CODE_LIFE_MS } from './rules.ts';

export type Drawn = { readonly v_code_md5: string; readonly image: string };

/** What a call sent of an image code; a call that sent neither field sent none. */
export type GivenImageCode = {
  readonly v_code?: string | undefined;
  readonly v_code_md5?: string | undefined;
};

/** Where a picture is asked for, and where its code is used. */
export type ImageCodePlace = {
  readonly project: string;
  /** Null when the picture was asked for without saying for what. */
  readonly purpose: ImagePurpose | null;
  /** Of a session that stands; where the code is used, whatever the call carried. */
  readonly userToken: string | null;
};

/** A new picture, and the handle its code is given with. Only hashes of both stay here. */
export async function drawCode(ctx: Ctx, place: ImageCodePlace): Promise<Drawn> {
  const handle = ctx.randomBytes(24).toString('base64url');
  const code = newImageCode();
  await ctx.db.run(saveImageCode, {
    handleHash: hashToken(handle),
    answerHash: answerHash(ctx, handle, code),
    project: place.project,
    purpose: place.purpose,
    sessionHash: place.userToken === null ? null : hashToken(place.userToken),
    expiresAt: new Date(ctx.clock.nowMs() + IMAGE_CODE_LIFE_MS),
  });
  return { v_code_md5: handle, image: drawImageCode(code) };
}

/**
 * Uses an image code up and tells whether one was given at all.
 * @throws Refusal WRONG_IMAGE_CODE: wrong, used, expired, or of another project, purpose or session
 */
export async function takeImageCode(
  ctx: Ctx,
  given: GivenImageCode,
  place: ImageCodePlace,
): Promise<boolean> {
  const { v_code, v_code_md5 } = given;
  if (v_code === undefined && v_code_md5 === undefined) return false;
  const isRight =
    v_code_md5 !== undefined && (await isImageCode(ctx, v_code_md5, v_code ?? '', place));
  if (!isRight) throw new Refusal('WRONG_IMAGE_CODE');
  return true;
}

async function isImageCode(
  ctx: Ctx,
  handle: string,
  answer: string,
  { project, purpose, userToken }: ImageCodePlace,
): Promise<boolean> {
  const drawn = await ctx.db.maybe(takeImageCodeRow, { handleHash: hashToken(handle) });
  if (drawn === null || drawn.project !== project || drawn.expires_at <= ctx.clock.now()) {
    return false;
  }
  if (drawn.purpose !== null && drawn.purpose !== purpose) return false;
  const isOfAnother =
    drawn.session_hash !== null &&
    userToken !== null &&
    userToken !== '' &&
    !hashToken(userToken).equals(drawn.session_hash);
  return !isOfAnother && drawn.answer_hash.equals(answerHash(ctx, handle, answer));
}

/** With the handle, which only its own browser has: the table alone says nothing. */
function answerHash(ctx: Ctx, handle: string, code: string): Buffer {
  return keyedHash(ctx, 'image-code', handle, plainImageCode(code));
}
