import { expect } from 'vitest';
import { createAccessPlayer, otherThan, type AccessPlayer } from '../support/access-player.ts';
import { times, want } from '../support/shopper.ts';
import { LOGS, logOf, tailOf } from './logs.ts';
import {
  call,
  countCodes,
  countOf,
  expectCode,
  type Answer,
  type Attacks,
  type Fields,
  type Target,
} from './target.ts';

const PASSWORD = 'Owner-12x';
const OTHER = 'Thief-34y';
/** Password hashing is slow on purpose. */
const MAX_HASHED = 60;

type Owner = AccessPlayer & { readonly userToken: string };

async function owner(shop: Target): Promise<Owner> {
  const player = await createAccessPlayer(shop.environment, () => shop.ctx);
  return { ...player, userToken: player.token };
}

/** A character with a password, and the session in which it was set. */
async function lockedOwner(shop: Target): Promise<Owner> {
  const player = await owner(shop);
  await player.set(PASSWORD);
  return player;
}

const pair = (pwd: string): Fields => ({ pwd, pwd_confirm: pwd });
const hashed = ({ parallel }: Target): number => Math.min(MAX_HASHED, parallel);

async function expectPassword(player: Owner, pwd: string, wrong: string): Promise<void> {
  const roleBy = async (given: string) =>
    player.role({ pwd: given, ...(await player.image('role', player.stranger)) });
  expect((await roleBy(pwd)).code).toBe(200);
  expect((await roleBy(wrong)).code).toBe(20002);
}

const guesses: Attacks = {
  'passwords guessed concurrently: no session, three are checked, then an image code is required, the owner still signs in':
    async (shop) => {
      const player = await lockedOwner(shop);
      const all = await times(hashed(shop), (n) =>
        call(shop, 'role', { ...player.place, pwd: `Guess-${n}` }),
      );
      const codes = countCodes(all);
      expect(codes['200']).toBeUndefined();
      expect(codes['20002'] ?? 0).toBeLessThanOrEqual(3);
      await expectPassword(player, PASSWORD, OTHER);
    },
  'malformed passwords: absent, empty, null bytes, lists, 200 letters, 60,000 letters, look-alikes: 20001, 20002, 20003 or 10001, never a session':
    async (shop) => {
      const player = await lockedOwner(shop);
      const guesses: readonly Fields[] = [
        {},
        { pwd: '' },
        { pwd: '\u0000' },
        { pwd: `${PASSWORD}\u0000` },
        { pwd: PASSWORD.toLowerCase() },
        { pwd: ` ${PASSWORD}` },
        { pwd: `${PASSWORD} ` },
        { pwd: PASSWORD.slice(0, -1) },
        { pwd: `[${JSON.stringify(PASSWORD)}]` },
        { pwd: 'a'.repeat(200) },
        { pwd: 'a'.repeat(60_000) },
        { pwd: '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA' },
        { has_pwd: '0', pwd_status: '0', password_version: '0', hash: '' },
        { 'pwd[$ne]': 'x', 'pwd[]': PASSWORD },
        { old_pwd: PASSWORD, password: PASSWORD },
      ];
      for (const guess of guesses) {
        const seen = await call(shop, 'role', { ...player.place, ...guess });
        expectCode(seen, 20001, 20002, 20003, 10001);
      }
    },
  'a mailed code guessed concurrently: no password is set, five attempts at most count': async (
    shop,
  ) => {
    const player = await owner(shop);
    const mailed = Number(await player.codeFor('pwd_set'));
    const all = await times(shop.parallel, (n) => {
      const code = String((mailed + 1 + n) % 1_000_000).padStart(6, '0');
      return call(shop, 'passwordSet', { ...pair(OTHER), code }, player);
    });
    const codes = countCodes(all);
    expect(codes['200']).toBeUndefined();
    expect(codes['10067'] ?? 0).toBeLessThanOrEqual(5);
    expect(await countOf(shop, 'access_events', player)).toBe(0);
  },
  'malformed codes: other digits, spaces between, lists, 64 letters: 10067, 20003, 10000 or 10001, no password is set':
    async (shop) => {
      const player = await owner(shop);
      const code = await player.codeFor('pwd_set');
      for (const wrong of [
        '',
        '0',
        otherThan(code),
        code.slice(1),
        `${code}0`,
        code.split('').join(' '),
        `["${code}"]`,
        '%',
        '______',
        'x'.repeat(64),
        code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      ]) {
        const seen = await call(shop, 'passwordSet', { ...pair(OTHER), code: wrong }, player);
        expectCode(seen, 10067, 20003, 10000, 10001);
      }
      expect(await countOf(shop, 'access_events', player)).toBe(0);
    },
};

const singleUse: Attacks = {
  'one correct code, used concurrently with as many passwords: one is set': async (shop) => {
    const player = await owner(shop);
    const code = await player.codeFor('pwd_set');
    const all = await times(hashed(shop), (n) =>
      call(shop, 'passwordSet', { ...pair(`Race-${n}x`), code }, player),
    );
    expect(countCodes(all)['200']).toBe(1);
    expect(await countOf(shop, 'access_events', player)).toBe(1);
  },
  // This environment lifts the limit of one mail a minute.
  'several mails requested concurrently, and the code of each used: one of the codes is accepted, once':
    async (shop) => {
      const player = await owner(shop);
      await times(5, () => call(shop, 'mailCode', { purpose: 'pwd_set' }, player));
      const codes = await player.mailedCodes();
      const all = await times(codes.length, (n) =>
        call(shop, 'passwordSet', { ...pair(`Mail-${n}x`), code: codes[n] ?? '' }, player),
      );
      const served = countCodes(all)['200'] ?? 0;
      expect(served).toBeLessThanOrEqual(1);
      expect(await countOf(shop, 'access_events', player)).toBe(served);
    },
  'one solved image code, used concurrently and again: it is accepted once': async (shop) => {
    const player = await owner(shop);
    const solved = await player.image('pwd_reset', player.stranger);
    const fields = { purpose: 'pwd_reset', ...player.place, ...solved };
    const all = await times(shop.parallel, () => call(shop, 'mailCode', fields));
    const accepted = all.filter(({ code }) => code === 200 || code === 10038);
    expect(accepted.length).toBeLessThanOrEqual(1);
    expectCode(await call(shop, 'mailCode', fields), 10007, 20003);
  },
};

export const ACCESS: Attacks = {
  ...guesses,
  ...singleUse,
  'an image code of another purpose or another session: 10007 or 20003': async (shop) => {
    const [player, thief] = [await owner(shop), await owner(shop)];
    const forRole = await player.image('role', player.stranger);
    const theirs = await player.image('pwd_reset');
    const reset = { purpose: 'pwd_reset', ...player.place };
    const all = [
      await call(shop, 'mailCode', { ...reset, ...forRole }),
      await call(shop, 'mailCode', { ...reset, ...theirs }, thief),
      await call(shop, 'mailCode', reset),
      await call(shop, 'mailCode', { ...reset, v_code: 'KNWN', v_code_md5: 'x' }),
    ];
    expectCode(all, 10007, 20003);
  },
  'a mailed code of another purpose, and another character’s code: 10067, nothing changes': async (
    shop,
  ) => {
    const [player, thief] = [await lockedOwner(shop), await owner(shop)];
    const code = await player.codeFor('pwd_change');
    const solved = await player.image('pwd_reset', player.stranger);
    const all = [
      await call(shop, 'passwordRemove', { code }, player),
      await call(shop, 'passwordReset', { ...player.place, ...pair(OTHER), code, ...solved }),
      await call(shop, 'passwordSet', { ...pair(OTHER), code }, thief),
    ];
    expectCode(all, 10067, 20013, 20003);
    await expectPassword(player, PASSWORD, OTHER);
  },
  'another’s password changed, removed or set from one’s own session, naming their character: 10001 or 10067, nothing changes':
    async (shop) => {
      const [player, thief] = [await lockedOwner(shop), await owner(shop)];
      const code = await player.codeFor('pwd_remove');
      const { cid } = player;
      const fields = { ...pair(OTHER), code, cid };
      const all = [
        await call(shop, 'passwordChange', { ...fields, old_pwd: PASSWORD }, thief),
        await call(shop, 'passwordRemove', { code, cid, pwd: PASSWORD }, thief),
        await call(shop, 'passwordSet', fields, thief),
        await call(shop, 'mailCode', { purpose: 'pwd_remove', cid }, thief),
      ];
      expectCode(all, 10001, 10067);
      await expectPassword(player, PASSWORD, OTHER);
    },
  'a session opened before the password was set, changed and reset: 11002 after each': async (
    shop,
  ) => {
    const player = await owner(shop);
    const taken: string[] = [];
    const steal = async (fields: Fields = {}): Promise<void> => {
      const found = await want(player.role(fields));
      if ('user_token' in found) taken.push(found.user_token);
    };
    await steal();
    await player.set(PASSWORD);
    await steal({ pwd: PASSWORD });
    const code = await player.codeFor('pwd_reset');
    const solved = await player.image('pwd_reset', player.stranger);
    const reset = { ...player.place, pwd: OTHER, pwd_confirm: OTHER, code, ...solved };
    await want(player.stranger.call('passwordReset', reset));
    const all: Answer[] = [];
    for (const userToken of taken) all.push(await call(shop, 'cartGet', {}, { userToken }));
    expect(all).toHaveLength(2);
    expectCode(all, 11002);
    await expectPassword(player, OTHER, PASSWORD);
  },
  'passwords and tokens in the logs: absent': async (shop) => {
    const player = await owner(shop);
    const code = await player.codeFor('pwd_set');
    const pwd = `Log-${code}x`;
    await call(shop, 'passwordSet', { pwd, pwd_confirm: `${pwd}!`, code }, player);
    await call(shop, 'passwordSet', { ...pair(pwd), code }, player);
    await call(shop, 'role', { ...player.place, pwd });
    for (const name of LOGS) {
      const text = await tailOf(logOf(shop, name));
      expect(text.includes(pwd) || text.includes(player.token), name).toBe(false);
    }
  },
};
