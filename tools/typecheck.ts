import { TYPE_STEPS, runSteps } from './check/steps.ts';
import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';

/** `npm run typecheck`: the types of servers, storefront and browser tests. `npm run check` runs the same. */
try {
  refuseOptions();
  process.exitCode = (await runSteps(TYPE_STEPS)) === 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}
