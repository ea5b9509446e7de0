import { describe, expect, test } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { codeOf, FROM, joinedOperator, type JoinedOperator } from './testing/console-operator.ts';
import { softPasskey } from './testing/soft-passkey.ts';
import type { Ctx } from '../../context.ts';
import { listAudit } from '../audit/list-audit.ts';
import type { Client, Operator } from './operator.ts';
import { addPasskey, newPasskeyChallenge } from '../actions/add-passkey.ts';
import { removePasskey } from '../actions/remove-passkey.ts';
import { passkeyChallenge, signInByPasskey } from './passkeys.ts';
import { mySecurity } from './sessions.ts';
import { signInByPassword } from './sign-in.ts';
import { ADDS_PASSKEY, removesPasskey } from '@webpay/contract/console/operations';
import type { StepUp } from '@webpay/contract/console/plan';
import { stepUpChallenge } from '../actions/step-up.ts';

const { built, db } = await builtShop(4);
let passedMs = 0;
const ctx: Ctx = {
  ...built.ctx,
  clock: { ...built.ctx.clock, real: () => new Date(Date.now() + passedMs) },
};
const origin = ctx.config.consoleUrl;
const rpId = new URL(origin).hostname;
let networks = 0;
const elsewhere = (): Client => {
  networks += 1;
  return { ...FROM, address: `203.0.113.${networks}` };
};

/** Starts a registration with the app's next code. */
async function begun({ operator, secret }: JoinedOperator) {
  // A code counts once.
  passedMs += 60_000;
  const step_up = { by: 'code', code: codeOf(ctx, secret) } as const;
  const made = await newPasskeyChallenge(ctx, operator, { step_up }, elsewhere());
  if ('refused' in made) throw new Error(made.refused.detail);
  return made;
}

async function registered(name: string) {
  const joined = await joinedOperator(ctx, name);
  const { operator } = joined;
  const passkey = softPasskey({ origin, rpId });
  const { id, options } = await begun(joined);
  const response = passkey.register(options);
  const added = await addPasskey(ctx, operator, { id, name: 'Laptop', response }, FROM);
  if ('refused' in added) throw new Error(added.refused.detail);
  return { ...joined, passkey, added };
}

async function signIn(
  passkey: ReturnType<typeof softPasskey>,
  changed: Parameters<typeof passkey.signIn>[1] = {},
  from = elsewhere(),
  within = ctx,
) {
  const { id, options } = await passkeyChallenge(within);
  return signInByPasskey(within, { id, response: passkey.signIn(options, changed) }, from);
}

/** A passkey's proof, bound to what it confirms. */
async function proofOf(
  { operator, passkey }: Awaited<ReturnType<typeof registered>>,
  planHash: string,
): Promise<StepUp> {
  const asked = await stepUpChallenge(ctx, operator, { plan_hash: planHash });
  if ('refused' in asked) throw new Error(asked.refused.detail);
  return { by: 'passkey', id: asked.id, response: passkey.signIn(asked.options) };
}

const handleOf = ({ id }: Operator) => Buffer.from(id).toString('base64url');
const WRONG = { refused: { status: 401, code: 'wrong_passkey' } };

test('a registered passkey signs in without a name, and is listed with its last use', async () => {
  const { operator, passkey, added } = await registered('Key');
  expect(added).toMatchObject({ name: 'Laptop', used_at: null });
  const userHandle = handleOf(operator);
  expect(await signIn(passkey, { userHandle })).toMatchObject({
    operator: { name: 'Key', hasSecondFactor: true },
  });
  const { passkeys } = await mySecurity(ctx, operator);
  expect(passkeys).toMatchObject([{ id: added.id, name: 'Laptop', created_at: added.created_at }]);
  expect(passkeys[0]?.used_at).toBeGreaterThanOrEqual(added.created_at);
  const { items } = await listAudit({ db }, { operator: 'Key' });
  expect(items.map(({ action }) => action)).toEqual(['sign_in', 'passkey.add', 'join']);
  expect(items[0]?.detail).toBe('{"by":"passkey"}');
});

test('the browser is asked for a verified person and a passkey that needs no name', async () => {
  const joined = await joinedOperator(ctx, 'Asked');
  const { operator } = joined;
  const { options } = await begun(joined);
  expect(options).toMatchObject({
    rp: { id: rpId },
    user: { name: 'Asked', id: handleOf(operator) },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { options: asked } = await passkeyChallenge(ctx);
  expect(asked).toMatchObject({ rpId, userVerification: 'required' });
  expect(asked).not.toHaveProperty('allowCredentials.0');
});

describe('a sign-in by passkey is refused', () => {
  test('without a verified person, from another site, or for another operator', async () => {
    const { passkey, operator } = await registered('Refused');
    const other = await joinedOperator(ctx, 'Another');
    expect(await signIn(passkey, { isVerified: false })).toMatchObject(WRONG);
    expect(await signIn(passkey, { origin: 'https://evil.example' })).toMatchObject(WRONG);
    expect(await signIn(passkey, { userHandle: handleOf(other.operator) })).toMatchObject(WRONG);
    expect(await signIn(softPasskey({ origin, rpId }))).toMatchObject(WRONG);
    expect(await signIn(softPasskey({ origin, rpId: 'evil.example' }))).toMatchObject(WRONG);
    expect(await signIn(passkey, { userHandle: handleOf(operator) })).toHaveProperty('token');
  });

  test('with a counter that was seen before, which a copied passkey sends', async () => {
    const { passkey } = await registered('Copied');
    expect(await signIn(passkey, { counter: 5 })).toHaveProperty('token');
    expect(await signIn(passkey, { counter: 5 })).toMatchObject(WRONG);
    expect(await signIn(passkey, { counter: 6 })).toHaveProperty('token');
  });

  test('for a second answer to one challenge, and after five minutes', async () => {
    const { passkey } = await registered('Late');
    const { id, options } = await passkeyChallenge(ctx);
    const response = passkey.signIn(options);
    expect(await signInByPasskey(ctx, { id, response }, elsewhere())).toHaveProperty('token');
    expect(await signInByPasskey(ctx, { id, response }, elsewhere())).toMatchObject(WRONG);
    const late = await passkeyChallenge(ctx);
    passedMs += 5 * 60_000;
    const answer = { id: late.id, response: passkey.signIn(late.options) };
    expect(await signInByPasskey(ctx, answer, elsewhere())).toMatchObject(WRONG);
  });

  test('for an answer that is no answer', async () => {
    const { passkey } = await registered('Odd');
    const { id } = await passkeyChallenge(ctx);
    for (const response of [{}, { id: passkey.id }, { id: passkey.id, response: null }]) {
      expect(await signInByPasskey(ctx, { id, response }, elsewhere())).toMatchObject(WRONG);
    }
  });
});

test('a right passkey is never held up by the waits of its network', async () => {
  const { passkey } = await registered('Never held');
  const from = elsewhere();
  const stranger = softPasskey({ origin, rpId });
  // The first wait is one second.
  const now = ctx.clock.real();
  const still: Ctx = { ...ctx, clock: { ...ctx.clock, real: () => now } };
  let last = await signIn(stranger, {}, from, still);
  for (let n = 0; n < 60 && 'refused' in last && last.refused.status !== 429; n += 1) {
    last = await signIn(stranger, {}, from, still);
  }
  expect(last).toMatchObject({ refused: { status: 429 } });
  const password = { name: 'Never held', password: 'x', code: '000000' };
  expect(await signInByPassword(still, password, from)).toMatchObject({ refused: { status: 429 } });
  expect(await signIn(passkey, {}, from, still)).toHaveProperty('token');
});

describe('a passkey', () => {
  test('is registered for the session that asked, once, with a verified person', async () => {
    const own = await registered('Own');
    const { operator, passkey } = own;
    const other = await joinedOperator(ctx, 'Stranger');
    const again = await begun(own);
    expect(again.options).toMatchObject({ excludeCredentials: [{ id: passkey.id }] });
    const answer = { id: again.id, name: 'x', response: passkey.register(again.options) };
    expect(await addPasskey(ctx, other.operator, answer, FROM)).toMatchObject({
      refused: { status: 410 },
    });
    const next = await begun(own);
    const known = { id: next.id, name: 'x', response: passkey.register(next.options) };
    expect(await addPasskey(ctx, operator, known, FROM)).toMatchObject({
      refused: { code: 'passkey_known' },
    });
    const third = await begun(own);
    const response = softPasskey({ origin, rpId }).register(third.options, { isVerified: false });
    expect(
      await addPasskey(ctx, operator, { id: third.id, name: 'x', response }, FROM),
    ).toMatchObject({
      refused: { code: 'passkey_not_usable' },
    });
  });

  test('is added with a new code or an older passkey: a stolen session alone adds none', async () => {
    const own = await registered('Proves');
    const { operator } = own;
    const challenge = (step_up: StepUp, who = operator) =>
      newPasskeyChallenge(ctx, who, { step_up }, elsewhere());
    const wrong = { refused: { status: 423, code: 'wrong_step_up' } };
    expect(await challenge(null)).toMatchObject({ refused: { status: 423, code: 'step_up' } });
    expect(await challenge({ by: 'code', code: '000000' })).toMatchObject(wrong);
    expect(await challenge(await proofOf(own, 'the plan of a step'))).toMatchObject(wrong);
    expect(await challenge(await proofOf(own, ADDS_PASSKEY))).toHaveProperty('options');
  });

  test('is added by a session of a link as the first one, also by two answers at once', async () => {
    const joined = await joinedOperator(ctx, 'By link');
    const operator = { ...joined.operator, signedInBy: 'link', hasSecondFactor: false } as const;
    const challenge = async () => {
      const made = await newPasskeyChallenge(ctx, operator, { step_up: null }, FROM);
      if ('refused' in made) throw new Error(made.refused.detail);
      const response = softPasskey({ origin, rpId }).register(made.options);
      return { id: made.id, name: 'x', response };
    };
    const answers = [await challenge(), await challenge()];
    const added = await Promise.all(
      answers.map((answer) => addPasskey(ctx, operator, answer, FROM)),
    );
    const refusal = { refused: { status: 403, code: 'second_factor' } };
    expect(added.filter((each) => 'refused' in each)).toMatchObject([refusal]);
    expect(await newPasskeyChallenge(ctx, operator, { step_up: null }, FROM)).toMatchObject(
      refusal,
    );
  });

  test('is removed with a proof for this very passkey, and signs in no more', async () => {
    const own = await registered('Removes');
    const { operator, passkey, added } = own;
    const { id } = added;
    const remove = (step_up: StepUp, who = operator) =>
      removePasskey(ctx, who, { id, step_up }, elsewhere());
    expect(await remove(null)).toMatchObject({ refused: { status: 423, code: 'step_up' } });
    expect(await remove(await proofOf(own, ADDS_PASSKEY))).toMatchObject({
      refused: { code: 'wrong_step_up' },
    });
    const other = await registered('Not mine');
    expect(await remove(await proofOf(other, removesPasskey(id)), other.operator)).toMatchObject({
      refused: { status: 404 },
    });
    expect(await remove(null, { ...operator, hasSecondFactor: false })).toMatchObject({
      refused: { status: 403 },
    });
    expect(await remove(await proofOf(own, removesPasskey(id)))).toEqual({ done: true });
    expect(await signIn(passkey)).toMatchObject(WRONG);
  });
});
