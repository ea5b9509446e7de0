import { expect, it } from 'vitest';
import { brokenPasswordRule } from './password-rules.ts';

it.each([
  ['dawn77', null],
  ['dawn7!', null],
  ['123!56', null],
  ['!!!777', null],
  ['пароль7', null],
  ['密码密码密1', null],
  ['٣٤٥٦٧a', null],
  ['dawn77dawn77dawn77da', null],
  ['😀😀😀😀😀7', null],
  ['', 'too_short'],
  ['dawn7', 'too_short'],
  ['😀😀7', 'too_short'],
  ['dawn77dawn77dawn77daw', 'too_long'],
  ['dawnda', 'too_simple'],
  ['DAWNda', 'too_simple'],
  ['123456', 'too_simple'],
  ['!!!!!!', 'too_simple'],
  ['密码密码密码', 'too_simple'],
  ['dawn 77', 'space'],
  ['dawn\u00a077', 'space'],
  ['dawn\t77', 'space'],
  [' ', 'space'],
] as const)('[V01] %j breaks %j', (password, rule) => {
  expect(brokenPasswordRule(password)).toBe(rule);
});
