import { readConfig, type Config } from './config/config.ts';
import { holdCurrentBuild } from './http/pages/storefront-build.ts';
import { isEmbeddedPostgres } from './platform/db/embedded.ts';
import { giveBackMemory } from './platform/give-back-memory.ts';
import { StartError } from './platform/start-error.ts';
import { becomeUser, isRoot } from './platform/system-user.ts';
import { chooseUser, idsIn, staysRoot } from './run-as.ts';

export type Service = { stop(): Promise<void> };

/** Contract §1: a signalled process ends within this time. */
const END_MS = 10_000;
/** Running work has at least this long after DRAIN_MS. */
const WORK_MS = 5_000;

/** After it, everything that a start needs has been loaded. */
const LOADED_MS = 5_000;

/** The longest time from a signal to the process's end, in ms. */
export const endsWithinMs = ({ drainMs }: Pick<Config, 'drainMs'>): number =>
  Math.max(END_MS, drainMs + WORK_MS);

/** Runs after the keys are read and before anything listens. The supervisor has already checked ids in RUN_AS. */
async function leaveRoot(config: Config): Promise<void> {
  const ids = idsIn(config.runAs);
  const { user, whyRoot } =
    ids !== null && isRoot() ? { user: ids, whyRoot: null } : await chooseUser(config);
  if (whyRoot !== null) console.error(staysRoot(whyRoot));
  if (user === null) return;
  // Before the change of user, who may not write there: the note keeps the build while this process lives.
  await holdCurrentBuild();
  becomeUser(user);
}

/**
 * Runs a service as a process, configured by its environment. A failed start prints one sentence
 * and exits with 1; SIGTERM and SIGINT drain the service and exit with 0.
 */
export function runMain(start: (config: Config) => Promise<Service>): void {
  const starting = async () => {
    const read = readConfig(process.env);
    const url = read.databaseUrl;
    const isDatabaseEmbedded = url !== null && (await isEmbeddedPostgres(read.dataDir, url));
    const config = { ...read, isDatabaseEmbedded };
    await leaveRoot(config);
    return { service: await start(config), endMs: endsWithinMs(config) };
  };
  starting().then(
    ({ service, endMs }) => {
      let isStopping = false;
      const stop = (): void => {
        if (isStopping) return;
        isStopping = true;
        setTimeout(() => process.exit(0), endMs).unref();
        service.stop().then(
          () => process.exit(0),
          (error: unknown) => {
            console.error(error);
            process.exit(1);
          },
        );
      };
      process.on('SIGTERM', stop);
      process.on('SIGINT', stop);
      setTimeout(giveBackMemory, LOADED_MS).unref();
      // The supervisor of `npm start`, where there is one.
      process.send?.('ready');
    },
    (error: unknown) => {
      console.error(error instanceof StartError ? error.message : error);
      process.exit(1);
    },
  );
}
