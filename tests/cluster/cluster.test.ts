import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEPLOY, runIfInstalled } from '../support/deploy-files.ts';
import { startCluster } from './cluster.ts';
import { runDrill } from './drills.ts';
import { filled } from './layout.ts';
import { missingPackages, unsafeLock } from './packages.ts';
import { planOf } from './prove.ts';
import { wrongIn, type Shown } from './reads.ts';
import { freezeUntilReplaced } from './strikes.ts';

/** As short as Patroni allows: at least loopWait + 2 × retryTimeout. */
const TEST_TIMES = { ttl: 8, loopWait: 1, retryTimeout: 3 } as const;

test('a primary that stood still longer than its lock does not take it back, and no acknowledged order is lost', async ({
  skip,
}) => {
  const missing = missingPackages();
  if (missing !== null) skip(missing);
  const cluster = await startCluster({
    isSmall: true,
    isDirect: false,
    times: TEST_TIMES,
    base: null,
    endsOrderly: false,
    log: () => undefined,
  });
  try {
    const drill = {
      title: 'primary: frozen until it is replaced',
      buyingMs: 0,
      aimS: null,
      strike: freezeUntilReplaced,
    };
    const { wrong, primary, books, probe, purchases } = await runDrill(cluster, drill, 3, 1_500);
    expect(wrong).toEqual([]);
    expect(primary[1]).not.toBe(primary[0]);
    expect(probe).toMatchObject({ lost: 0, turns: 1 });
    expect(books).toMatchObject({ lost: 0, orders: purchases });
  } finally {
    await cluster.stop();
  }
});

test('a missing package is one sentence with the command that installs it', () => {
  const all = (): string => '/usr/bin/x';
  expect(missingPackages(all, all)).toBe(null);
  const without = (program: string): string | null => (program === 'etcd' ? null : '/usr/bin/x');
  expect(missingPackages(without, () => null)).toMatch(
    /^A cluster needs .*run "apt-get install etcd-server postgresql" as root/,
  );
});

describe('prove', () => {
  const isThere = (): string => '/usr/bin/x';

  test('all drills begin with the upgrade, and some of them write no table', () => {
    const whole = planOf([], isThere);
    expect(whole).toMatchObject({ isWhole: true, startsBefore: true, hasRelays: true });
    expect(whole.names[0]).toBe('upgrade');
    expect(planOf(['freeze', 'upgrade'], isThere)).toEqual({
      names: ['upgrade', 'freeze'],
      isWhole: false,
      startsBefore: true,
      hasRelays: false,
    });
    expect(planOf(['partition'], () => null)).toEqual({
      names: ['partition'],
      isWhole: false,
      startsBefore: false,
      hasRelays: true,
    });
  });

  test('an unknown drill and a missing pooler are one sentence, before anything starts', () => {
    expect(() => planOf(['fire'], isThere)).toThrow(/^There is no drill "fire": upgrade, /);
    expect(() => planOf([], () => null)).toThrow(/run "apt-get install pgbouncer" as root/);
  });

  test('a read that shows too little, too much or something too old is found', () => {
    const paid = (startedAt: number, order: string) => ({
      startedAt,
      paidAt: startedAt + 50,
      order,
      errors: [],
    });
    // Two players in turn.
    const bought = [paid(0, 'a'), paid(100, 'b'), paid(200, 'c'), paid(300, 'd')];
    const history = (orders: Record<string, string>, more: Partial<Shown> = {}) =>
      wrongIn(
        {
          kind: 'history',
          player: 0,
          startedAt: 400,
          endedAt: 410,
          ageMs: null,
          orders: new Map(Object.entries(orders)),
          ...more,
        },
        bought,
        2,
      );
    expect(history({ a: 'success', c: 'success' })).toEqual([]);
    expect(history({ a: 'success' })).toEqual(['a history misses a paid order']);
    expect(history({ a: 'success' }, { startedAt: 240 })).toEqual([]);
    expect(history({ a: 'success', c: 'waiting' })).toEqual([
      'a history shows a paid order as not paid',
    ]);
    expect(history({ a: 'success', b: 'success', c: 'success' })).toEqual([
      'a history shows an order of another player',
    ]);
    const list = { kind: 'list', player: null } as const;
    const three = { a: 'success', b: 'success', c: 'success' };
    expect(history(three, { ...list, ageMs: 100 })).toEqual([]);
    expect(history(three, list)).toEqual(['a list misses a paid order']);
    expect(history(three, { ...list, ageMs: 3_011 })).toEqual(['a list is older than 3000 ms']);
  });
});

describe('deploy/cluster', () => {
  const patroni = readFileSync(path.join(DEPLOY, 'cluster/patroni.yml'), 'utf8');

  test('Patroni 3.0.2 with version 3 of etcd is refused, and the file does not name it', () => {
    const unsafe = patroni.replace(/^etcd:/m, 'etcd3:');
    expect(unsafeLock(unsafe, 'patroni 3.0.2')).toMatch(/^Patroni 3\.0\.2 loses .*write "etcd:"/);
    expect(unsafeLock(unsafe, 'patroni 3.0.3')).toBe(null);
    expect(unsafeLock(unsafe, 'patroni 4.0.1')).toBe(null);
    expect(unsafeLock(patroni, 'patroni 3.0.2')).toBe(null);
  });

  test('a name without a value is an error', () => {
    expect(() => filled('etcd.yml', {})).toThrow('etcd.yml: ${node} has no value');
  });

  test('each alert fires at its symptom, and a failover of ten seconds pages nobody', ({
    skip,
  }) => {
    const { status, said } = runIfInstalled(
      skip,
      'promtool',
      ['test', 'rules', 'cluster.rules.test.yml'],
      path.join(DEPLOY, 'cluster'),
    );
    expect([status, said]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
