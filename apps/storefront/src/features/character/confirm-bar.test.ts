import { expect, it } from 'vitest';
import { CallLost, CallRefused } from '../../api/failure.ts';
import { type ConfirmBar, confirmBar, type ConfirmState } from './confirm-bar.ts';
import { type Lookup, lookupOf } from './lookup.ts';

const role = {
  pr_id: 'eu',
  server_id: 's12',
  server_name: 'S12 Dawnharbor',
  cid: '204518763',
  name: 'NovaStar',
  level: 42,
};
const found: Lookup = { state: 'found', found: { user_token: 't', role, has_pwd: false } };
const refused = (code: number): Lookup => ({
  state: 'failed',
  failure: new CallRefused({ code, msg: '', result: null, requestId: null, handled: false }),
});
const lost: Lookup = { state: 'failed', failure: new CallLost('timeout', false) };
const PASSWORD = { password: true, picture: false };
const whole: ConfirmState = {
  hasServer: true,
  fits: true,
  lookup: { state: 'idle' },
  asks: { password: false, picture: false },
  entered: { pwd: '', v_code: '' },
};

const table: readonly (readonly [string, Partial<ConfirmState>, ConfirmBar])[] = [
  ['nothing is chosen', { hasServer: false, fits: false }, { action: 'chooseServer' }],
  ['an ID stands there, but no server', { hasServer: false }, { action: 'chooseServer' }],
  ['the ID is not whole', { fits: false }, { action: 'enterId', reason: 'home.enter_id_first' }],
  ['the ID is whole', {}, { action: 'checking' }],
  ['a link bound the tab to another', { lookup: refused(10_003) }, { action: 'leaveLink' }],
  ['the look-up runs', { lookup: { state: 'checking' } }, { action: 'checking' }],
  ['the character is found', { lookup: found }, { action: 'continue', name: 'NovaStar' }],
  [
    'the ID is cut short after a character was found',
    { lookup: found, fits: false },
    { action: 'enterId', reason: 'home.enter_id_first' },
  ],
  [
    'there is no such character',
    { lookup: refused(10006) },
    { action: 'enterId', reason: 'home.invalid_cid' },
  ],
  [
    'there were too many look-ups',
    { lookup: refused(10005) },
    { action: 'checkAgain', reason: null },
  ],
  ['no answer came', { lookup: lost }, { action: 'checkAgain', reason: null }],
  [
    'a password is asked for',
    { lookup: refused(20001), asks: PASSWORD },
    { action: 'unlock', reason: 'home.enter_password_first' },
  ],
  [
    'a password is typed',
    { lookup: refused(20001), asks: PASSWORD, entered: { pwd: 'dawn77', v_code: '' } },
    { action: 'unlock', reason: null },
  ],
  [
    'a picture is to be read, too',
    {
      lookup: refused(20003),
      asks: { password: true, picture: true },
      entered: { pwd: 'dawn77', v_code: '' },
    },
    { action: 'unlock', reason: 'error.20003' },
  ],
  [
    'password and picture are answered',
    {
      lookup: refused(20003),
      asks: { password: true, picture: true },
      entered: { pwd: 'dawn77', v_code: 'K7WP' },
    },
    { action: 'unlock', reason: null },
  ],
  [
    'a picture alone is asked for',
    { lookup: refused(20003), asks: { password: false, picture: true } },
    { action: 'checkAgain', reason: 'error.20003' },
  ],
  [
    'the character plays another game',
    { lookup: { state: 'otherGame', code: 'dr2', name: 'Dragon Realm II' } },
    { action: 'otherGame' },
  ],
];

it.each(table)('[F01] [R06] chooses the primary button of home when %s', (_, state, bar) => {
  expect(confirmBar({ ...whole, ...state })).toEqual(bar);
});

it("[F01] tells a character of this game from another game's", () => {
  expect(lookupOf({ user_token: 't', role, has_pwd: false })).toEqual(found);
  expect(lookupOf({ redirect: { website_code: 'dr2', name: 'Dragon Realm II' } })).toEqual({
    state: 'otherGame',
    code: 'dr2',
    name: 'Dragon Realm II',
  });
});
