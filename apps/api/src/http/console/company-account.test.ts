import { LINKS_COMPANY_ACCOUNT } from '@webpay/contract/console/operations';
import { afterAll, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import type { Ctx } from '../../context.ts';
import { codeOf, joinedOperator } from '../../domain/operators/testing/console-operator.ts';
import { returnAddress } from '../../domain/operators/company-provider.ts';
import { companyProvider } from '../../domain/operators/testing/company-provider.ts';
import { consoleOfTest } from './testing/console-app.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
const { built } = await builtShop(4);
const provider = await companyProvider(returnAddress(built.ctx));
afterAll(() => provider.close());
const ctx: Ctx = {
  ...built.ctx,
  config: { ...built.ctx.config, companyAccount: provider.config },
};

const cookiesOf = (headers: Readonly<Record<string, unknown>>): readonly string[] =>
  [headers['set-cookie'] ?? []].flat().map(String);
const valueOf = (cookie = ''): string => cookie.split(';', 1)[0] ?? '';

it('the API links a company account, then signs in with it and with the cookie of its own visit alone', async () => {
  const send = await consoleOfTest(ctx, dist);
  expect((await send('/sign-in/ways')).json()).toEqual({ company_account: 'Company account' });
  const { token, secret } = await joinedOperator(ctx, 'Linker');
  const begun = await send('/me/company-account', {
    method: 'POST',
    token,
    payload: { step_up: { by: 'code', code: codeOf(ctx, secret, 30) } },
  });
  expect(begun.statusCode, LINKS_COMPANY_ACCOUNT).toBe(200);
  const back = async (cookie: string, answer: string) =>
    send('/sign-in/company/return', { method: 'POST', headers: { cookie }, payload: { answer } });
  const [visit] = cookiesOf(begun.headers);
  expect(visit).toMatch(
    /^console-visit=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600$/,
  );
  const answer = await provider.visit(begun.json<{ address: string }>().address, 'linker');
  const linked = await back(valueOf(visit), answer);
  expect(linked.json()).toEqual({ kind: 'linked' });
  expect(cookiesOf(linked.headers)).toEqual([expect.stringContaining('console-visit=; Max-Age=0')]);

  const started = await send('/sign-in/company', { method: 'POST' });
  const own = await provider.visit(started.json<{ address: string }>().address, 'linker');
  expect((await back('', own)).statusCode).toBe(410);
  const signedIn = await back(valueOf(cookiesOf(started.headers)[0]), own);
  expect(signedIn.json()).toMatchObject({
    kind: 'signed_in',
    me: { name: 'Linker', signed_in_by: 'company', has_second_factor: false },
  });
  const session = cookiesOf(signedIn.headers).find((each) => each.startsWith('console='));
  const me = await send('/me', { headers: { cookie: valueOf(session) } });
  expect(me.json()).toMatchObject({ name: 'Linker', signed_in_by: 'company' });
  const step = await send('/actions/challenge', {
    method: 'POST',
    headers: { cookie: valueOf(session) },
    payload: { plan_hash: 'x' },
  });
  expect(step.json()).toMatchObject({ status: 403, code: 'no_second_factor' });
});

it('the API says that no company account signs in where none is set', async () => {
  const send = await consoleOfTest(built.ctx, dist);
  expect((await send('/sign-in/ways')).json()).toEqual({ company_account: null });
  expect((await send('/sign-in/company', { method: 'POST' })).statusCode).toBe(404);
});
