import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../access/hash-password.ts';
import { stepOfCode, newCodeSecret } from './one-time-code.ts';
import { networkOf } from './guard-tries.ts';
import {
  browserOf,
  nameKey,
  newRecoveryCode,
  passwordFault,
  readCode,
  readName,
  readRoles,
} from './rules.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { NO_PASSWORD } from './sign-in.ts';
import { randomBytes } from 'node:crypto';

it.each([
  ['ana', 'ana'],
  [' Ana Núñez ', 'Ana Núñez'],
  ['support-2@shop.example', 'support-2@shop.example'],
  ['', null],
  ['-ana', null],
  ['ana\n', 'ana'],
  ['a\u202Eb', null],
  ['x'.repeat(65), null],
])('the name %j of an operator is read as %j', (text, name) => {
  expect(readName(text)).toBe(name);
});

it('names of operators differ beyond letter case and form', () => {
  expect(nameKey('ＡNA')).toBe(nameKey('ana'));
  expect(nameKey('Ana')).not.toBe(nameKey('Anna'));
});

it.each([
  ['support', ['support']],
  ['finance,support, finance', ['support', 'finance']],
  ['boss', null],
  ['', null],
  ['support,', null],
])('the roles %j are read as %j', (text, roles) => {
  expect(readRoles(text)).toEqual(roles);
});

it.each([
  ['short', /at least 12/],
  ['x'.repeat(201), /at most 200/],
  ['aaaaaaaaaaaab', /five different/],
  ['password1234', /most common/],
  ['anton-was-here-today', /contain the name/],
  ['a heron stands in cold water', null],
])('the password %j of the operator anton has the fault %s', (password, fault) => {
  const found = passwordFault(password, 'Anton');
  if (fault === null) expect(found).toBeNull();
  else expect(found).toMatch(fault);
});

it('an unknown name costs the hash of a known one', async () => {
  const parameters = (phc: string) => phc.split('$').slice(0, 4);
  expect(parameters(NO_PASSWORD)).toEqual(parameters(await hashPassword('x')));
  expect(NO_PASSWORD.length).toBe((await hashPassword('x')).length);
});

describe('a one-time code', () => {
  const secret = newCodeSecret();
  const nowS = 1_795_960_810;
  const now = new Date(nowS * 1_000);
  const step = Math.floor(nowS / 30);
  const code = (laterS: number) => generateSync({ secret, epoch: nowS + laterS });

  it.each([
    [-60, null],
    [-30, step - 1],
    [0, step],
    [30, step + 1],
    [60, null],
  ])('a code of %d seconds later belongs to step %j', (laterS, expected) => {
    expect(stepOfCode(secret, code(laterS), now, null)).toBe(expected);
  });

  it('counts once, and none before it counts', () => {
    expect(stepOfCode(secret, code(0), now, step)).toBeNull();
    expect(stepOfCode(secret, code(-30), now, step)).toBeNull();
    expect(stepOfCode(secret, code(30), now, step)).toBe(step + 1);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])('is not %j', (text) => {
    expect(stepOfCode(secret, text, now, null)).toBeNull();
  });
});

it('recovery codes differ, and are read in any case and with any spaces', () => {
  const codes = Array.from({ length: 100 }, () => newRecoveryCode(randomBytes));
  expect(new Set(codes).size).toBe(100);
  for (const code of codes)
    expect(code).toMatch(/^(?:[2-9a-hj-km-np-z]{4}-){3}[2-9a-hj-km-np-z]{4}$/);
  expect(readCode(' ABCD-efgh jkmn-PQRS ')).toEqual({ kind: 'recovery', text: 'abcdefghjkmnpqrs' });
  expect(readCode('123 456')).toEqual({ kind: 'app', text: '123456' });
});

it('a sealed secret opens for its operator and with its key alone', () => {
  const key = randomBytes(32);
  const sealed = seal({ randomBytes }, key, 'o1', 'SECRET');
  expect(unseal(key, 'o1', sealed)).toBe('SECRET');
  expect(sealed.includes('SECRET')).toBe(false);
  expect(() => unseal(key, 'o2', sealed)).toThrow();
  expect(() => unseal(randomBytes(32), 'o1', sealed)).toThrow();
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', networkOf('2001:db8::ffff')],
])('waits count the address %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8', 'Unknown browser'],
])('the agent %s is %s', (agent, browser) => {
  expect(browserOf(agent)).toBe(browser);
});
