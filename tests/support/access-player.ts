import type { ImagePurpose, MailPurpose } from '@webpay/contract/access-shapes';
import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { searchWork } from '@webpay/contract/image-work';
import * as v from 'valibot';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import type { Ctx } from '../../apps/api/src/context.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { keyedHash } from '../../apps/api/src/domain/access/keyed-hash.ts';
import { hashToken } from '../../apps/api/src/domain/players/session.ts';
import { createShopper, MINIFLIX, want, type Outside } from './shopper.ts';

export type ImageCode = {
  readonly v_code: string;
  readonly v_code_md5: string;
  readonly v_code_work?: string;
};
type RoleFields = { readonly pwd?: string } & Partial<ImageCode>;

/** A player with an access password, who reads mails and, in a test only, image codes. */
export type AccessPlayer = Awaited<ReturnType<typeof createAccessPlayer>>;

const MAX_TRIES = 100_000_000;

const putAnswer = statement({
  name: 'test.put_image_answer',
  text: `update image_codes set answer_hash = :answerHash where handle_hash = :handleHash returning work_bits`,
  params: { handleHash: 'bytea', answerHash: 'bytea' },
  row: v.object({ work_bits: v.nullable(v.number()) }),
});

/** Replaces the answer of an image code, because the server stores hashes only, and does its work. */
export async function knowImage(ctx: Ctx, handle: string): Promise<ImageCode> {
  const answer = 'KNWN';
  const hash = keyedHash(ctx, 'image-code', handle, answer);
  const put = { handleHash: hashToken(handle), answerHash: hash };
  const { work_bits: bits } = await ctx.db.one(putAnswer, put);
  const code = { v_code: answer, v_code_md5: handle };
  const work = bits === null ? null : searchWork({ salt: handle, bits })(MAX_TRIES);
  return work === null ? code : { ...code, v_code_work: work };
}

/** A player in the shop, with an access password where `pwd` is given. */
export async function createAccessPlayer(
  outside: Outside,
  ctx: () => Ctx,
  pwd?: string,
  project: { readonly websiteCode: string; readonly gameId: string } = MINIFLIX,
) {
  const shopper = await createShopper(outside, project);
  const { client, place } = shopper;
  const newClient = () =>
    createStoreClient({ baseUrl: outside.url, secret: DEFAULT_SIGN_SECRET, ...project });
  /** Has no session. */
  const stranger = newClient();

  const mailedCodes = async (): Promise<string[]> =>
    (await shopper.mails()).map(({ title, body }) => {
      const [code, ...more] = `${title}\n${body}`.match(/(?<!\d)\d{6}(?!\d)/g) ?? [];
      if (code === undefined || more.length > 0) throw new Error(`not one code in: ${body}`);
      return code;
    });
  const newestCode = async () => (await mailedCodes()).at(-1) ?? '';
  const image = async (purpose?: ImagePurpose, asking: StoreClient = client) => {
    const drawn = await want(asking.call('captcha', purpose === undefined ? {} : { purpose }));
    return knowImage(ctx(), drawn.v_code_md5);
  };
  const codeFor = async (purpose: MailPurpose) => {
    if (purpose === 'pwd_reset') {
      const solved = await image(purpose, stranger);
      await want(stranger.call('mailCode', { purpose, ...place, ...solved }));
    } else {
      await want(client.call('mailCode', { purpose }));
    }
    return newestCode();
  };
  /** A try of a reset with an image code. */
  const reset = async (pwd: string, code: string, from: StoreClient = stranger) =>
    from.call('passwordReset', {
      ...place,
      pwd,
      pwd_confirm: pwd,
      code,
      ...(await image('pwd_reset', from)),
    });
  const role = (fields: RoleFields = {}) => stranger.call('role', { ...place, ...fields });

  const set = async (pwd: string) => {
    const code = await codeFor('pwd_set');
    await want(client.call('passwordSet', { pwd, pwd_confirm: pwd, code }));
  };
  if (pwd !== undefined) await set(pwd);
  return {
    ...shopper,
    token: shopper.userToken,
    stranger,
    role,
    reset,
    comeIn: async (pwd?: string) => {
      const found = await want(role(pwd === undefined ? {} : { pwd }));
      if (!('user_token' in found)) throw new Error('another game');
      const next = newClient();
      next.useToken(found.user_token);
      return next;
    },
    codeFor,
    newestCode,
    mailedCodes,
    image,
    set,
  };
}

export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}
