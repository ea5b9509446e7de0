import { driveSdk } from '../support/paypal-sdk-calls.ts';
import { exitWithMessage, refuseOptions } from '../../apps/api/src/operator/command-line.ts';

/**
 * `npm run paypal-sdk` drives PayPal's own server SDK against our sandbox, through its proxy option and a TLS end
 * with a root made for this run: token, create order, get order, capture, refund. Prints each call's outcome; ends
 * with 1 when anything differs from what PayPal documents.
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
