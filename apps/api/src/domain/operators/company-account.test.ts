import {
  LINKS_COMPANY_ACCOUNT,
  UNLINKS_COMPANY_ACCOUNT,
} from '@webpay/contract/console/operations';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import type { Ctx } from '../../context.ts';
import { newPasskeyChallenge } from '../actions/add-passkey.ts';
import { linkCompanyAccount, unlinkCompanyAccount } from '../actions/link-company-account.ts';
import { ownNetwork, person, type Person } from '../actions/testing/steps.ts';
import { listAudit } from '../audit/list-audit.ts';
import { endVisit, startVisit } from './company-account.ts';
import { returnAddress } from './company-provider.ts';
import type { Client, Operator } from './operator.ts';
import { purgeSignIns } from './queries.ts';
import { mySecurity, readSession, signOut } from './sessions.ts';
import { disableOperator, enableOperator, resetOperator } from './staff.ts';
import { companyProvider } from './testing/company-provider.ts';

const { built, db, pool } = await builtShop(4);
const provider = await companyProvider(returnAddress(built.ctx));
afterAll(() => provider.close());

let passedMs = 0;
let ctx: Ctx = built.ctx;
let from: Client = ownNetwork();
/** Each test knows the provider anew, and has a network of its own. */
beforeEach(() => {
  provider.manner = 'honest';
  passedMs = 0;
  from = ownNetwork();
  ctx = {
    ...built.ctx,
    clock: { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) },
    config: { ...built.ctx.config, companyAccount: { ...provider.config } },
  };
});

type Started = Awaited<ReturnType<typeof startVisit>>;
const begun = (started: Started) => {
  if ('refused' in started) throw new Error(started.refused.detail);
  return started;
};
const visit = async (who: string, started?: Started) => {
  const { address, token } = begun(started ?? (await startVisit(ctx, null)));
  return { token, answer: await provider.visit(address, who) };
};
const signIn = async (who: string) => endVisit(ctx, await visit(who), from);
const startLink = async ({ operator, assertion }: Person) =>
  linkCompanyAccount(ctx, operator, { step_up: await assertion(LINKS_COMPANY_ACCOUNT) }, from);
const link = async (who: Person, account: string) =>
  endVisit(ctx, await visit(account, await startLink(who)), from);
const linked = async (name: string, account: string) => {
  const who = await person(ctx, name);
  expect(await link(who, account)).toEqual({ linked: true });
  return who;
};
const operatorOf = (signedIn: Awaited<ReturnType<typeof signIn>>): Operator => {
  if (!('operator' in signedIn)) throw new Error(JSON.stringify(signedIn));
  return signedIn.operator;
};
const entries = async (operator: string) =>
  (await listAudit({ db }, { operator })).items.map(
    ({ action, outcome }) => `${action} ${outcome}`,
  );
const NOT_LINKED = { refused: { status: 401, code: 'not_linked' } };
const NOT_CONFIRMED = { refused: { status: 401, code: 'not_confirmed' } };
const VISIT_ENDED = { refused: { status: 410, code: 'visit_ended' } };
const SILENT = { refused: { status: 503, code: 'provider_silent' } };

describe('sign-in by company account', () => {
  test('an account signs the operator in who linked it, to a session that only reads', async () => {
    const who = await linked('Reader', 'reader');
    const operator = operatorOf(await signIn('reader'));
    expect(operator).toMatchObject({
      id: who.operator.id,
      signedInBy: 'company',
      hasSecondFactor: false,
    });
    const challenge = await newPasskeyChallenge(ctx, operator, { step_up: null }, from);
    expect(challenge).toMatchObject({ refused: { status: 403, code: 'second_factor' } });
    const proof = { step_up: await who.assertion(UNLINKS_COMPANY_ACCOUNT) };
    expect(await unlinkCompanyAccount(ctx, operator, proof, from)).toMatchObject({
      refused: { code: 'second_factor' },
    });
    expect(await entries('Reader')).toEqual(
      expect.arrayContaining(['company_account.link done', 'sign_in done']),
    );
    const { company_account: shown } = await mySecurity(ctx, operator);
    expect(shown?.linked?.used_at).toEqual(expect.any(Number));
  });

  test('an account with a second factor that the configuration trusts gives a whole session', async () => {
    await linked('Whole', 'whole+mfa');
    expect(operatorOf(await signIn('whole+mfa'))).toMatchObject({ hasSecondFactor: true });
    ctx = {
      ...ctx,
      config: { ...ctx.config, companyAccount: { ...provider.config, secondFactor: [] } },
    };
    expect(operatorOf(await signIn('whole+mfa'))).toMatchObject({ hasSecondFactor: false });
  });

  test('an account that no operator linked signs nobody in, and its try is written', async () => {
    expect(await signIn('stranger')).toMatchObject(NOT_LINKED);
    const [last] = (await listAudit({ db }, { action: 'sign_in' })).items;
    expect(last).toMatchObject({ outcome: 'refused', operator: '' });
  });

  test('the account of a removed operator signs nobody in, and signs in again once let back', async () => {
    await linked('Removed', 'removed');
    await disableOperator(ctx, { name: 'Removed', by: 'test' });
    expect(await signIn('removed')).toMatchObject(NOT_LINKED);
    await enableOperator(ctx, { name: 'Removed', by: 'test' });
    expect(await signIn('removed')).toHaveProperty('token');
  });

  test('an account ends with the credentials that a reset takes away', async () => {
    await linked('Reset', 'reset');
    await resetOperator(ctx, { name: 'Reset', by: 'test' });
    expect(await signIn('reset')).toMatchObject(NOT_LINKED);
  });

  test('an account belongs to one operator, and an operator has one', async () => {
    const who = await linked('First', 'first');
    const second = await person(ctx, 'Second');
    const taken = { refused: { status: 409, code: 'company_account_taken' } };
    expect(await link(second, 'first')).toMatchObject(taken);
    expect(await startLink(who)).toMatchObject({ refused: { code: 'company_account_linked' } });
    const proof = { step_up: await who.assertion(UNLINKS_COMPANY_ACCOUNT) };
    expect(await unlinkCompanyAccount(ctx, who.operator, proof, from)).toEqual({ done: true });
    expect(await signIn('first')).toMatchObject(NOT_LINKED);
    expect(await link(second, 'first')).toEqual({ linked: true });
  });

  test('an account is linked with a proof, and by a session that is still open', async () => {
    const who = await person(ctx, 'Proved');
    const unproved = await linkCompanyAccount(ctx, who.operator, { step_up: null }, from);
    expect(unproved).toMatchObject({ refused: { status: 423 } });
    const answer = await visit('proved', await startLink(who));
    await signOut(ctx, who.operator, from);
    expect(await endVisit(ctx, answer, from)).toMatchObject({ refused: { status: 401 } });
    expect(await signIn('proved')).toMatchObject(NOT_LINKED);
  });

  test('an account opens a session that a role change or the end of the operator ends', async () => {
    await linked('Ended', 'ended');
    const signedIn = await signIn('ended');
    const token = 'token' in signedIn ? signedIn.token : '';
    expect(await readSession(ctx, token, from)).toMatchObject({ signedInBy: 'company' });
    await disableOperator(ctx, { name: 'Ended', by: 'test' });
    expect(await readSession(ctx, token, from)).toBeNull();
  });
});

describe('an answer of the provider', () => {
  test('an answer counts once', async () => {
    await linked('Once', 'once');
    const given = await visit('once');
    const both = await Promise.all([endVisit(ctx, given, from), endVisit(ctx, given, from)]);
    expect(both.filter((each) => 'token' in each)).toHaveLength(1);
    expect(await endVisit(ctx, given, from)).toMatchObject(VISIT_ENDED);
  });

  test('an answer counts in the browser that began the visit, within ten minutes', async () => {
    await linked('Own', 'own');
    const { answer, token } = await visit('own');
    for (const other of ['', 'x'.repeat(43)]) {
      expect(await endVisit(ctx, { answer, token: other }, from)).toMatchObject(VISIT_ENDED);
    }
    passedMs = 10 * 60_000;
    expect(await endVisit(ctx, { answer, token }, from)).toMatchObject(VISIT_ENDED);
  });

  test('an answer of another visit, state or issuer confirms nobody', async () => {
    await linked('State', 'state');
    const other = await visit('state');
    const { address, token } = begun(await startVisit(ctx, null));
    // The code of one visit with the state of another: the proof of the code (PKCE) does not fit.
    const mixed = new URLSearchParams(other.answer);
    mixed.set('state', new URL(address).searchParams.get('state') ?? '');
    const answers: [string, string][] = [[token, mixed.toString()]];
    for (const [name, value] of [
      ['state', 'x'],
      ['iss', 'https://evil.example'],
      ['code', 'x'],
      ['error', 'access_denied'],
    ] as const) {
      const own = await visit('state');
      const changed = new URLSearchParams(own.answer);
      changed.set(name, value);
      if (name === 'error') changed.delete('code');
      answers.push([own.token, changed.toString()]);
    }
    answers.push([(await visit('state')).token, 'code']);
    for (const [ownToken, answer] of answers) {
      expect(await endVisit(ctx, { token: ownToken, answer }, ownNetwork()), answer).toMatchObject(
        NOT_CONFIRMED,
      );
    }
  });

  test('a token for another nonce confirms nobody', async () => {
    await linked('Nonce', 'nonce');
    const { address, token } = begun(await startVisit(ctx, null));
    const changed = new URL(address);
    changed.searchParams.set('nonce', 'of-another-visit');
    const answer = await provider.visit(changed.href, 'nonce');
    expect(await endVisit(ctx, { token, answer }, from)).toMatchObject(NOT_CONFIRMED);
  });

  test('a token that was changed after it was signed confirms nobody', async () => {
    await linked('Victim', 'victim');
    const given = await visit('attacker');
    provider.manner = 'forging';
    expect(await endVisit(ctx, given, from)).toMatchObject(NOT_CONFIRMED);
  });

  test('an answer makes its network wait after many wrong ones, but never a right one', async () => {
    await linked('Right', 'right');
    // The first wait is one second.
    const now = ctx.clock.real();
    ctx = { ...ctx, clock: { ...ctx.clock, real: () => now } };
    const wrong = () => endVisit(ctx, { token: 'x', answer: 'code=x' }, from);
    for (let n = 0; n < 30; n += 1) await wrong();
    expect(await wrong()).toMatchObject({ refused: { status: 429 } });
    expect(await signIn('right')).toHaveProperty('token');
  });
});

describe('the other end', () => {
  test('a provider that is silent or answers without end costs seconds, and counts as no wrong try', async () => {
    await linked('Patient', 'patient');
    for (const manner of ['silent', 'endless'] as const) {
      provider.manner = 'honest';
      const given = await visit('patient');
      provider.manner = manner;
      const config = { ...ctx.config, companyAccount: { ...provider.config } };
      const waitScale = { ...config.waitScale, deadlines: 0.05 };
      const hasty = { ...ctx, config: { ...config, waitScale } };
      expect(await startVisit(hasty, null)).toMatchObject(SILENT);
      expect(await endVisit(hasty, given, from)).toMatchObject(SILENT);
      provider.manner = 'honest';
      // The failed try to know the provider is forgotten; an honest one has its whole time.
      expect(await startVisit({ ...ctx, config }, null)).toHaveProperty('address');
    }
  });

  test('a provider that is not set signs nobody in', async () => {
    const none = { ...ctx, config: { ...ctx.config, companyAccount: null } };
    const refusal = { refused: { status: 404, code: 'no_company_accounts' } };
    expect(await startVisit(none, null)).toMatchObject(refusal);
    expect(await endVisit(none, { token: 'x', answer: 'code=x' }, from)).toMatchObject(refusal);
  });

  test('a provider hears the scope, the method of the proof, and the one address to return to', async () => {
    const { address } = begun(await startVisit(ctx, null));
    const asked = Object.fromEntries(new URL(address).searchParams);
    expect(asked).toMatchObject({
      scope: 'openid',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: returnAddress(ctx),
    });
  });
});

test('visits that ended are deleted', async () => {
  begun(await startVisit(ctx, null));
  passedMs = 11 * 60_000;
  await db.run(purgeSignIns, { realNow: ctx.clock.real() });
  const { rows } = await pool.query('select from operator_company_visits');
  expect(rows).toHaveLength(0);
});
