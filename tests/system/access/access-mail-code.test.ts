import type { MailPurpose } from '@webpay/contract/access-shapes';
import { CALL_PATHS } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { afterEach, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { createAccessPlayer, otherThan, type AccessPlayer } from '../../support/access-player.ts';
import { operatorOf } from '../../support/operator.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { moveClock } from '../../support/shop-days.ts';
import { times } from '../../support/shopper.ts';

const environment = sharedEnvironment();
const operator = operatorOf(environment);
const player = (pwd?: string) => createAccessPlayer(environment(), operator.ctx, pwd);

afterEach(async () => {
  await clearFaults(environment());
  await moveClock(environment(), 0);
});

const MINUTE_MS = 60_000;
const PWD = 'dawn77';
/** Ten times the attempts that a code allows. */
const AT_ONCE = 50;

const codesKept = statement({
  name: 'test.mail_codes',
  text: `select c.attempts, c.code_hash, c.used_at is not null as is_used from mail_codes c
    join players p on p.id = c.player_id where p.cid = :cid order by c.n`,
  params: { cid: 'text' },
  row: v.object({
    attempts: v.number(),
    code_hash: v.custom<Buffer>((value) => Buffer.isBuffer(value)),
    is_used: v.boolean(),
  }),
});
const codesOf = ({ cid }: AccessPlayer) => operator.db().many(codesKept, { cid });

function reset(one: AccessPlayer, code: string, pwd = PWD) {
  return one.reset(pwd, code);
}

async function ask(one: AccessPlayer, purpose: MailPurpose) {
  return one.client.call('mailCode', { purpose });
}

describe('a code by in-game mail', () => {
  it('[F13] is six digits, stored as a hash; its mail has no goods and is in the player’s language', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_set');
    expect(code).toMatch(/^\d{6}$/);
    const [kept] = await codesOf(one);
    expect(kept?.code_hash).toHaveLength(32);
    expect(kept?.code_hash.toString('latin1')).not.toContain(code);
  });

  it('[F13] is valid for ten minutes', async () => {
    const [early, late] = await Promise.all([player(), player()]);
    const codes = [await early.codeFor('pwd_set'), await late.codeFor('pwd_set')] as const;
    const set = (one: AccessPlayer, atMs: number, code: string) =>
      one.clientAt(atMs).call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code });
    await moveClock(environment(), 9 * MINUTE_MS);
    expect((await set(early, 9 * MINUTE_MS, codes[0])).code).toBe(200);
    await moveClock(environment(), 10 * MINUTE_MS + 1_000);
    expect(await set(late, 10 * MINUTE_MS + 1_000, codes[1])).toMatchObject({
      code: 10067,
      result: { tries_left: 0 },
    });
  });

  it('[F13] has five attempts, counted down in each refusal; then the right code is refused', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_set');
    const set = async (given: string) =>
      one.client.call('passwordSet', {
        pwd: PWD,
        pwd_confirm: PWD,
        code: given,
        ...(await one.image('pwd_set')),
      });
    for (const tries_left of [4, 3, 2, 1, 0, 0]) {
      expect(await set(otherThan(code))).toMatchObject({ code: 10067, result: { tries_left } });
    }
    expect(await set(code)).toMatchObject({ code: 10067, result: { tries_left: 0 } });
  });

  it('[F13] has three attempts when it is for a reset (14.12)', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_reset');
    for (const tries_left of [2, 1, 0, 0]) {
      expect(await reset(one, otherThan(code))).toMatchObject({
        code: 10067,
        result: { tries_left },
      });
    }
    expect(await reset(one, code)).toMatchObject({ code: 10067, result: { tries_left: 0 } });
    expect((await one.role()).code).toBe(200);
  });

  it('[F13] works at the last attempt, with spaces around it', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_reset');
    for (let n = 0; n < 2; n += 1) await reset(one, otherThan(code));
    expect((await reset(one, ` ${code} `)).code).toBe(200);
  });

  it.each(['12345', '1234567', '      ', 'abcdef', '١٢٣٤٥٦', "' or 1=1", '0'.repeat(64)])(
    '[V06] is wrong when it is %j',
    async (junk) => {
      const one = await player();
      await one.codeFor('pwd_reset');
      expect((await reset(one, junk)).code).toBe(10067);
    },
  );

  it('[V06] serves one purpose', async () => {
    const one = await player(PWD);
    const change = await one.codeFor('pwd_change');
    const remove = await one.codeFor('pwd_remove');
    expect((await one.client.call('passwordRemove', { code: change })).code).toBe(10067);
    expect((await reset(one, remove)).code).toBe(10067);
    const fields = { old_pwd: PWD, pwd: 'dusk88', pwd_confirm: 'dusk88' };
    expect((await one.client.call('passwordChange', { ...fields, code: remove })).code).toBe(10067);
    expect((await one.client.call('passwordChange', { ...fields, code: change })).code).toBe(200);
  });

  it('[V06] serves one character', async () => {
    const [one, other] = await Promise.all([player(), player()]);
    const code = await one.codeFor('pwd_set');
    await other.codeFor('pwd_set');
    const fields = { pwd: PWD, pwd_confirm: PWD, code };
    // Both codes are equal once in a million.
    if (code !== (await other.newestCode())) {
      expect((await other.client.call('passwordSet', fields)).code).toBe(10067);
    }
    expect((await one.client.call('passwordSet', fields)).code).toBe(200);
  });

  it('[F13] replaces every earlier one', async () => {
    const one = await player();
    const first = await one.codeFor('pwd_set');
    const second = await one.codeFor('pwd_set');
    const set = (code: string) =>
      one.client.call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code });
    if (first !== second) expect((await set(first)).code).toBe(10067);
    expect((await set(second)).code).toBe(200);
  });

  it('[F13] ends when another code changed the password', async () => {
    const one = await player();
    const setCode = await one.codeFor('pwd_set');
    const resetCode = await one.codeFor('pwd_reset');
    const fields = { pwd: PWD, pwd_confirm: PWD, code: setCode };
    expect((await one.client.call('passwordSet', fields)).code).toBe(200);
    expect((await reset(one, resetCode, 'dusk88')).code).toBe(10067);
  });

  it(`[V06] loses a reset’s three attempts under ${AT_ONCE} wrong ones at once`, async () => {
    const one = await player();
    const code = await one.codeFor('pwd_reset');
    const answers = await times(AT_ONCE, () => reset(one, otherThan(code)));
    // A busy shop may answer "try again".
    for (const { code: said } of answers) expect([10067, 10017]).toContain(said);
    expect(await codesOf(one)).toMatchObject([{ attempts: 3, is_used: false }]);
    expect((await reset(one, code)).code).toBe(10067);
  });

  it(`[V06] works once under ${AT_ONCE} right attempts at once`, async () => {
    const one = await player();
    const code = await one.codeFor('pwd_reset');
    const answers = await times(AT_ONCE, () => reset(one, code));
    const right = answers.filter(({ code: said }) => said === 200);
    expect(right).toHaveLength(1);
    const wrong = answers.filter(({ code: said }) => said === 10067 || said === 10017);
    expect(wrong).toHaveLength(AT_ONCE - 1);
    expect(await codesOf(one)).toMatchObject([{ attempts: 1, is_used: true }]);
  });
});

describe('a request for a code mail', () => {
  it('[V06] for a purpose of a session needs the session of the same character', async () => {
    const [one, other] = await Promise.all([player(), player()]);
    for (const purpose of ['pwd_set', 'pwd_change', 'pwd_remove'] as const) {
      expect((await one.stranger.call('mailCode', { purpose })).code).toBe(10000);
      const fields = { purpose, ...other.place };
      expect((await one.client.call('mailCode', fields)).code).toBe(10001);
    }
    one.stranger.useToken('ended');
    expect((await one.stranger.call('mailCode', { purpose: 'pwd_set' })).code).toBe(11002);
    expect(await other.mailedCodes()).toEqual([]);
  });

  it.each([
    ['without a purpose', { purpose: '' }, 10000],
    ['for another purpose', { purpose: 'pwd_steal' }, 10001],
  ])('[V06] is refused %s', async (_, fields, code) => {
    const one = await player();
    const body = {
      game_id: '20',
      lang: 'en',
      ver: 'test',
      timestamp: String(Date.now()),
      user_token: one.token,
      ...fields,
    };
    const pairs = Object.entries(body);
    const response = await fetch(environment().url + CALL_PATHS.mailCode.path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([...pairs, ['sign', sign(pairs, DEFAULT_SIGN_SECRET)]]).toString(),
    });
    expect(await response.json()).toMatchObject({ code });
  });

  it('[F13] for a reset names an existing character of this game', async () => {
    const one = await player();
    const send = async (place: Partial<AccessPlayer['place']>) => {
      const image = await one.image('pwd_reset', one.stranger);
      return one.stranger.call('mailCode', {
        purpose: 'pwd_reset',
        ...one.place,
        ...place,
        ...image,
      });
    };
    const image = await one.image('pwd_reset', one.stranger);
    const nobody = await one.stranger.call('mailCode', { purpose: 'pwd_reset', ...image });
    expect(nobody.code).toBe(10000);
    expect((await send({ cid: '1234560' })).code).toBe(10006);
    expect((await send({ cid: '9234561' })).code).toBe(10006);
    expect((await send({ cid: 'no-such' })).code).toBe(10006);
    expect((await send({ server_id: 'nowhere' })).code).toBe(10001);
    expect((await send({ pr_id: 'nowhere' })).code).toBe(10001);
    expect((await send({})).code).toBe(200);
  });

  it('[F13] for a reset uses the named character, whatever session is sent', async () => {
    const [one, other] = await Promise.all([player(), player()]);
    const image = await one.image('pwd_reset');
    const asked = await one.client.call('mailCode', {
      purpose: 'pwd_reset',
      ...other.place,
      ...image,
    });
    expect(asked.code).toBe(200);
    expect(await one.mailedCodes()).toEqual([]);
    expect((await reset(other, await other.newestCode())).code).toBe(200);
  });

  it.each(['error', 'mailbox_full', 'maintenance', 'reject'])(
    '[F13] reports that the mail could not be sent (%s), and can be repeated at once',
    async (kind) => {
      const one = await player();
      await setFault(environment(), 'game', 'mail', kind);
      expect(await ask(one, 'pwd_set')).toMatchObject({ code: 10004, result: null });
      expect(await one.mailedCodes()).toEqual([]);
      expect((await codesOf(one)).length).toBe(kind === 'error' ? 1 : 0);
      await clearFaults(environment());
      const code = await one.codeFor('pwd_set');
      const fields = { pwd: PWD, pwd_confirm: PWD, code };
      expect((await one.client.call('passwordSet', fields)).code).toBe(200);
    },
  );

  it('[F13] leaves the code valid when the game took the mail without an answer', async () => {
    const one = await player();
    await setFault(environment(), 'game', 'mail', 'drop_answer');
    expect((await ask(one, 'pwd_set')).code).toBe(10004);
    const fields = { pwd: PWD, pwd_confirm: PWD, code: await one.newestCode() };
    expect((await one.client.call('passwordSet', fields)).code).toBe(200);
  });

  it('[F13] reports the same when the game does not answer about the character', async () => {
    const one = await player();
    await setFault(environment(), 'game', 'role', 'error');
    const image = await one.image('pwd_reset', one.stranger);
    const asked = { purpose: 'pwd_reset', ...one.place, ...image } as const;
    expect((await one.stranger.call('mailCode', asked)).code).toBe(10004);
  });
});
