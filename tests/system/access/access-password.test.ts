import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { statement } from '../../../apps/api/src/platform/db/statement.ts';
import { createAccessPlayer, otherThan, type AccessPlayer } from '../../support/access-player.ts';
import { operatorOf } from '../../support/operator.ts';
import { commonShop } from '../../support/shared-environment.ts';
import { times } from '../../support/shopper.ts';

const environment = commonShop();
const operator = operatorOf(environment);
const player = (pwd?: string) => createAccessPlayer(environment(), operator.ctx, pwd);

const kept = statement({
  name: 'test.kept_password',
  text: `select a.hash, p.password_version,
      (select coalesce(array_agg(e.event order by e.id), '{}') from access_events e where e.player_id = p.id) as told
    from players p left join access_passwords a on a.player_id = p.id where p.cid = :cid`,
  params: { cid: 'text' },
  row: v.object({
    hash: v.nullable(v.string()),
    password_version: v.number(),
    told: v.array(v.string()),
  }),
});
const keptOf = ({ cid }: AccessPlayer) => operator.db().one(kept, { cid });

const PWD = 'dawn77';
const NEXT = 'dusk-88';

describe('a character without a password', () => {
  it('[F13] [S11] [V04] gets a session whatever password is sent, and the page is told', async () => {
    const one = await player();
    for (const fields of [{}, { pwd: 'whatever 1' }]) {
      expect(await one.role(fields)).toMatchObject({ code: 200, result: { has_pwd: false } });
    }
  });

  it('[S11] can neither change nor remove a password, and gets no mail for it', async () => {
    const one = await player();
    for (const purpose of ['pwd_change', 'pwd_remove'] as const) {
      const answer = await one.client.call('mailCode', { purpose });
      expect(answer).toMatchObject({ code: 20013, result: { has_pwd: false } });
    }
    const change = { old_pwd: PWD, pwd: NEXT, pwd_confirm: NEXT, code: '123456' };
    expect(await one.client.call('passwordChange', change)).toMatchObject({ code: 20013 });
    expect(await one.client.call('passwordRemove', { code: '123456' })).toMatchObject({
      code: 20013,
      result: { has_pwd: false },
    });
    expect(await one.mailedCodes()).toEqual([]);
  });
});

describe('setting a password', () => {
  it('[F13] [S11] [V02] needs the mail’s code; then a session needs the password', async () => {
    const one = await player(PWD);
    const { hash, told } = await keptOf(one);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(told).toEqual(['set']);
    expect(await one.role()).toMatchObject({ code: 20001, result: null });
    expect(await one.role({ pwd: 'dawn78' })).toMatchObject({ code: 20002, result: null });
    expect(await one.role({ pwd: PWD })).toMatchObject({ code: 200, result: { has_pwd: true } });
  });

  it.each([
    ['space', 'dawn 7'],
    ['too_short', 'dawn7'],
    ['too_long', 'dawn77dawn77dawn77dawn77'],
    ['too_simple', 'dawndawn'],
    ['too_long', `${'long'.repeat(1_000)}1`],
  ])(
    '[V01] [V06] refuses a new one that is %s before any other check, without an attempt',
    async (rule, pwd) => {
      const one = await player();
      const code = await one.codeFor('pwd_set');
      for (let n = 0; n < 6; n += 1) {
        const answer = await one.client.call('passwordSet', {
          pwd,
          pwd_confirm: 'other',
          code: '1',
        });
        expect(answer).toMatchObject({ code: 20014, result: { rule } });
      }
      const right = { pwd: PWD, pwd_confirm: PWD, code };
      expect(await one.client.call('passwordSet', right)).toMatchObject({ code: 200 });
    },
  );

  it('[V02] [V06] refuses two that differ, without an attempt', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_set');
    for (let n = 0; n < 6; n += 1) {
      const differ = { pwd: PWD, pwd_confirm: NEXT, code };
      expect(await one.client.call('passwordSet', differ)).toMatchObject({ code: 20015 });
    }
    const right = { pwd: PWD, pwd_confirm: PWD, code };
    expect(await one.client.call('passwordSet', right)).toMatchObject({ code: 200 });
  });

  it.each(['pwd', 'pwd_confirm', 'code'])('[V02] requires %s', async (field) => {
    const one = await player();
    const fields = { pwd: PWD, pwd_confirm: PWD, code: '123456', [field]: '' };
    expect(await one.client.call('passwordSet', fields)).toMatchObject({ code: 10000 });
  });

  it('[S11] is refused when one exists: that one can be changed', async () => {
    const one = await player(PWD);
    expect(await one.client.call('mailCode', { purpose: 'pwd_set' })).toMatchObject({
      code: 20013,
      result: { has_pwd: true },
    });
    const again = { pwd: NEXT, pwd_confirm: NEXT, code: await one.newestCode() };
    expect(await one.client.call('passwordSet', again)).toMatchObject({ code: 20013 });
    expect((await one.role({ pwd: PWD })).code).toBe(200);
  });

  it('[S11] ends every other session of the character, and none of other characters', async () => {
    const [one, other] = await Promise.all([player(), player()]);
    const elsewhere = await one.comeIn();
    await one.set(PWD);
    expect((await elsewhere.call('userOrders', {})).code).toBe(11002);
    expect((await one.client.call('userOrders', {})).code).toBe(200);
    expect((await other.client.call('userOrders', {})).code).toBe(200);
  });
});

describe('a password set during concurrent sign-ins', () => {
  it('[S11] [V06] leaves no session without the password', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_set');
    const set = one.client.call('passwordSet', { pwd: PWD, pwd_confirm: PWD, code });
    const answers = await times(200, () => one.role());
    expect((await set).code).toBe(200);
    const tokens = answers.flatMap(({ result }) =>
      result !== null && 'user_token' in result ? [result.user_token] : [],
    );
    const refused = answers.filter(({ code: said }) => said === 20001 || said === 10017);
    expect(tokens.length + refused.length).toBe(200);
    for (const token of tokens) {
      one.stranger.useToken(token);
      expect((await one.stranger.call('userOrders', {})).code).toBe(11002);
    }
    expect((await one.client.call('userOrders', {})).code).toBe(200);
  });
});

describe('changing a password', () => {
  it('[F13] [S11] needs the old one and the mail’s code, and ends the other sessions', async () => {
    const one = await player(PWD);
    const elsewhere = await one.comeIn(PWD);
    const code = await one.codeFor('pwd_change');
    const change = (old_pwd: string, by: string) =>
      one.client.call('passwordChange', { old_pwd, pwd: NEXT, pwd_confirm: NEXT, code: by });
    expect(await change('dawn78', code)).toMatchObject({ code: 20002 });
    expect(await change(PWD, otherThan(code))).toMatchObject({
      code: 10067,
      result: { tries_left: 4 },
    });
    expect(await change(PWD, code)).toMatchObject({ code: 200, result: {} });
    expect((await elsewhere.call('userOrders', {})).code).toBe(11002);
    expect((await one.client.call('userOrders', {})).code).toBe(200);
    expect((await one.role({ pwd: PWD })).code).toBe(20002);
    expect((await one.role({ pwd: NEXT })).code).toBe(200);
    expect(await keptOf(one)).toMatchObject({ password_version: 2, told: ['set', 'change'] });
  });

  it('[V02] [V06] refuses the old one as the new one, without an attempt', async () => {
    const one = await player(PWD);
    const code = await one.codeFor('pwd_change');
    const same = { old_pwd: PWD, pwd: PWD, pwd_confirm: PWD, code };
    for (let n = 0; n < 6; n += 1) {
      expect(await one.client.call('passwordChange', same)).toMatchObject({ code: 10073 });
    }
    const right = { ...same, pwd: NEXT, pwd_confirm: NEXT };
    expect(await one.client.call('passwordChange', right)).toMatchObject({ code: 200 });
  });

  it('[S11] happens once when sent several times at once', async () => {
    const one = await player(PWD);
    const code = await one.codeFor('pwd_change');
    const { v_code, v_code_md5 } = await one.image('pwd_change');
    const answers = await times(50, (n) =>
      one.client.call('passwordChange', {
        old_pwd: PWD,
        pwd: `dusk-${n}x`,
        pwd_confirm: `dusk-${n}x`,
        code,
        ...(n === 0 ? { v_code, v_code_md5 } : {}),
      }),
    );
    const changed = answers.flatMap((answer, n) => (answer.code === 200 ? [n] : []));
    expect(changed).toHaveLength(1);
    // The late attempts count as wrong ones by now.
    const image = await one.image('role', one.stranger);
    expect((await one.role({ pwd: `dusk-${changed[0]}x`, ...image })).code).toBe(200);
    expect(await keptOf(one)).toMatchObject({ password_version: 2, told: ['set', 'change'] });
  });
});

describe('removing a password', () => {
  it('[F13] [S11] needs the mail’s code; a password in the request must be right', async () => {
    const one = await player(PWD);
    const elsewhere = await one.comeIn(PWD);
    const code = await one.codeFor('pwd_remove');
    const wrong = await one.client.call('passwordRemove', { pwd: 'dawn78', code });
    expect(wrong).toMatchObject({ code: 20002 });
    const removed = await one.client.call('passwordRemove', { pwd: PWD, code });
    expect(removed).toMatchObject({ code: 200, result: {} });
    expect((await elsewhere.call('userOrders', {})).code).toBe(11002);
    expect(await one.role()).toMatchObject({ code: 200, result: { has_pwd: false } });
    expect(await keptOf(one)).toMatchObject({ hash: null, told: ['set', 'remove'] });
    await one.set(NEXT);
    expect((await one.role({ pwd: NEXT })).code).toBe(200);
  });

  it('[S11] needs no password', async () => {
    const one = await player(PWD);
    const code = await one.codeFor('pwd_remove');
    expect((await one.client.call('passwordRemove', { code: otherThan(code) })).code).toBe(10067);
    expect((await one.client.call('passwordRemove', { code })).code).toBe(200);
  });
});

describe('a forgotten password', () => {
  const reset = (one: AccessPlayer, pwd: string, code: string) => one.reset(pwd, code);

  it('[F13] [S11] is replaced by the reader of the character’s mail, and every session ends', async () => {
    const one = await player(PWD);
    const code = await one.codeFor('pwd_reset');
    expect(await reset(one, NEXT, otherThan(code))).toMatchObject({
      code: 10067,
      result: { tries_left: 2 },
    });
    expect(await reset(one, NEXT, code)).toMatchObject({ code: 200, result: {} });
    expect((await one.client.call('userOrders', {})).code).toBe(11002);
    expect((await one.role({ pwd: PWD })).code).toBe(20002);
    expect((await one.role({ pwd: NEXT })).code).toBe(200);
    expect((await keptOf(one)).told).toEqual(['set', 'reset']);
    expect(await reset(one, PWD, code)).toMatchObject({ code: 10067, result: { tries_left: 0 } });
  });

  it('[V02] cannot be replaced by itself; the code stays valid for another', async () => {
    const one = await player(PWD);
    const code = await one.codeFor('pwd_reset');
    expect(await reset(one, PWD, code)).toMatchObject({ code: 10073 });
    expect(await reset(one, PWD, otherThan(code))).toMatchObject({ code: 10067 });
    expect(await reset(one, NEXT, code)).toMatchObject({ code: 200 });
  });

  it('[V06] does not reveal whether there was one', async () => {
    const [without, protectedOne] = await Promise.all([player(), player()]);
    await protectedOne.set(PWD);
    for (const one of [without, protectedOne]) {
      const code = await one.codeFor('pwd_reset');
      expect(await reset(one, NEXT, otherThan(code))).toMatchObject({ code: 10067 });
      expect(await reset(one, NEXT, code)).toMatchObject({ code: 200, result: {} });
      expect((await one.role({ pwd: NEXT })).code).toBe(200);
    }
  });

  it('[V01] [V02] checks the new one by the rules', async () => {
    const one = await player();
    const code = await one.codeFor('pwd_reset');
    expect(await reset(one, 'dawn', code)).toMatchObject({
      code: 20014,
      result: { rule: 'too_short' },
    });
    const differ = { ...one.place, pwd: PWD, pwd_confirm: NEXT, code };
    expect(await one.stranger.call('passwordReset', differ)).toMatchObject({ code: 20015 });
    expect(await reset(one, NEXT, code)).toMatchObject({ code: 200 });
  });

  it('[V06] answers “wrong code” for an unknown character', async () => {
    const one = await player();
    const stranger = { ...one.place, cid: '123456781' };
    const image = await one.image('pwd_reset', one.stranger);
    const fields = { ...stranger, pwd: PWD, pwd_confirm: PWD, code: '123456', ...image };
    expect(await one.stranger.call('passwordReset', fields)).toMatchObject({ code: 10067 });
  });
});
