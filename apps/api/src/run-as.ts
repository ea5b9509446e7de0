import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './config/config.ts';
import { StartError } from './platform/start-error.ts';
import { findOrMakeUser, firstClosed, isRoot, type SystemUser } from './platform/system-user.ts';

/** The user that server, worker and sandbox run as; null: the one that starts them. */
export type RunAs = {
  readonly user: SystemUser | null;
  /** The reason to stay root, with the command that helps; null if there is none, or the shop does not start as root. */
  readonly whyRoot: string | null;
};

type Wanted = Pick<
  Config,
  | 'runAs'
  | 'dataDir'
  | 'catalogueDir'
  | 'payermax'
  | 'merchants'
  | 'port'
  | 'mirrorPorts'
  | 'metricsPort'
>;

const ROOT = path.join(import.meta.dirname, '../../..');
/** A sample of the files that a running shop reads: if these are readable, so are the other files of their folders. */
const OWN_FILES = [
  'package.json',
  'apps/sandbox/src/browser/card.html',
  'node_modules/fastify/package.json',
];

/**
 * Chooses the user by RUN_AS if the shop is started as root. A user that cannot read the shop's files is refused: from a
 * clone below /root, pages would have no pictures. @throws StartError for ports that this user may not open
 */
export async function chooseUser(config: Wanted): Promise<RunAs> {
  const { runAs } = config;
  if (!isRoot() || runAs === 'root') return { user: null, whyRoot: null };
  const user = idsIn(runAs) ?? (await findOrMakeUser([runAs]));
  if (user === null) {
    const whyRoot = `there is no user "${runAs}": run "useradd --system ${runAs}"`;
    return { user, whyRoot };
  }
  const accounts = [config, ...config.merchants.byKey.values()];
  const statements = accounts.map(({ payermax }) => payermax?.statements ?? '');
  const closed = await firstClosed(user, {
    // A server that uses a database on another machine has no data folder.
    passed: [config.dataDir].filter((folder) => existsSync(folder)),
    read: [
      ...OWN_FILES.map((file) => path.join(ROOT, file)).filter((file) => existsSync(file)),
      ...filesBelow(config.catalogueDir),
      ...statements.flatMap((folder) => filesBelow(folder)),
    ],
  });
  if (closed !== null) {
    return { user: null, whyRoot: `user "${user.name}" cannot reach ${closed}` };
  }
  refuseLowPorts(config, user);
  return { user, whyRoot: null };
}

/** The sentence for an operator whose shop stays root. */
export const staysRoot = (why: string): string =>
  `The shop runs as root, because ${why}. An error in it has all rights on this machine until then.`;

/** `991:991`, as the supervisor names a user that it has chosen. */
export function idsIn(runAs: string): SystemUser | null {
  const [, uid, gid] = /^([1-9]\d*):(\d+)$/.exec(runAs) ?? [];
  return uid === undefined ? null : { name: runAs, uid: Number(uid), gid: Number(gid) };
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const FIRST_PORT_FILE = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

function refuseLowPorts(config: Wanted, { name }: SystemUser): void {
  const first = existsSync(FIRST_PORT_FILE) ? Number(readFileSync(FIRST_PORT_FILE, 'utf8')) : 0;
  const ports = [config.port, ...config.mirrorPorts, config.metricsPort];
  const low = ports.find((port) => port < first);
  if (low === undefined) return;
  throw new StartError(
    `Port ${low} is below ${first}, and the shop's user "${name}" may not open it: use a higher port behind a proxy, run "sysctl net.ipv4.ip_unprivileged_port_start=${low}", or set RUN_AS to root.`,
  );
}
