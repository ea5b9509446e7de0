import { expect, test } from 'vitest';
import { builtShop } from '../../../../tests/support/built-shop.ts';
import { joinedOperator } from '../domain/operators/testing/console-operator.ts';
import { checkAudit } from '../domain/audit/check-audit.ts';
import { listAudit } from '../domain/audit/list-audit.ts';
import { readInvitation } from '../domain/operators/join.ts';
import { auditReport, readAuditVerb } from './audit-verbs.ts';
import { readOperatorVerb, runOperator } from './operator-verbs.ts';

const { built, db } = await builtShop(4);
const { ctx } = built;
const run = (...words: readonly string[]) => runOperator(ctx, [...words]);

test.each([
  [[], /^Say what to do/],
  [['fire', 'ana'], /^Say what to do/],
  [['invite'], /^Say what to do/],
  [['invite', 'ana'], /^--role is missing: take some of support, liveops, finance, admin, auditor/],
  [['invite', 'ana', '--role', 'boss'], /^--role is "boss"/],
  [['invite', '-'], /no name/],
  [['invite', 'a\u202Eb', '--role', 'admin'], /no name/],
  [['list', '--role', 'admin'], /^list takes no --role/],
  [['disable', 'ana', '--role', 'admin'], /^disable takes no --role/],
  [['sign-in', '--role', 'support,admin'], /^sign-in takes one role/],
  [['reset', 'ana', '--by', ''], /^--by takes the name/],
  [['reset', 'ana', '--force'], /force/],
])('npm run operator refuses %j before it looks for a shop', (words, why) => {
  expect(() => readOperatorVerb(words)).toThrow(why);
});

test('an operator is invited with roles and projects, listed, and named in the audit log', async () => {
  const words = [
    'invite',
    'Ana',
    '--role',
    'support,finance',
    '--project',
    'miniflix',
    '--by',
    'root',
  ];
  const output = await run(...words);
  const [said = '', address = ''] = output.split('\n');
  expect(said).toMatch(/^Give this link to Ana\. It works once, until 20/);
  expect(address.startsWith(`${ctx.config.consoleUrl}/join#`)).toBe(true);
  const token = address.split('#')[1] ?? '';
  expect(await readInvitation(ctx, { token })).toMatchObject({ name: 'Ana' });
  expect(await run('list')).toMatch(/^Ana {2}support,finance {2}miniflix {2}passkeys 0/m);
  const { items } = await listAudit({ db }, { action: 'operator.invite' });
  expect(items).toMatchObject([{ operator: 'command line (root)', outcome: 'done' }]);
  expect((await listAudit({ db }, { action: 'staff.list' })).items).toHaveLength(1);
  await expect(run('invite', 'ANA', '--role', 'admin')).rejects.toThrow(/operator with this name/);
  await expect(run('invite', 'bo', '--role', 'admin', '--project', 'none')).rejects.toThrow(
    /^There is no project "none"/,
  );
});

test('the last active admin is neither disabled nor made something else', async () => {
  await joinedOperator(ctx, 'Chief', ['admin']);
  await run('invite', 'Invited', '--role', 'admin');
  for (const words of [
    ['disable', 'chief'],
    ['roles', 'Chief', '--role', 'support'],
  ]) {
    await expect(run(...words)).rejects.toThrow(/last active admin/);
  }
  await joinedOperator(ctx, 'Second', ['admin', 'support']);
  // One of the two goes, whoever asks first.
  const both = await Promise.allSettled([run('disable', 'Chief'), run('disable', 'Second')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an operator is disabled, enabled, given other roles and reset', async () => {
  await joinedOperator(ctx, 'Bo');
  expect(await run('disable', 'bo')).toMatch(/is disabled/);
  await expect(run('disable', 'bo')).rejects.toThrow(/It is so already/);
  await expect(run('reset', 'bo')).rejects.toThrow(/enable comes first/);
  expect(await run('list')).toMatch(/^Bo .*disabled$/m);
  expect(await run('enable', 'Bo')).toMatch(/can sign in again/);
  expect(await run('roles', 'Bo', '--role', 'auditor', '--project', 'all')).toMatch(/auditor/);
  expect(await run('reset', 'Bo')).toMatch(/\/join#/);
  await expect(run('disable', 'nobody')).rejects.toThrow(/no operator with this name/);
});

test('the sandbox prints a sign-in with password and secret; production refuses it', async () => {
  const output = await run('sign-in', '--role', 'finance');
  expect(output).toMatch(/^sandbox-finance signs in once here/);
  expect(output).toMatch(/\/sign-in\/link#[\w-]{43}$/m);
  expect(output).toMatch(/^password {14}\S{20}$/m);
  expect(output).toMatch(/^one-time-code secret {2}[A-Z2-7]{32}$/m);
  const production = { ...ctx, config: { ...ctx.config, mode: 'production' } } as const;
  await expect(runOperator(production, ['sign-in', '--role', 'admin'])).rejects.toThrow(
    /for the sandbox/,
  );
});

test('npm run audit-log says how many entries there are, and the first broken one', async () => {
  expect(readAuditVerb(['verify'])).toEqual({ heads: null, key: null });
  expect(() => readAuditVerb([])).toThrow(/^Say what to do/);
  expect(auditReport(await checkAudit({ db }))).toMatch(/^\d+ entries, and the chain is whole/);
  const broken = { entries: 1, broken: { id: 2, why: 'The entry is missing.' }, head: '' };
  expect(auditReport(broken)).toBe(
    'The audit log is broken at entry 2. The entry is missing. The 1 entry before it fit.',
  );
});
