import { otherThan } from '../support/access-player.ts';
import { countsOf, mustEqual, mustHold, mustRefuse, tally } from './expect.ts';
import { call, type Attack } from './field.ts';
import {
  events,
  hashed,
  lockedOwner,
  mustOpenOnlyBy,
  OTHER,
  owner,
  PASSWORD,
  times,
} from './owners.ts';
import type { Fields, Seen } from './wire.ts';

export const GUESSES: readonly Attack[] = [
  {
    name: 'passwords guessed, all at once',
    must: 'no session; three are looked at, then a picture is wanted; the owner still comes in',
    run: async (field) => {
      const player = await lockedOwner(field);
      const all = await times(hashed(field), (n) =>
        call(field, 'role', { ...player.place, pwd: `Guess-${n}` }),
      );
      mustHold(
        all.every(({ code }) => code !== 200),
        `a guess came in: ${tally(all)}`,
      );
      const looked = countsOf(all)['20002'] ?? 0;
      mustHold(looked <= 3, `${looked} were looked at`);
      await mustOpenOnlyBy(player, PASSWORD, OTHER);
      return tally(all);
    },
  },
  {
    name: 'passwords that are none: absent, empty, null bytes, lists, 200 letters, 60,000 letters, look-alikes',
    must: '20001, 20002, 20003 or 10001; never a session',
    run: async (field) => {
      const player = await lockedOwner(field);
      const tries: readonly Fields[] = [
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
      const all: Seen[] = [];
      for (const each of tries) all.push(await call(field, 'role', { ...player.place, ...each }));
      for (const seen of all) mustRefuse(seen, 20001, 20002, 20003, 10001);
      return tally(all);
    },
  },
  {
    name: 'the code of a mail guessed in every session there is, all at once',
    must: 'no password is set; five tries at most count',
    run: async (field) => {
      const player = await owner(field);
      const code = await player.codeFor('pwd_set');
      const as = { token: player.token };
      const all = await times(field.parallel, (n) =>
        call(
          field,
          'passwordSet',
          {
            pwd: OTHER,
            pwd_confirm: OTHER,
            code: String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0'),
          },
          as,
        ),
      );
      mustHold(
        all.every((seen) => seen.code !== 200),
        `one was taken: ${tally(all)}`,
      );
      mustHold((countsOf(all)['10067'] ?? 0) <= 5, `too many count: ${tally(all)}`);
      mustEqual('passwords set', await events(field, player), 0);
      return tally(all);
    },
  },
  {
    name: 'codes that are none: other digits, spaces between, lists, 64 letters',
    must: '10067, 20003, 10000 or 10001; no password is set',
    run: async (field) => {
      const player = await owner(field);
      const code = await player.codeFor('pwd_set');
      const as = { token: player.token };
      const wrong = [
        '',
        '0',
        otherThan(code),
        code.slice(1),
        `${code}0`,
        [...new Intl.Segmenter().segment(code)].map(({ segment }) => segment).join(' '),
        `["${code}"]`,
        '%',
        '______',
        'x'.repeat(64),
        code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      ];
      const all: Seen[] = [];
      for (const each of wrong)
        all.push(
          await call(field, 'passwordSet', { pwd: OTHER, pwd_confirm: OTHER, code: each }, as),
        );
      for (const seen of all) mustRefuse(seen, 10067, 20003, 10000, 10001);
      mustEqual('passwords set', await events(field, player), 0);
      return tally(all);
    },
  },
];

export const SINGLE_USE: readonly Attack[] = [
  {
    name: 'one right code, used at once with as many passwords',
    must: 'one is set',
    run: async (field) => {
      const player = await owner(field);
      const code = await player.codeFor('pwd_set');
      const as = { token: player.token };
      const all = await times(hashed(field), (n) => {
        const pwd = `Race-${n}x`;
        return call(field, 'passwordSet', { pwd, pwd_confirm: pwd, code }, as);
      });
      mustEqual('served', countsOf(all)['200'], 1);
      mustEqual('passwords set', await events(field, player), 1);
      return tally(all);
    },
  },
  {
    // That a mail is sent once a minute is a limit, which this environment has lifted.
    name: 'several mails asked for at once, and the code of each used at once',
    must: 'one of the codes serves, once',
    run: async (field) => {
      const player = await owner(field);
      const as = { token: player.token };
      await times(5, () => call(field, 'mailCode', { purpose: 'pwd_set' }, as));
      const codes = await player.mailedCodes();
      const all = await times(codes.length, (n) => {
        const pwd = `Mail-${n}x`;
        const fields = { pwd, pwd_confirm: pwd, code: codes[n] ?? '' };
        return call(field, 'passwordSet', fields, as);
      });
      mustHold((countsOf(all)['200'] ?? 0) <= 1, `several serve: ${tally(all)}`);
      mustEqual('passwords set', await events(field, player), countsOf(all)['200'] ?? 0);
      return tally(all);
    },
  },
  {
    name: 'one picture that was read, used at once and again',
    must: 'it serves once',
    run: async (field) => {
      const player = await owner(field);
      const solved = await player.image('pwd_reset', player.stranger);
      const fields = { purpose: 'pwd_reset', ...player.place, ...solved };
      const all = await times(field.parallel, () => call(field, 'mailCode', fields));
      const later = await call(field, 'mailCode', fields);
      const served = all.filter(({ code }) => code === 200 || code === 10038).length;
      mustHold(served <= 1, `it served ${served} times: ${tally(all)}`);
      mustRefuse(later, 10007, 20003);
      return tally([...all, later]);
    },
  },
];
