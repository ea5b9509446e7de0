import { readConfig, type Config } from './config/config.ts';
import { StartError } from './platform/start-error.ts';

export type Service = { stop(): Promise<void> };

/** Contract §1: running work has this long to finish before the process ends. */
const DRAIN_MS = 10_000;

/**
 * Runs a service as a process, configured by its environment. A failed start prints one sentence
 * and exits with 1; SIGTERM and SIGINT drain the service and exit with 0.
 */
export function runMain(start: (config: Config) => Promise<Service>): void {
  const starting = async (): Promise<Service> => start(readConfig(process.env));
  starting().then(
    (service) => {
      let isStopping = false;
      const stop = (): void => {
        if (isStopping) return;
        isStopping = true;
        setTimeout(() => process.exit(0), DRAIN_MS).unref();
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
