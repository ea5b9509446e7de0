import { driveSdk } from '../support/paypal-sdk-calls.ts';
import { exitWithMessage, refuseOptions } from '../../apps/api/src/operator/command-line.ts';

/**
 * `npm run paypal-sdk`: drives PayPal's own server SDK against the sandbox: token, create, get, capture, refund.
 * Prints each call's outcome. Exit code 1 when anything differs from PayPal's documents.
 */
try {
  refuseOptions();
  const calls = await driveSdk();
  for (const { call, said, differences } of calls) {
    console.log(`${differences.length === 0 ? 'ok       ' : 'DIFFERENT'}  ${call}: ${said}`);
    for (const each of differences) console.log(`           ${each}`);
  }
  process.exitCode = calls.some(({ differences }) => differences.length > 0) ? 1 : 0;
} catch (error) {
  exitWithMessage(error);
}
