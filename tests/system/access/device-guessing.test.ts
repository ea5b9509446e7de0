import { expect, it } from 'vitest';
import * as v from 'valibot';
import { createAccessPlayer, knowImage, otherThan } from '../../support/access-player.ts';
import { createDevice, type Device } from '../../support/device.ts';
import { operatorOf } from '../../support/operator.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { moveClock } from '../../support/shop-days.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
const operator = operatorOf(environment);
const PWD = 'dawn77';
const MINUTE_MS = 60_000;

it('a guesser who knows the password waits after six wrong codes of a device, whatever it enters in between (14.12)', async () => {
  let offsetMs = 0;
  const one = await createAccessPlayer(environment(), operator.ctx, PWD);
  const device = (n: number) => createDevice(environment().url, `198.51.100.${n}`, () => offsetMs);
  const solve = async (from: Device) => knowImage(operator.ctx(), await from.picture());
  /** Enters with the right password, which makes the device known and ends its count. */
  const enter = async (from: Device) => {
    const entered = await from.call('role', { ...one.place, pwd: PWD, ...(await solve(from)) });
    return v.parse(v.object({ user_token: v.string() }), entered.result);
  };
  const guess = async (from: Device, code: string) =>
    from.call('deviceConfirm', { ...(await enter(from)), code, ...(await solve(from)) });
  const mailed = async (from: Device) => {
    offsetMs += 2 * MINUTE_MS;
    await moveClock(environment(), offsetMs);
    const asked = { ...(await enter(from)), purpose: 'device' };
    expect((await from.call('mailCode', asked)).code).toBe(200);
    return one.newestCode();
  };

  const codes: number[] = [];
  for (const from of [device(1), device(2), device(1)]) {
    const code = await mailed(from);
    for (let n = 0; n < 3; n += 1) codes.push((await guess(from, otherThan(code))).code);
  }
  expect(codes).toEqual([...Array<number>(6).fill(10067), ...Array<number>(3).fill(10005)]);
  // The right code is not looked at.
  expect((await guess(device(3), await mailed(device(3)))).code).toBe(10005);
  // Five mails an hour.
  offsetMs += 60 * MINUTE_MS;
  await moveClock(environment(), offsetMs);
  const own = device(4);
  expect((await guess(own, await mailed(own))).code).toBe(200);
});
