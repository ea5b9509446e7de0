import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawCode, takeImageCode } from '../../../apps/api/src/domain/access/image-code.ts';
import { createAccessPlayer, knowImage, type ImageCode } from '../../support/access-player.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { want } from '../../support/shopper.ts';

const BITS = 8;
const environment = sharedEnvironment({
  env: { LIMIT_SCALE: '1', IMAGE_WORK_BITS: String(BITS) },
});
const operator = operatorOf(environment);

async function drawn() {
  const one = await createAccessPlayer(environment(), operator.ctx);
  const picture = await want(one.stranger.call('captcha', {}));
  const known = await knowImage(operator.ctx(), picture.v_code_md5);
  const lookUp = async (code: Partial<ImageCode>) => (await one.role(code)).code;
  return { one, picture, known, lookUp };
}

/** Whether the hash has the zero bits, by another way than the shop's. */
function isSolved(salt: string, answer: string): boolean {
  const hash = createHash('sha256')
    .update(salt + answer)
    .digest('hex');
  return Number.parseInt(hash.slice(0, 8), 16) < 2 ** (32 - BITS);
}

function firstAnswer(isWanted: (answer: string) => boolean): string {
  let answer = 0;
  while (!isWanted(String(answer))) answer += 1;
  return String(answer);
}

describe('the work of an image code (14.12)', () => {
  it('is asked with each picture, and a right code without it is wrong', async () => {
    const { picture, known, lookUp } = await drawn();
    expect(picture.work?.bits).toBe(BITS);
    expect(picture.work?.salt).toMatch(/^.{20,}$/);
    const { v_code, v_code_md5 } = known;
    expect(await lookUp({ v_code, v_code_md5 })).toBe(10007);
    // One answer uses the picture up, so that the work is not searched by guessing.
    expect(await lookUp(known)).toBe(10007);
  });

  it('is done when the hash of salt and answer begins with the zero bits', async () => {
    const { picture, known, lookUp } = await drawn();
    const answer = known.v_code_work ?? '';
    expect(isSolved(picture.work?.salt ?? '', answer)).toBe(true);
    expect(await lookUp(known)).toBe(200);
    expect(await lookUp(known)).toBe(10007);
  });

  it('is refused where too few bits are zero, and malformed beyond 128 characters', async () => {
    const { picture, known, lookUp } = await drawn();
    const salt = picture.work?.salt ?? '';
    const unsolved = firstAnswer((answer) => !isSolved(salt, answer));
    expect(await lookUp({ ...known, v_code_work: 'x'.repeat(129) })).toBe(10001);
    expect(await lookUp({ ...known, v_code_work: unsolved })).toBe(10007);
  });

  it('serves one picture, not another', async () => {
    const [first, second] = [await drawn(), await drawn()];
    const [own, other] = [first.picture.work?.salt ?? '', second.picture.work?.salt ?? ''];
    const stolen = firstAnswer((answer) => isSolved(own, answer) && !isSolved(other, answer));
    expect(await second.lookUp({ ...second.known, v_code_work: stolen })).toBe(10007);
    expect(await first.lookUp({ ...first.known, v_code_work: stolen })).toBe(200);
  });

  it('a wrong code without work answers 10007 as well', async () => {
    const { known, lookUp } = await drawn();
    const { v_code_md5 } = known;
    expect(await lookUp({ v_code: 'WRNG', v_code_md5 })).toBe(10007);
    expect(await lookUp({ v_code: 'WRNG', v_code_md5: 'unknown' })).toBe(10007);
  });

  it('is checked by any server, by the bits of the picture and not by its own setting', async () => {
    const { known } = await drawn();
    const ctx = operator.ctx();
    const other = { ...ctx, config: { ...ctx.config, limitScale: 5, imageWorkBits: 24 } };
    const place = { project: 'miniflix', purpose: 'role', userToken: null } as const;
    expect(await takeImageCode(other, known, place)).toBe(true);
  });

  it('is not done by an empty answer where the salt alone has the zero bits', async () => {
    const ctx = operator.ctx();
    const easy = { ...ctx, config: { ...ctx.config, imageWorkBits: 1 } };
    const place = { project: 'miniflix', purpose: 'role', userToken: null } as const;
    const hasBit = (salt: string) => (createHash('sha256').update(salt).digest()[0] ?? 255) < 128;
    let picture = await drawCode(easy, place);
    while (!hasBit(picture.v_code_md5)) picture = await drawCode(easy, place);
    const { v_code, v_code_md5 } = await knowImage(ctx, picture.v_code_md5);
    const taken = takeImageCode(easy, { v_code, v_code_md5 }, place);
    await expect(taken).rejects.toThrow('WRONG_IMAGE_CODE');
  });

  it('is null where LIMIT_SCALE is above 1', async () => {
    const ctx = operator.ctx();
    const relaxed = { ...ctx, config: { ...ctx.config, limitScale: 1.5 } };
    const place = { project: 'miniflix', purpose: 'role', userToken: null } as const;
    const { work, v_code_md5 } = await drawCode(relaxed, place);
    expect(work).toBeNull();
    const code = await knowImage(ctx, v_code_md5);
    expect(code).not.toHaveProperty('v_code_work');
    expect(await takeImageCode(ctx, code, place)).toBe(true);
  });

  it('is counted by outcome', async () => {
    const [right, wrong, idle] = [await drawn(), await drawn(), await drawn()];
    const { v_code, v_code_md5 } = idle.known;
    const codes = [
      await right.lookUp(right.known),
      await right.lookUp(right.known),
      await wrong.lookUp({ ...wrong.known, v_code: 'WRNG' }),
      await idle.lookUp({ v_code, v_code_md5 }),
    ];
    expect(codes).toEqual([200, 10007, 10007, 10007]);
    const page = await fetch(`${environment().metricsUrl}/metrics`).then((answer) => answer.text());
    for (const outcome of ['drawn', 'right', 'wrong', 'unfit', 'no_work']) {
      expect(page).toMatch(new RegExp(`webpay_image_codes_total\\{outcome="${outcome}"\\} [1-9]`));
    }
  });
});
