import { readConfig, type Config } from './config/config.ts';
import { StartError } from './platform/start-error.ts';

export type Service = { stop(): Promise<void> };

/** Contract §1: a signalled process ends within this time. */
const END_MS = 10_000;
/** Running work has this long after a longer DRAIN_MS. */
const WORK_MS = 5_000;

/** The longest time from a signal to the process's end, in ms. */
export const endsWithinMs = ({ drainMs }: Pick<Config, 'drainMs'>): number =>
  Math.max(END_MS, drainMs + WORK_MS);

/**
 * Runs a service as a process, configured by its environment. A failed start prints one sentence
 * and exits with 1; SIGTERM and SIGINT drain the service and exit with 0.
 */
export function runMain(start: (config: Config) => Promise<Service>): void {
  const starting = async () => {
    const config = readConfig(process.env);
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
      // The supervisor of `npm start`, where there is one.
      process.send?.('ready');
    },
    (error: unknown) => {
      console.error(error instanceof StartError ? error.message : error);
      process.exit(1);
    },
  );
}
