import { expect, it } from 'vitest';
import { createAccessPlayer, type AccessPlayer } from '../../testing/access-player.ts';
import { operatorOf } from '../../testing/operator.ts';
import { sharedWorld } from '../../testing/shared-world.ts';
import { want } from '../../testing/shopper.ts';

const world = sharedWorld();
const operator = operatorOf(world);
const player = () => createAccessPlayer(world(), operator.ctx);

const PWD = 'dawn77';
const TOO_EASY = { code: 20014, result: { rule: 'too_easy' } };

/** What anybody tries first, for this character. */
async function easyOnes(one: AccessPlayer): Promise<readonly string[]> {
  const found = await want(one.role());
  if (!('role' in found)) throw new Error('another game');
  const { name, cid } = found.role;
  return ['qwerty123', `${cid}a`, `Miniflix1!`, `${name.replaceAll(' ', '').slice(0, 18)}1!`];
}

it('[F13] [V01] a password that is easy to guess is not set, and costs no try', async () => {
  const one = await player();
  const easy = await easyOnes(one);
  const code = await one.codeFor('pwd_set');
  for (const pwd of [...easy, ...easy]) {
    const given = { pwd, pwd_confirm: pwd, code: '1' };
    expect(await one.client.call('passwordSet', given), pwd).toMatchObject(TOO_EASY);
  }
  const right = { pwd: PWD, pwd_confirm: PWD, code };
  expect(await one.client.call('passwordSet', right)).toMatchObject({ code: 200 });
});

it('[F13] [V01] nor is another changed into one', async () => {
  const one = await player();
  const easy = await easyOnes(one);
  await one.set(PWD);
  const code = await one.codeFor('pwd_change');
  for (const pwd of easy) {
    const given = { old_pwd: PWD, pwd, pwd_confirm: pwd, code };
    expect(await one.client.call('passwordChange', given), pwd).toMatchObject(TOO_EASY);
  }
  expect((await one.role({ pwd: PWD })).code).toBe(200);
});

it('[F13] [V01] nor is a forgotten one; what the character is called, only who reads its mail learns by that', async () => {
  const one = await player();
  const [common = '', ...own] = await easyOnes(one);
  await one.set(PWD);
  const code = await one.codeFor('pwd_reset');
  const reset = (pwd: string, by: string) =>
    one.stranger.call('passwordReset', { ...one.place, pwd, pwd_confirm: pwd, code: by });
  expect(await reset(common, '1')).toMatchObject(TOO_EASY);
  for (const pwd of own) expect(await reset(pwd, code), pwd).toMatchObject(TOO_EASY);
  expect(await reset(own[0] ?? '', '1')).toMatchObject({ code: 10067 });
  expect(await reset('dusk-88', code)).toMatchObject({ code: 200 });
});
