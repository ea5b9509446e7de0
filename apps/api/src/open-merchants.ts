import * as v from 'valibot';
import type { Config } from './config/config.ts';
import type { Db } from './platform/db/pool.ts';
import { statement } from './platform/db/statement.ts';
import { StartError } from './platform/start-error.ts';

/** Names of processes and commands in releases without a level (platform/db/code-level.ts). A tool of others may be called webpay, too. */
const COMMANDS =
  'archive|audit-log|backup-check|catalogue|draws|erase|export|keys|operator|reconcile|resolve|retention|service|settlement|status';
const RELEASED = `^webpay(-(server|worker|console)(-(health|notices|replica))?|-(${COMMANDS}))?$`;

/** Connections of releases that know no merchants. */
export const olderProcesses = statement({
  name: 'merchants.older_processes',
  text: `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ '${RELEASED}' order by 1 limit 10`,
  row: v.object({ name: v.string() }),
});

export const openForMerchants = statement({
  name: 'merchants.open',
  text: `select open_merchants() as is_first`,
  row: v.object({ is_first: v.boolean() }),
});

/**
 * Before this process gives a project to a merchant: no process of an older release may be alive, and from now on the
 * database refuses what one does with payments, and its start (docs/decisions/0096-merchants-apart.md).
 * @throws StartError while one is connected
 */
export async function openMerchants(
  { merchants }: Pick<Config, 'merchants'>,
  db: Pick<Db, 'many' | 'one'>,
): Promise<void> {
  if (merchants.ofProject.size === 0) return;
  const older = await db.many(olderProcesses);
  if (older.length > 0) {
    const names = older.map(({ name }) => name).join(', ');
    throw new StartError(
      `MERCHANTS_FILE gives projects to merchants while processes of an older release are connected (${names}): they would ask the default account about every payment. End them, let PgBouncer RECONNECT where there is one, then start again.`,
    );
  }
  await db.one(openForMerchants);
}
