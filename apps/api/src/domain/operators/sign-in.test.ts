import { beforeEach, describe, expect, test } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { codeOf, FROM, invited, joinedOperator, PASSWORD } from './testing/console-operator.ts';
import type { Ctx } from '../../context.ts';
import { checkAudit } from '../audit/check-audit.ts';
import { listAudit } from '../audit/list-audit.ts';
import { join, readInvitation } from './join.ts';
import type { Client } from './operator.ts';
import { purgeSignIns } from './queries.ts';
import { signInToSandbox } from './sandbox-operator.ts';
import { endSession, mySecurity, openOperatorSession, readSession, signOut } from './sessions.ts';
import { signInByLink, signInByPassword } from './sign-in.ts';
import { changeRoles, disableOperator, enableOperator, resetOperator } from './staff.ts';

const { built, db, pool } = await builtShop(4);
const MINUTE_MS = 60_000;
let passedMs = 0;
const ctx: Ctx = {
  ...built.ctx,
  clock: { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) },
};
const wait = (ms: number) => {
  passedMs += ms;
};
let networks = 0;
let from: Client = FROM;
/** Each test has a network and a new one-time code of its own. */
beforeEach(() => {
  networks += 1;
  from = { ...FROM, address: `198.51.100.${networks}` };
});

/** Past the step of the last code. */
const nextStep = () => wait(MINUTE_MS);
const signIn = (given: { name: string; code: string; password?: string }, client = from) =>
  signInByPassword(ctx, { password: PASSWORD, ...given }, client);
const actions = async (operator: string) =>
  (await listAudit({ db }, { operator })).items.map(
    ({ action, outcome }) => `${action} ${outcome}`,
  );

describe('an invitation', () => {
  test('is good once, and gives password, codes and a session', async () => {
    const { token, secret } = await invited(ctx, 'Iva', ['support', 'finance'], ['miniflix']);
    const shown = await readInvitation(ctx, { token });
    expect(shown).toMatchObject({ name: 'Iva', roles: ['support', 'finance'], secret });
    expect(shown).toHaveProperty('qr_svg', expect.stringMatching(/^<svg/));
    const given = { token, password: PASSWORD, code: codeOf(ctx, secret) };
    const joined = await join(ctx, given, from);
    expect(joined).toMatchObject({
      operator: { name: 'Iva', projects: ['miniflix'], hasSecondFactor: true },
    });
    expect(new Set('recoveryCodes' in joined ? joined.recoveryCodes : []).size).toBe(10);
    expect(await join(ctx, given, from)).toMatchObject({ refused: { status: 410 } });
    expect(await readInvitation(ctx, { token })).toMatchObject({ refused: { status: 410 } });
    expect(await actions('Iva')).toEqual(['join done']);
  });

  test('is not used up by a weak password or a wrong code', async () => {
    const { token, secret } = await invited(ctx, 'Weak');
    const code = codeOf(ctx, secret);
    const tries: [string, string, string][] = [
      ['password1234', code, 'password_rule'],
      [PASSWORD, '000000', 'wrong_code'],
    ];
    for (const [password, given, why] of tries) {
      const refusal = await join(ctx, { token, password, code: given }, from);
      expect(refusal).toMatchObject({ refused: { status: 422, code: why } });
    }
    expect(await join(ctx, { token, password: PASSWORD, code }, from)).toHaveProperty('token');
  });

  test('ends after 24 hours', async () => {
    const { token } = await invited(ctx, 'Late');
    wait(24 * 60 * MINUTE_MS);
    expect(await readInvitation(ctx, { token })).toMatchObject({ refused: { status: 410 } });
  });

  test('is used by one of two who accept it at once', async () => {
    const { token, secret } = await invited(ctx, 'Twice');
    const given = { token, password: PASSWORD, code: codeOf(ctx, secret) };
    const both = await Promise.all([join(ctx, given, from), join(ctx, given, from)]);
    expect(both.filter((each) => 'token' in each)).toHaveLength(1);
  });
});

describe('a sign-in by password', () => {
  test('takes each code once, also by two at once', async () => {
    const { name, secret } = await joinedOperator(ctx, 'Once');
    nextStep();
    const code = codeOf(ctx, secret);
    const both = await Promise.all([signIn({ name, code }), signIn({ name: ' oNCE', code })]);
    expect(both.filter((each) => 'token' in each)).toHaveLength(1);
    expect(await signIn({ name, code })).toMatchObject({ refused: { code: 'wrong_sign_in' } });
    nextStep();
    expect(await signIn({ name, code: codeOf(ctx, secret) })).toHaveProperty('token');
  });

  test('takes each recovery code once', async () => {
    const { name, recoveryCodes } = await joinedOperator(ctx, 'Lost');
    const [code = '', other = ''] = recoveryCodes;
    expect(await signIn({ name, code: code.toUpperCase() })).toMatchObject({
      operator: { hasSecondFactor: true },
    });
    expect(await signIn({ name, code })).toMatchObject({ refused: { status: 401 } });
    expect(await signIn({ name, code: other })).toHaveProperty('token');
  });

  test('answers the same for every wrong part', async () => {
    const { name, secret } = await joinedOperator(ctx, 'Same');
    const gone = await joinedOperator(ctx, 'Gone');
    await disableOperator(ctx, { name: 'Gone', by: 'test' });
    const { secret: unjoined } = await invited(ctx, 'Unjoined');
    nextStep();
    const refusals = [
      await signIn({ name: 'nobody', code: codeOf(ctx, secret) }),
      await signIn({ name, code: codeOf(ctx, secret), password: 'another password' }),
      await signIn({ name, code: '000000' }),
      await signIn({ name, code: 'abcd-efgh-jkmn-pqrs' }),
      await signIn({ name: 'Gone', code: codeOf(ctx, gone.secret) }),
      await signIn({ name: 'Unjoined', code: codeOf(ctx, unjoined) }),
    ];
    for (const each of refusals) expect(each).toEqual(refusals[0]);
    expect(refusals[0]).toMatchObject({ refused: { status: 401, code: 'wrong_sign_in' } });
    expect((await actions('Same')).slice(0, 3)).toEqual(Array(3).fill('sign_in refused'));
    expect((await actions('')).slice(0, 1)).toEqual(['sign_in refused']);
  });

  test('waits after five wrong tries of a name from its network alone, and evaluates none meanwhile', async () => {
    const { name, secret } = await joinedOperator(ctx, 'Slow');
    nextStep();
    for (let n = 0; n < 5; n += 1) {
      expect(await signIn({ name, code: '000000' })).toMatchObject({ refused: { status: 401 } });
    }
    const before = await actions(name);
    const held = await signIn({ name, code: codeOf(ctx, secret) });
    expect(held).toMatchObject({ refused: { status: 429, code: 'too_many_tries' } });
    expect('refused' in held ? held.refused.retryAfterS : 0).toBeGreaterThan(20);
    expect(await actions(name)).toEqual(before);
    const elsewhere = { ...from, address: '203.0.113.77' };
    expect(await signIn({ name, code: codeOf(ctx, secret) }, elsewhere)).toHaveProperty('token');
    nextStep();
    expect(await signIn({ name, code: codeOf(ctx, secret) })).toHaveProperty('token');
    // A right one forgets the wrong ones.
    expect(await signIn({ name, code: '000000' })).toMatchObject({ refused: { status: 401 } });
  });

  test('stores no secret of one-time codes and no token in clear', async () => {
    const { secret, token } = await joinedOperator(ctx, 'Clear');
    for (const table of ['operators', 'operator_sessions', 'operator_links', 'audit']) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${table} t`);
      const hex = Buffer.from(secret).toString('hex');
      for (const { row } of rows) {
        for (const text of [secret, hex, token, PASSWORD]) expect(row.includes(text)).toBe(false);
      }
    }
  });
});

describe('a session', () => {
  const read = (token: string) => readSession(ctx, token, from);

  test('ends after 30 idle minutes', async () => {
    const { token } = await joinedOperator(ctx, 'Idle');
    for (let n = 0; n < 3; n += 1) {
      wait(29 * MINUTE_MS);
      expect(await read(token)).toMatchObject({ name: 'Idle', roles: ['support'] });
    }
    wait(31 * MINUTE_MS);
    expect(await read(token)).toBeNull();
  });

  test('ends after 12 hours, however it is used', async () => {
    const { token } = await joinedOperator(ctx, 'Long');
    for (let n = 0; n < 12 * 3 - 1; n += 1) {
      wait(20 * MINUTE_MS);
      expect(await read(token)).not.toBeNull();
    }
    wait(20 * MINUTE_MS);
    expect(await read(token)).toBeNull();
  });

  test('ends at its sign-out, and others go on', async () => {
    const first = await joinedOperator(ctx, 'Out');
    nextStep();
    const second = await signIn({ name: 'Out', code: codeOf(ctx, first.secret) });
    if (!('token' in second)) throw new Error('no sign-in');
    await signOut(ctx, first.operator, from);
    expect(await read(first.token)).toBeNull();
    const { sessions } = await mySecurity(ctx, second.operator);
    expect(sessions).toMatchObject([{ is_this: true, browser: 'Firefox on Linux' }]);
    expect(await actions('Out')).toEqual(['sign_out done', 'sign_in done', 'join done']);
  });

  test('is ended by its operator alone', async () => {
    const mine = await joinedOperator(ctx, 'Mine');
    const other = await joinedOperator(ctx, 'Other');
    const id = other.operator.sessionId;
    expect(await endSession(ctx, mine.operator, { id }, from)).toMatchObject({
      refused: { status: 404 },
    });
    expect(await endSession(ctx, other.operator, { id }, from)).toEqual({ done: true });
    expect(await read(other.token)).toBeNull();
  });

  test.each([
    ['disabling', (name: string) => disableOperator(ctx, { name, by: 'test' })],
    [
      'other roles',
      (name: string) => changeRoles(ctx, { name, roles: ['auditor'], projects: null, by: 'test' }),
    ],
    ['a reset', (name: string) => resetOperator(ctx, { name, by: 'test' })],
  ])('ends by %s of its operator', async (what, change) => {
    const { token } = await joinedOperator(ctx, `Ends by ${what}`);
    expect(await read(token)).not.toBeNull();
    expect(await change(`Ends by ${what}`)).not.toMatchObject({ kind: 'refused' });
    expect(await read(token)).toBeNull();
    await enableOperator(ctx, { name: `Ends by ${what}`, by: 'test' });
    expect(await read(token)).toBeNull();
  });

  test('does not begin with credentials that a reset took away meanwhile', async () => {
    const { name, secret, recoveryCodes, operator } = await joinedOperator(ctx, 'Reset');
    await resetOperator(ctx, { name, by: 'test' });
    nextStep();
    for (const code of [codeOf(ctx, secret), recoveryCodes[0] ?? '']) {
      expect(await signIn({ name, code })).toMatchObject({ refused: { status: 401 } });
    }
    // A sign-in that checked the old credentials, and was slower than the reset.
    const { id } = operator;
    const slow = { id, version: 2, signedInBy: 'password' } as const;
    const use = async () => true;
    expect(await openOperatorSession(ctx, slow, from, use)).toBeNull();
  });
});

test('a link of the sandbox signs in once, within 15 minutes, without a second factor', async () => {
  const made = async () => {
    const signed = await signInToSandbox(ctx, { role: 'support', by: 'test' });
    if (signed.kind === 'refused') throw new Error(signed.why);
    return { ...signed, token: signed.address.split('#')[1] ?? '' };
  };
  const first = await made();
  const signedIn = await signInByLink(ctx, { token: first.token }, from);
  expect(signedIn).toMatchObject({ operator: { name: 'sandbox-support', hasSecondFactor: false } });
  expect(await signInByLink(ctx, { token: first.token }, from)).toMatchObject({
    refused: { status: 410 },
  });
  const second = await made();
  expect([second.password, second.codeSecret]).toEqual([first.password, first.codeSecret]);
  const { name, password, codeSecret } = second;
  expect(await signIn({ name, password, code: codeOf(ctx, codeSecret) })).toHaveProperty('token');
  wait(15 * MINUTE_MS);
  expect(await signInByLink(ctx, { token: second.token }, from)).toMatchObject({
    refused: { status: 410 },
  });
});

test('sessions, links and challenges are deleted after their time', async () => {
  const realNow = new Date(ctx.clock.real().getTime() + 32 * 24 * 60 * MINUTE_MS);
  await db.run(purgeSignIns, { realNow });
  const { rows } = await pool.query<{ n: number }>(
    `select (select count(*) from operator_sessions)::int4 + (select count(*) from operator_links)::int4
      + (select count(*) from operator_challenges)::int4 as n`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('every step of this file left a whole audit log', async () => {
  expect(await checkAudit({ db })).toMatchObject({ broken: null });
});
