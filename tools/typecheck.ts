import { TYPE_STEPS, runSteps } from './check/steps.ts';
import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';

/** `npm run typecheck`: types of servers, storefront and browser tests; part of `npm run check`. */
try {
  refuseOptions();
  process.exitCode = (await runSteps(TYPE_STEPS)) === 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}
