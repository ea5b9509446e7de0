import path from 'node:path';
import { want } from '../support/shopper.ts';
import { mustHold, mustRefuse, tally } from './expect.ts';
import { call, type Attack, type Theme } from './field.ts';
import { GUESSES, SINGLE_USE } from './guesses.ts';
import { tailOf } from './logs.ts';
import { lockedOwner, mustOpenOnlyBy, OTHER, owner, PASSWORD } from './owners.ts';
import type { Fields } from './wire.ts';

const crossing: readonly Attack[] = [
  {
    name: 'a picture for one purpose, or of another’s session, used for another',
    must: '10007 or 20003',
    run: async (field) => {
      const [player, thief] = [await owner(field), await owner(field)];
      const forRole = await player.image('role', player.stranger);
      const theirs = await player.image('pwd_reset');
      const reset = { purpose: 'pwd_reset', ...player.place };
      const all = [
        await call(field, 'mailCode', { ...reset, ...forRole }),
        await call(field, 'mailCode', { ...reset, ...theirs }, { token: thief.token }),
        await call(field, 'mailCode', reset),
        await call(field, 'mailCode', { ...reset, v_code: 'KNWN', v_code_md5: 'x' }),
      ];
      for (const seen of all) mustRefuse(seen, 10007, 20003);
      return tally(all);
    },
  },
  {
    name: 'a code for one purpose used for another, and another character’s code',
    must: '10067; nothing changes',
    run: async (field) => {
      const [player, thief] = [await lockedOwner(field), await owner(field)];
      const code = await player.codeFor('pwd_change');
      const own = { token: player.token };
      const all = [
        await call(field, 'passwordRemove', { code }, own),
        await call(field, 'passwordReset', {
          ...player.place,
          pwd: OTHER,
          pwd_confirm: OTHER,
          code,
          ...(await player.image('pwd_reset', player.stranger)),
        }),
        await call(
          field,
          'passwordSet',
          { pwd: OTHER, pwd_confirm: OTHER, code },
          { token: thief.token },
        ),
      ];
      for (const seen of all) mustRefuse(seen, 10067, 20013, 20003);
      await mustOpenOnlyBy(player, PASSWORD, OTHER);
      return tally(all);
    },
  },
  {
    name: "another's password changed, removed or set from one's own session, naming their character",
    must: '10001 or 10067; nothing changes',
    run: async (field) => {
      const [player, thief] = [await lockedOwner(field), await owner(field)];
      const code = await player.codeFor('pwd_remove');
      const as = { token: thief.token };
      const { cid } = player;
      const pair = { pwd: OTHER, pwd_confirm: OTHER, code, cid };
      const all = [
        await call(field, 'passwordChange', { ...pair, old_pwd: PASSWORD }, as),
        await call(field, 'passwordRemove', { code, cid, pwd: PASSWORD }, as),
        await call(field, 'passwordSet', pair, as),
        await call(field, 'mailCode', { purpose: 'pwd_remove', cid }, as),
      ];
      for (const seen of all) mustRefuse(seen, 10001, 10067);
      await mustOpenOnlyBy(player, PASSWORD, OTHER);
      return tally(all);
    },
  },
  {
    name: 'a session taken before the password was set, changed and reset',
    must: '11002 after each',
    run: async (field) => {
      const player = await owner(field);
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
      await want(
        player.stranger.call('passwordReset', {
          ...player.place,
          pwd: OTHER,
          pwd_confirm: OTHER,
          code,
          ...solved,
        }),
      );
      const all = await Promise.all(taken.map((token) => call(field, 'cartGet', {}, { token })));
      for (const seen of all) mustRefuse(seen, 11002);
      await mustOpenOnlyBy(player, OTHER, PASSWORD);
      return tally(all);
    },
  },
  {
    name: 'passwords and codes looked for in the log',
    must: 'neither stands there',
    run: async (field) => {
      const player = await owner(field);
      const code = await player.codeFor('pwd_set');
      const pwd = `Log-${code}x`;
      await call(
        field,
        'passwordSet',
        { pwd, pwd_confirm: `${pwd}!`, code },
        { token: player.token },
      );
      await call(field, 'passwordSet', { pwd, pwd_confirm: pwd, code }, { token: player.token });
      await call(field, 'role', { ...player.place, pwd });
      for (const name of ['server.log', 'worker.log', 'sandbox.log']) {
        const text = await tailOf(path.join(field.environment.dataDir, 'logs', name));
        mustHold(!text.includes(pwd) && !text.includes(player.token), `${name} says it`);
      }
      return 'neither';
    },
  },
];

export const PASSWORDS: Theme = {
  title: 'Access password, codes and pictures',
  attacks: [...GUESSES, ...SINGLE_USE, ...crossing],
};
