import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEPLOY, runIfInstalled } from '../support/deploy-files.ts';
import { startCluster } from './cluster.ts';
import { runDrill } from './drills.ts';
import { filled } from './layout.ts';
import { missingPackages, unsafeLock } from './packages.ts';
import { freezeUntilReplaced } from './strikes.ts';

/** As short as Patroni allows: at least loopWait + 2 × retryTimeout. */
const TEST_TIMES = { ttl: 8, loopWait: 1, retryTimeout: 3 } as const;

test('a primary that stood still longer than its lock does not take it back, and no acknowledged order is lost', async ({
  skip,
}) => {
  const missing = missingPackages();
  if (missing !== null) skip(`SKIPPED: ${missing}`);
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
