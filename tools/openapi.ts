import { exitWithMessage, refuseOptions } from '../apps/api/src/operator/command-line.ts';
import { GENERATED, generatedStep } from './check/generated.ts';
import { runSteps } from './check/steps.ts';

/**
 * `npm run openapi`: writes the OpenAPI 3.1 descriptions of the store calls, of the console's API and of the calls that a game
 * answers, docs/reference/{.,console,games}/openapi.json, from the shapes of packages/contract.
 */
try {
  refuseOptions();
  const documents = GENERATED.filter(({ file }) => file.endsWith('/openapi.json'));
  process.exitCode = await runSteps([generatedStep(true, documents)]);
} catch (error) {
  exitWithMessage(error);
}
