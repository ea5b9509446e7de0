import { afterEach, describe, expect, it } from 'vitest';
import { purgeOldCodes } from '../../../apps/api/src/domain/access/queries.ts';
import {
  createAccessPlayer,
  knowImage,
  otherThan,
  type AccessPlayer,
} from '../../support/access-player.ts';
import { createDevice, type Device } from '../../support/device.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { moveClock } from '../../support/shop-days.ts';
import { times } from '../../support/shopper.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1', GUESS_ALERT_PER_HOUR: '5' } });
const operator = operatorOf(environment);

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const PWD = 'dawn77';
const NEXT = 'dusk-88';

let offsetMs = 0;
let nextNetwork = 0;
const moveTo = async (ms: number) => {
  offsetMs = ms;
  await moveClock(environment(), ms);
};
afterEach(() => moveTo(0));

const newNetwork = () =>
  `198.51.${Math.floor((nextNetwork += 1) / 250)}.${(nextNetwork % 250) + 1}`;
const device = (address = newNetwork()) => createDevice(environment().url, address, () => offsetMs);
const player = (pwd?: string) => createAccessPlayer(environment(), operator.ctx, pwd);
const solve = async (from: Device) => knowImage(operator.ctx(), await from.picture());

/** Asks for the character with a password and a right image code. */
async function enter(from: Device, one: AccessPlayer, pwd: string) {
  return from.call('role', { ...one.place, pwd, ...(await solve(from)) });
}

/** Five wrong passwords from five networks: the free ones. */
async function guessFreely(one: AccessPlayer): Promise<void> {
  for (let n = 0; n < 5; n += 1)
    expect((await enter(device(), one, `wrong-${n}`)).code).toBe(20002);
}

const waitOf = ({ result }: { readonly result: unknown }): number =>
  typeof result === 'object' && result !== null && 'retry_after_ms' in result
    ? Number(result.retry_after_ms)
    : Number.NaN;

describe('guessing a password', () => {
  it('strangers wait longer after each wrong password, and a waiting one is not checked (14.12)', async () => {
    const one = await player(PWD);
    await guessFreely(one);
    const first = await enter(device(), one, PWD);
    expect(first.code).toBe(10005);
    expect(waitOf(first)).toBeGreaterThan(0);
    expect(waitOf(first)).toBeLessThanOrEqual(30 * SECOND_MS);
    // A refused password neither counts nor says whether it was right.
    const second = await enter(device(), one, 'wrong-9');
    expect(second).toMatchObject({ code: 10005 });
    expect(waitOf(second)).toBeLessThanOrEqual(waitOf(first));

    await moveTo(31 * SECOND_MS);
    expect((await enter(device(), one, 'wrong-9')).code).toBe(20002);
    const longer = await enter(device(), one, PWD);
    expect(longer.code).toBe(10005);
    expect(waitOf(longer)).toBeGreaterThan(30 * SECOND_MS);
    expect(waitOf(longer)).toBeLessThanOrEqual(60 * SECOND_MS);
    await moveTo(92 * SECOND_MS);
    expect((await enter(device(), one, PWD)).code).toBe(200);
    // A right one ends the count.
    expect((await device().call('role', { ...one.place, pwd: 'wrong-9' })).code).toBe(20002);
  });

  it('many strangers at once get five passwords checked (14.12)', async () => {
    const one = await player(PWD);
    const devices = Array.from({ length: 20 }, () => device());
    const solved = await Promise.all(devices.map(solve));
    const answers = await times(20, (n) =>
      (devices[n] ?? device()).call('role', { ...one.place, pwd: `wrong-${n}`, ...solved[n] }),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 20002)).toHaveLength(5);
    expect(codes.filter((code) => code === 10005)).toHaveLength(15);
  });

  it('a device that was in before enters while strangers wait, without an image code (14.12)', async () => {
    const one = await player(PWD);
    const own = device();
    expect((await own.call('role', { ...one.place, pwd: PWD })).code).toBe(200);
    expect(own.set).toEqual([
      expect.stringMatching(/^device=[\w.-]+; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/),
    ]);
    await guessFreely(one);
    expect((await enter(device(), one, PWD)).code).toBe(10005);
    expect((await own.call('role', { ...one.place, pwd: PWD })).code).toBe(200);
    // Its success does not free the strangers.
    expect((await enter(device(), one, PWD)).code).toBe(10005);
  });

  it('a known device has a count of its own, with the same waits (14.12)', async () => {
    const one = await player(PWD);
    const own = device();
    await own.call('role', { ...one.place, pwd: PWD });
    for (let n = 0; n < 5; n += 1) expect((await enter(own, one, 'wrong-9')).code).toBe(20002);
    expect((await enter(own, one, PWD)).code).toBe(10005);
    expect((await device().call('role', { ...one.place, pwd: PWD })).code).toBe(200);
  });

  it('a device is known for the characters and passwords that it has proved only (14.12)', async () => {
    const [one, other] = await Promise.all([player(PWD), player(PWD)]);
    const own = device();
    await own.call('role', { ...other.place, pwd: PWD });
    await guessFreely(one);
    expect((await own.call('role', { ...one.place, pwd: PWD })).code).toBe(10005);
    const [name = '', value = ''] = [...own.cookies][0] ?? [];
    const forged = device();
    const [number = '', tag = ''] = value.split('.');
    forged.cookies.set(name, `${number}.${tag.slice(0, -2)}AA`);
    await guessFreely(other);
    expect((await forged.call('role', { ...other.place, pwd: PWD })).code).toBe(10005);
    // A new password makes all earlier devices strangers, also a thief's.
    await moveTo(61 * SECOND_MS);
    const code = await codeAt(other, 'pwd_change');
    const change = { old_pwd: PWD, pwd: NEXT, pwd_confirm: NEXT, code };
    const ownersSession = { ...change, user_token: other.token };
    expect((await own.call('passwordChange', ownersSession)).code).toBe(200);
    expect(own.set.filter((cookie) => cookie.startsWith('device='))).toHaveLength(2);
    const thief = device();
    thief.cookies.set(name, value);
    await guessFreely(other);
    expect((await thief.call('role', { ...other.place, pwd: NEXT })).code).toBe(10005);
    expect((await own.call('role', { ...other.place, pwd: NEXT })).code).toBe(200);
  });

  it('a network waits after wrong passwords at many characters, its known devices do not (14.12)', async () => {
    const [one, other] = await Promise.all([player(PWD), player(PWD)]);
    const address = newNetwork();
    const own = device(address);
    await own.call('role', { ...one.place, pwd: PWD });
    expect((await enter(device(address), one, 'wrong-9')).code).toBe(20002);
    await operator
      .db()
      .pool.query(`update access_guesses set wrong = 65 where player_id is null and wrong > 0`);
    expect((await enter(device(address), one, 'wrong-9')).code).toBe(20002);
    const refused = await enter(device(address), other, PWD);
    expect(refused.code).toBe(10005);
    expect(waitOf(refused)).toBeLessThanOrEqual(60 * SECOND_MS);
    expect((await own.call('role', { ...one.place, pwd: PWD })).code).toBe(200);
    expect((await device().call('role', { ...other.place, pwd: PWD })).code).toBe(200);
  });

  it('a network’s count begins anew an hour after its first guess, so that a carrier’s never grows for days (14.12)', async () => {
    const [one, other] = await Promise.all([player(PWD), player(PWD)]);
    const address = newNetwork();
    expect((await enter(device(address), one, 'wrong-9')).code).toBe(20002);
    await operator.db().pool.query(`update access_guesses set wrong = 65 where player_id is null`);
    await moveTo(50 * MINUTE_MS);
    expect((await enter(device(address), one, 'wrong-9')).code).toBe(20002);
    expect((await enter(device(address), other, 'wrong-9')).code).toBe(10005);
    await moveTo(61 * MINUTE_MS);
    expect((await enter(device(address), other, 'wrong-9')).code).toBe(20002);
    expect((await enter(device(address), other, PWD)).code).toBe(200);
  });

  it('passwords of all known devices of a character share sixty checks a minute, so that its player cannot fill the queue (14.12)', async () => {
    const one = await player(PWD);
    const known = [device(), device()];
    for (const each of known) await each.call('role', { ...one.place, pwd: PWD });
    // This minute and the next one, which may begin meanwhile.
    const { rowCount } = await operator.db().pool.query(
      `insert into rate_counters (key, window_start, calls)
       select 'password_checks:' || id || ':known', date_trunc('minute', now()) + n * interval '1 minute', 60
       from players, generate_series(0, 1) as n where cid = $1`,
      [one.cid],
    );
    expect(rowCount).toBe(2);
    for (const each of known) expect((await enter(each, one, PWD)).code).toBe(10005);
    expect((await enter(device(), one, PWD)).code).toBe(200);
  });

  it('guesses raise one alert an hour and are counted (14.12)', async () => {
    const one = await player(PWD);
    await guessFreely(one);
    await enter(device(), one, 'wrong-9');
    const told = await (await fetch(`${environment().metricsUrl}/metrics`)).text();
    expect(told).toMatch(/^webpay_alarms_total\{kind="passwords_guessed"\} [12]$/m);
    expect(told).toMatch(/^webpay_wrong_guesses_total\{project="miniflix",what="access"\} \d+$/m);
    expect(told).toMatch(/^webpay_limited_total\{limit="guess_of_character"\} \d+$/m);
  });

  it('an operator ends the waits of a character (14.12)', async () => {
    const one = await player(PWD);
    await guessFreely(one);
    expect((await enter(device(), one, PWD)).code).toBe(10005);
    await operator.resolve('end-pause', 'miniflix', one.cid, '--because', 'The player wrote.');
    expect((await enter(device(), one, PWD)).code).toBe(200);
  });

  it('counts are forgotten a day after the last guess (14.12)', async () => {
    const one = await player(PWD);
    await guessFreely(one);
    const { db, clock } = operator.ctx();
    const laterMs = clock.nowMs() + 25 * 60 * MINUTE_MS;
    await db.run(purgeOldCodes, { now: new Date(laterMs) });
    expect((await db.pool.query('select from access_guesses')).rowCount).toBe(0);
  });
});

describe('guessing the code of a reset', () => {
  it('needs an image code at every try (14.12)', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_reset');
    const own = device();
    const fields = { ...one.place, pwd: PWD, pwd_confirm: PWD, code };
    expect((await own.call('passwordReset', fields)).code).toBe(20003);
    expect((await own.call('passwordReset', { ...fields, code: '1' })).code).toBe(20003);
    expect((await resetBy(own, one, code)).code).toBe(200);
  });

  it('strangers wait after six wrong codes, a known device does not (14.12)', async () => {
    const one = await player(PWD);
    const [far, own] = [device(), device()];
    await own.call('role', { ...one.place, pwd: PWD });
    for (const minute of [2, 4]) {
      await moveTo(minute * MINUTE_MS);
      const code = await askFrom(far, one);
      for (const left of [2, 1, 0]) {
        expect(await resetBy(far, one, otherThan(code))).toMatchObject({
          code: 10067,
          result: { tries_left: left },
        });
      }
    }
    await moveTo(6 * MINUTE_MS);
    const code = await askFrom(own, one);
    const refused = await resetBy(far, one, code);
    expect(refused.code).toBe(10005);
    expect(waitOf(refused)).toBeGreaterThan(10 * MINUTE_MS);
    expect(waitOf(refused)).toBeLessThanOrEqual(15 * MINUTE_MS);
    expect((await resetBy(own, one, code)).code).toBe(200);
    // The reset made the device known for the new password.
    await guessFreely(one);
    expect((await own.call('role', { ...one.place, pwd: NEXT })).code).toBe(200);
  });

  it('a try without a mailed code is no guess, so that strangers cannot make an owner wait (14.12)', async () => {
    const one = await player();
    for (let n = 0; n < 8; n += 1) {
      expect(await resetBy(device(), one, '123456')).toMatchObject({
        code: 10067,
        result: { tries_left: 0 },
      });
    }
    const own = device();
    expect((await resetBy(own, one, await askFrom(own, one))).code).toBe(200);
  });
});

it.each(['Passw0rd', 'abc123', 'QWERTY1'])(
  'the common password %j is refused by its rule, without a try (14.12)',
  async (pwd) => {
    const one = await player();
    const code = await one.codeFor('pwd_set');
    for (let n = 0; n < 6; n += 1) {
      const answer = await one.client.call('passwordSet', { pwd, pwd_confirm: pwd, code });
      expect(answer).toMatchObject({ code: 20014, result: { rule: 'too_common' } });
    }
    const answer = await one.client.call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code });
    expect(answer.code).toBe(200);
  },
);

/** A code asked for in the player's session at the moved clock. */
async function codeAt(one: AccessPlayer, purpose: 'pwd_change'): Promise<string> {
  expect((await one.clientAt(offsetMs).call('mailCode', { purpose })).code).toBe(200);
  return one.newestCode();
}

async function askFrom(from: Device, one: AccessPlayer): Promise<string> {
  const asked = { purpose: 'pwd_reset', ...one.place, ...(await solve(from)) };
  expect((await from.call('mailCode', asked)).code).toBe(200);
  return one.newestCode();
}

async function resetBy(from: Device, one: AccessPlayer, code: string) {
  const fields = { ...one.place, pwd: NEXT, pwd_confirm: NEXT, code };
  return from.call('passwordReset', { ...fields, ...(await solve(from)) });
}
