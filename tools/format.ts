import { FORMAT_CHECK, FORMAT_WRITE, runSteps } from './check/steps.ts';
import { exitWithMessage, readSwitches } from '../apps/api/src/operator/command-line.ts';

/** `npm run format`: formats all files; with `--check` lists those that differ and exits with 1. */
try {
  const { check } = readSwitches(['check']);
  process.exitCode = (await runSteps([check ? FORMAT_CHECK : FORMAT_WRITE])) === 0 ? 0 : 1;
} catch (error) {
  exitWithMessage(error);
}
