import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { buildContext } from '../../../apps/api/src/build-context.ts';
import { startTestEnvironment } from '../../support/environment.ts';
import { createPlayers } from '../players.ts';
import { plansOf } from '../purchases.ts';
import { buyAll } from '../run.ts';
import { seeded } from '../seeded.ts';
import { settleAndJudge } from '../settle.ts';

const DISK_MB = 220;
const CLIENTS = 8;

it('[F06] [F15] [F17] loses and doubles nothing when the disk of database and logs is full', async ({
  skip,
}) => {
  const disk = await mkdtemp(path.join(tmpdir(), 'webpay-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
  onTestFinished(async () => {
    spawnSync('umount', [disk]);
    await rm(disk, { recursive: true });
  });
  skip(mounted.status !== 0, 'a small disk needs root');
  await chmod(disk, 0o755);
  const said: string[] = [];
  const environment = await startTestEnvironment({
    prepare: (dataDir) => {
      for (const name of ['postgres', 'logs']) {
        mkdirSync(path.join(disk, name));
        symlinkSync(path.join(disk, name), path.join(dataDir, name));
      }
    },
    log: (line) => said.push(line),
  });
  onTestFinished(() => environment.stop());

  const seed = Date.now() % 1_000_000;
  const bought: Parameters<typeof buyAll>[2]['bought'] = [];
  const plans = plansOf(seed, 44).filter(({ kind }) => kind !== 'disputed');
  const players = await createPlayers(environment, 6, seed);
  const buying = buyAll(environment, plans, { players, clients: CLIENTS, bought });
  await expect.poll(() => bought.length, { timeout: 300_000 }).toBeGreaterThan(CLIENTS);

  fill(disk);
  const isTold = async (): Promise<boolean> => {
    const metrics = await (await fetch(`${environment.metricsUrl}/metrics`)).text();
    const alarm = /^webpay_alarms_total\{kind="database_full"\} [1-9]/m;
    const answer =
      /^webpay_calls_total\{call="(?:orderCreate|payermaxCard|paypalCapture)",code="500"\} [1-9]/m;
    return alarm.test(metrics) && answer.test(metrics);
  };
  await expect.poll(isTold, { timeout: 300_000 }).toBe(true);
  await endItsLog(path.join(disk, 'postgres'));
  await expect
    .poll(() => said.some((line) => /^database: The disk .+ is full/.test(line)), {
      timeout: 300_000,
    })
    .toBe(true);

  rmSync(path.join(disk, 'ballast'));
  await buying;
  const { ctx, close } = await buildContext(
    { ...environment.config, databaseUrl: environment.databaseUrl },
    { name: 'test', connections: 6, logTo: 'stderr' },
  );
  onTestFinished(close);
  const { verdict } = await settleAndJudge({
    environment,
    ctx,
    chance: seeded(seed),
    later: bought.flatMap((later) => later ?? []),
    withinMs: 600_000,
    isHurried: true,
  });
  expect(verdict.wrong, `seed ${seed}`).toEqual([]);
  expect(verdict.captures.delivered).toBeGreaterThanOrEqual(bought.length / 3);
}, 1_200_000);

/** Fills the disk to its last page, so that neither database files nor logs can grow. */
function fill(disk: string): void {
  for (let bytes = 1 << 20; bytes >= 4_096;) {
    try {
      appendFileSync(path.join(disk, 'ballast'), Buffer.alloc(bytes));
    } catch {
      bytes /= 2;
    }
  }
}

/** Makes PostgreSQL open its next WAL file: it fails, ends, and cannot restart. */
async function endItsLog(home: string): Promise<void> {
  const read = (name: string): string => readFileSync(path.join(home, name), 'utf8').trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(read('port')),
    user: 'postgres',
    password: read('superuser-password'),
    database: 'postgres',
  });
  client.on('error', () => undefined);
  await client.connect();
  const next = `select pg_logical_emit_message(false, 'full', 'disk'), pg_switch_wal()`;
  for (let isUp = true; isUp;) {
    isUp = await client.query(next).then(
      () => true,
      () => false,
    );
  }
  await client.end().catch(() => undefined);
}
