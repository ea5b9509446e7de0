import { createStoreClient, type StoreClient } from '@webpay/contract/client';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import {
  createAccessPlayer,
  knowImage,
  otherThan,
  type AccessPlayer,
} from '../../support/access-player.ts';
import { operatorOf } from '../../support/operator.ts';
import { clearFaults, setFault, sharedEnvironment } from '../../support/shared-environment.ts';
import { freshCid, times, want } from '../../support/shopper.ts';
import { moveClock } from '../../support/shop-days.ts';

const environment = sharedEnvironment({ env: { LIMIT_SCALE: '1' } });
const operator = operatorOf(environment);
const player = (pwd?: string) => createAccessPlayer(environment(), operator.ctx, pwd);

afterEach(async () => {
  await clearFaults(environment());
  await moveClock(environment(), 0);
});

const MINUTE_MS = 60_000;
const PWD = 'dawn77';

/** A client of another network, through a proxy header. */
function clientFrom(address: string): StoreClient {
  return createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    gameId: '20',
    websiteCode: 'miniflix',
    headers: { 'x-forwarded-for': address },
  });
}

async function imageFor(client: StoreClient) {
  const { v_code_md5 } = await want(client.call('captcha', {}));
  return knowImage(operator.ctx(), v_code_md5);
}

async function askReset(one: AccessPlayer, client = one.stranger) {
  const image = await imageFor(client);
  return client.call('mailCode', { purpose: 'pwd_reset', ...one.place, ...image });
}

describe('mails with a code', () => {
  it('[E01] [F13] are sent once a minute and five times an hour; 10038 gives the remaining time', async () => {
    const one = await player();
    const askAt = async (atMs: number) => {
      await moveClock(environment(), atMs);
      return one.clientAt(atMs).call('mailCode', { purpose: 'pwd_set' });
    };
    const first = await askAt(0);
    expect(first).toMatchObject({ code: 200 });
    expect(waitIn(first.result)).toBeGreaterThan(30_000);
    expect(waitIn(first.result)).toBeLessThanOrEqual(MINUTE_MS);
    const again = await askAt(0);
    expect(again.code).toBe(10038);
    expect(waitIn(again.result)).toBeGreaterThan(15_000);
    expect(waitIn(again.result)).toBeLessThanOrEqual(MINUTE_MS);
    for (let n = 1; n < 4; n += 1) expect((await askAt(n * 2 * MINUTE_MS)).code).toBe(200);
    const fifth = await askAt(8 * MINUTE_MS);
    expect(fifth.code).toBe(200);
    // The next hour begins with the first call.
    expect(waitIn(fifth.result)).toBeGreaterThan(47 * MINUTE_MS);
    expect(waitIn(fifth.result)).toBeLessThanOrEqual(52 * MINUTE_MS);
    expect((await askAt(30 * MINUTE_MS)).code).toBe(10038);
    expect((await askAt(55 * MINUTE_MS)).code).toBe(10038);
    expect((await askAt(61 * MINUTE_MS)).code).toBe(200);
    expect(await one.mailedCodes()).toHaveLength(6);
  });

  it('[E01] count for the character, whatever their purpose and whoever requests them', async () => {
    const one = await player();
    expect((await askReset(one)).code).toBe(200);
    expect((await one.client.call('mailCode', { purpose: 'pwd_set' })).code).toBe(10038);
    expect((await askReset(one, clientFrom('198.51.100.20'))).code).toBe(10038);
  });

  it('[E01] are sent once when requested a hundred times at once', async () => {
    const one = await player();
    const answers = await times(100, () => one.client.call('mailCode', { purpose: 'pwd_set' }));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    // A busy shop may answer "try again".
    expect(answers.filter(({ code }) => code === 10038 || code === 10017)).toHaveLength(99);
    expect(await one.mailedCodes()).toHaveLength(1);
  });

  it('[F13] do not count when they were not sent', async () => {
    const one = await player();
    for (const kind of ['mailbox_full', 'error']) {
      await setFault(environment(), 'game', 'mail', kind);
      expect((await one.client.call('mailCode', { purpose: 'pwd_set' })).code).toBe(10004);
    }
    await clearFaults(environment());
    expect((await one.client.call('mailCode', { purpose: 'pwd_set' })).code).toBe(200);
  });
});

describe('a stranger', () => {
  it('[V06] needs image codes after thirty password attempts a minute at many characters', async () => {
    const one = await player(PWD);
    const far = clientFrom('198.51.100.40');
    const codes: number[] = [];
    // Each success resets the session's attempts; the network's count remains.
    while (codes.at(-1) !== 20003 && codes.length < 70) {
      codes.push((await far.call('role', { ...one.place, pwd: PWD })).code);
    }
    expect(codes.length).toBeGreaterThan(30);
    expect(new Set(codes.slice(0, -1))).toEqual(new Set([200]));
    expect(codes.at(-1)).toBe(20003);
    const image = await imageFor(far);
    expect((await far.call('role', { ...one.place, pwd: PWD, ...image })).code).toBe(200);
    const near = clientFrom('198.51.100.41');
    expect((await near.call('role', { ...one.place, pwd: PWD })).code).toBe(200);
  });

  it('[V06] leaves two of a reset’s three attempts to the network that requested the mail', async () => {
    const one = await player();
    expect((await askReset(one)).code).toBe(200);
    const code = await one.newestCode();
    const far = clientFrom('198.51.100.50');
    for (let n = 0; n < 10; n += 1) {
      expect((await one.reset(PWD, otherThan(code), far)).code).toBe(10067);
    }
    expect((await one.reset(PWD, code, far)).code).toBe(10067);
    expect(await one.reset(PWD, otherThan(code))).toMatchObject({
      code: 10067,
      result: { tries_left: 1 },
    });
    expect((await one.reset(PWD, code)).code).toBe(200);
  });

  it('[V06] may use a code in another session than the one that requested it', async () => {
    const one = await player();
    expect((await askReset(one)).code).toBe(200);
    const code = await one.newestCode();
    expect((await one.reset(PWD, code, clientFrom('198.51.100.51'))).code).toBe(200);
  });
});

describe('role look-ups of one address', () => {
  it('[E01] [V06] require an image code above 60 a minute', async () => {
    const one = await player();
    const far = clientFrom('198.51.100.60');
    const codes: number[] = [];
    while (codes.at(-1) !== 20003 && codes.length < 130) {
      codes.push((await far.call('role', one.place)).code);
    }
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.at(-1)).toBe(20003);
    const image = await imageFor(far);
    expect((await far.call('role', { ...one.place, ...image })).code).toBe(200);
    const { code } = await far.call('role', { ...one.place, cid: freshCid(), ...image });
    expect(code).toBe(10007);
  });
});

function waitIn(result: unknown): number {
  const hasWait = typeof result === 'object' && result !== null && 'resend_after_ms' in result;
  return hasWait ? Number(result.resend_after_ms) : Number.NaN;
}
