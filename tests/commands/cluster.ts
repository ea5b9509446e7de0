import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCount, parseWords } from '../../apps/api/src/operator/command-line.ts';
import { StartError } from '../../apps/api/src/platform/start-error.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { backupPart, startCluster, type Cluster } from '../cluster/cluster.ts';
import { CALM, NODES, type Node } from '../cluster/layout.ts';
import { found, primaryOf } from '../cluster/patroni.ts';
import { planOf, prove } from '../cluster/prove.ts';

const BASE = 17_000;
/** It has one already, so this is a moment. */
const PRIMARY_MS = 60_000;

/**
 * The shop on a cluster of Debian's packages, all of it on this machine's loopback: 3 etcd, 3 PostgreSQL under Patroni,
 * HAProxy, pgBackRest, Prometheus, Alertmanager, 2 servers, 2 workers, console and sandbox (docs/cluster.md):
 *
 *     npm run cluster                     # until Ctrl-C; its data is removed at the end
 *     npm run cluster -- --base 18000     # other ports: 42 from this one on
 *     npm run cluster -- --hosts          # the shop connects to the three databases without a proxy
 *     npm run cluster -- prove [DRILL …]  # failures under load; all of them write docs/cluster.md (15 minutes, at most 45)
 *
 * Started by root, all parts run as the user postgres.
 */
endOnSignals();
try {
  const { positionals, values } = parseWords({
    options: {
      base: { type: 'string' },
      hosts: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [verb, ...drills] = positionals;
  if (verb !== undefined && verb !== 'prove') {
    throw new StartError(`There is no "${verb}": npm run cluster -- --help says more.`);
  }
  const plan = verb === 'prove' ? planOf(drills) : null;
  const cluster = await startCluster({
    isSmall: false,
    hasRelays: plan?.hasRelays ?? false,
    startsBefore: plan?.startsBefore ?? false,
    isDirect: values.hosts === true,
    times: CALM,
    base: readCount('base', values.base, BASE, 65_000, 1_024),
    endsOrderly: true,
    log: (line) => console.log(line),
  });
  if (plan !== null) {
    const wrong = await prove(cluster, plan, (line) => console.log(line));
    await cluster.stop();
    process.exit(wrong.length === 0 ? 0 : 1);
  }
  console.log(
    addresses(cluster, await found('a primary', () => primaryOf(cluster.layout), PRIMARY_MS)),
  );
  // Until a signal: ending.ts stops the cluster.
  await new Promise<never>(() => undefined);
} catch (error) {
  await endAndTell(error);
}

function addresses({ layout, url, sandboxUrl }: Cluster, primary: Node): string {
  const at = (name: Parameters<typeof layout.port>[0], place = '/'): string =>
    `http://localhost:${layout.port(name)}${place}`;
  const lines = [
    ['shop', `${url}/miniflix`],
    ['sandbox', `${sandboxUrl}/  (the mailbox)`],
    ['console', at('console')],
    ['prometheus', at('prometheus')],
    ['alertmanager', at('alertmanager')],
    ['proxies', `${at('shopStats')} ${at('databaseStats')}`],
    [
      'database',
      `127.0.0.1:${layout.port('primary')} primary, :${layout.port('replicas')} replicas`,
    ],
    ...NODES.map((n) => [
      `pg${n}`,
      `127.0.0.1:${layout.port(`pg${n}`)}, Patroni ${at(`patroni${n}`, '/patroni')}`,
    ]),
    ['etcd', NODES.map((n) => `127.0.0.1:${layout.port(`etcd${n}`)}`).join(' ')],
    ['logs', `${layout.folder}/logs`],
  ];
  const { command, words } = backupPart(layout, primary, []);
  const backup = [command, ...words].join(' ');
  const as = layout.user === null ? '' : `runuser -u postgres -- `;
  const scratch = path.join(tmpdir(), 'webpay-restored');
  const postgres = path.join(layout.postgresBin, 'postgres');
  const commands = [
    'A full backup, and the proof of it on a PostgreSQL beside the cluster:',
    `  ${as}${backup} --type=full backup`,
    `  npm run backup-check -- --folder ${scratch} --postgres ${postgres} --restore "${backup} --pg1-path=${scratch} restore"`,
  ].join('\n');
  const table = lines.map(([name = '', text = '']) => `  ${name.padEnd(14)}${text}`).join('\n');
  return `\nThe cluster is open.\n\n${table}\n\n${commands}\n\nCtrl-C stops all of it.`;
}
