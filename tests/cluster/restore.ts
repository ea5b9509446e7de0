import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { poolAt } from './books.ts';
import { backupPart, isReady, type Cluster } from './cluster.ts';
import { databaseUrl, type Node } from './layout.ts';
import { loadPlayers, startLoad } from './load.ts';
import { found, primaryOf } from './patroni.ts';
import { own, shopEnv } from './parts.ts';

export type Restored = {
  readonly backupMs: number;
  /** `npm run backup-check` with pgBackRest: restore, books, and a day of statements. */
  readonly checkMs: number;
  /** From the beginning of the restore. */
  readonly filesMs: number;
  readonly writableMs: number;
  readonly openMs: number;
  readonly ordersBefore: number;
  readonly ordersRestored: number;
  /** Paid after the moment, and named by the reconciliation of the restored books. */
  readonly ordersAfter: number;
  readonly named: number;
  readonly wrong: readonly string[];
};

const WITHIN_MS = 120_000;
const BUYING = { perSecond: 2, ms: 6_000 } as const;

/**
 * Backs up, buys, takes a moment, buys on, and restores that moment into a PostgreSQL beside the cluster. Then a server
 * opens on it, and its books are compared with the gateways' statement.
 */
export async function restoreToMoment(cluster: Cluster): Promise<Restored> {
  const { layout, runOnce, parts } = cluster;
  const node = await found('a primary', () => primaryOf(layout), WITHIN_MS);
  const pool = poolAt(databaseUrl(layout, 'super', `pg${node}`));
  const count = async (condition: string, at = pool): Promise<number> => {
    const text = `select count(*)::int4 as n from orders where paid_at ${condition}`;
    return (await at.query<{ n: number }>(text)).rows[0]?.n ?? 0;
  };
  try {
    let since = performance.now();
    const lap = (): number => performance.now() - since;
    await runOnce(backupPart(layout, node, ['--type=full', 'backup']));
    const backupMs = lap();
    await buySome(cluster);
    const moment = (await pool.query<{ at: string }>('select clock_timestamp()::text as at'))
      .rows[0];
    const target = moment?.at ?? '';
    await buySome(cluster);
    const ordersBefore = await count(`<= '${target}'`);
    const ordersAfter = await count(`> '${target}'`);
    const { rows } = await pool.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    );
    await found(
      'the archived log',
      async () => {
        const archived = await pool.query<{ file: string | null }>(
          'select last_archived_wal as file from pg_stat_archiver',
        );
        return (archived.rows[0]?.file ?? '') >= (rows[0]?.file ?? '');
      },
      WITHIN_MS,
    );

    since = performance.now();
    const checked = await checkBackup(cluster, node);
    const checkMs = lap();

    since = performance.now();
    const data = path.join(layout.folder, 'pg', 'restored');
    const words = ['--type=time', `--target=${target}`, '--target-action=promote', 'restore'];
    await runOnce(backupPart(layout, node, [`--pg1-path=${data}`, ...words]));
    const filesMs = lap();
    // Patroni's settings are in the restored files: without these it would archive into the same repository, and wait for a standby.
    const settings = {
      port: layout.port('restoredPg'),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: path.join(layout.folder, 'sock'),
      archive_mode: 'off',
      synchronous_standby_names: '',
      hba_file: path.join(data, 'pg_hba.conf'),
      ident_file: path.join(data, 'pg_ident.conf'),
    };
    parts.start({
      name: 'restored-postgres',
      command: path.join(layout.postgresBin, 'postgres'),
      words: [
        '-D',
        data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
    });
    const restored = poolAt(databaseUrl(layout, 'super', 'restoredPg'));
    try {
      await found(
        'the end of its recovery',
        async () => {
          const asked = await restored
            .query<{ is_over: boolean }>('select not pg_is_in_recovery() as is_over')
            .catch(() => null);
          return asked?.rows[0]?.is_over === true;
        },
        WITHIN_MS,
      );
      const writableMs = lap();
      const ordersRestored = await count('is not null', restored);
      const env = shopEnv(layout, cluster.size, {
        DATABASE_URL: databaseUrl(layout, 'runtime', 'restoredPg'),
        PORT: String(layout.port('restoredShop')),
        METRICS_PORT: String(layout.port('restoredMetrics')),
      });
      parts.start(own('restored-server', 'api/src/server.ts', env));
      await found('the shop on it', () => isReady(layout, 'restoredMetrics'), WITHIN_MS);
      const openMs = lap();
      await parts.stop(['restored-server']);
      const named = await namedByReconciliation(cluster, env);
      const told = { ordersBefore, ordersRestored, ordersAfter, named };
      const wrong = [...checked, ...wrongIn(told)];
      return { backupMs, checkMs, filesMs, writableMs, openMs, ...told, wrong };
    } finally {
      await restored.end();
      await parts.stop(['restored-server', 'restored-postgres'], 'SIGINT');
    }
  } finally {
    await pool.end();
  }
}

/** Proves the backup as an operator does each night. @returns one line for each part that it did not say */
async function checkBackup({ layout, size, runOnce }: Cluster, node: Node): Promise<string[]> {
  const folder = path.join(layout.folder, 'pg', 'checked');
  const { command, words } = backupPart(layout, node, [`--pg1-path=${folder}`, 'restore']);
  const part = own('backup-check', 'api/src/operator/backup-check.ts', shopEnv(layout, size, {}));
  const postgres = path.join(layout.postgresBin, 'postgres');
  const options = ['--folder', folder, '--postgres', postgres, '--reconcile', '1'];
  const restore = ['--restore', [command, ...words].join(' ')];
  const said = await runOnce({ ...part, words: [...part.words, ...options, ...restore] });
  appendFileSync(path.join(layout.folder, 'logs', 'backup-check.log'), said);
  const expected = [/^The backup is good\.$/m, /^statement .* payermax: \d+ captures/m];
  return expected
    .filter((each) => !each.test(said))
    .map((each) => `the check lacks ${each.source}`);
}

async function buySome(cluster: Cluster): Promise<void> {
  const load = startLoad(await loadPlayers(cluster), BUYING.perSecond);
  await new Promise((resolve) => setTimeout(resolve, BUYING.ms));
  await load.stop();
}

/** Payments that the gateways have and the restored books lack. */
async function namedByReconciliation(
  { layout, runOnce }: Cluster,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const part = own('reconcile', 'api/src/operator/reconcile.ts', env);
  const said = await runOnce({ ...part, words: [...part.words, '--day', day] }).catch(
    // Differences end it with code 1.
    (error: unknown) =>
      error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
  );
  appendFileSync(path.join(layout.folder, 'logs', 'reconcile.log'), said);
  return said.match(/captured_there_unknown_here/g)?.length ?? 0;
}

function wrongIn(
  told: Pick<Restored, 'ordersBefore' | 'ordersRestored' | 'ordersAfter' | 'named'>,
): string[] {
  const { ordersBefore, ordersRestored, ordersAfter, named } = told;
  return [
    ...(ordersRestored === ordersBefore
      ? []
      : [`${ordersBefore} orders were paid before the moment, ${ordersRestored} are restored`]),
    ...(named === ordersAfter
      ? []
      : [`${ordersAfter} orders were paid after it, the reconciliation names ${named}`]),
  ];
}
