import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readDevice } from './device.ts';

const keys = (current: Buffer, ...others: Buffer[]) => ({
  current,
  others,
  countOther: () => undefined,
});
const ctx = { orderTokenKey: keys(randomBytes(32)), randomBytes };
const owner = (playerId: number, passwordVersion = 1) => ({ playerId, passwordVersion });

/** The cookie after characters were entered, and the device that it names. */
function deviceAfter(...playerIds: readonly number[]) {
  let cookie: string | undefined;
  for (const playerId of playerIds) {
    readDevice(ctx, cookie, (next) => (cookie = next)).remember(owner(playerId));
  }
  return { cookie: cookie ?? '', device: readDevice(ctx, cookie, () => undefined) };
}

it('a device is known for the characters and password versions that it has entered (14.12)', () => {
  const { device } = deviceAfter(1, 2);
  expect(device.numberFor(owner(1))).toMatch(/^[\w-]{22}$/);
  expect(device.numberFor(owner(2))).toBe(device.numberFor(owner(1)));
  expect(device.numberFor(owner(3))).toBeNull();
  expect(device.numberFor(owner(1, 2))).toBeNull();
});

it('a device remembers ten characters, the one entered longest ago is forgotten (14.12)', () => {
  const { cookie, device } = deviceAfter(...Array.from({ length: 11 }, (_, n) => n), 5);
  expect(cookie.split('.')).toHaveLength(11);
  expect(device.numberFor(owner(0))).toBeNull();
  expect(device.numberFor(owner(1))).not.toBeNull();
  expect(device.numberFor(owner(5))).not.toBeNull();
});

it('a changed, foreign or malformed cookie is no known device (14.12)', () => {
  const { cookie } = deviceAfter(1);
  const [number = '', tag = ''] = cookie.split('.');
  const other = deviceAfter(1).cookie.split('.')[0] ?? '';
  const flipped = `${tag.startsWith('A') ? 'B' : 'A'}${tag.slice(1)}`;
  for (const forged of [
    undefined,
    '',
    number,
    `${number}.`,
    `${number}.${flipped}`,
    `${other}.${tag}`,
    `${cookie}.`,
    `${cookie}x`,
    `${number}${`.${tag}`.repeat(11)}`,
  ]) {
    const { numberFor } = readDevice(ctx, forged, () => undefined);
    expect(numberFor(owner(1)), forged).toBeNull();
  }
  const elsewhere = { orderTokenKey: keys(randomBytes(32)), randomBytes };
  expect(readDevice(elsewhere, cookie, () => undefined).numberFor(owner(1))).toBeNull();
});
