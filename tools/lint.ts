import { LINT_STEPS, runSteps } from './check/steps.ts';
import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';

/** `npm run lint`: code rules, import rules, unused code; part of `npm run check`. */
try {
  refuseOptions();
  process.exitCode = (await runSteps(LINT_STEPS)) === 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}
