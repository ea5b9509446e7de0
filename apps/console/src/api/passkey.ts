import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import type { StepUp } from '@webpay/contract/console/plan';
import { call } from './call.ts';

export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** Signs in by a passkey of this device. @throws CallFailure, or Error with a sentence to show */
export async function signInByPasskey(): Promise<ConsoleResult<'signInByPasskey'>> {
  const { id, options } = await call('passkeyChallenge', {});
  const response = await said(() =>
    // WebAuthn's own JSON, made by the server's library.
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    }),
  );
  return call('signInByPasskey', { id, response: { ...response } });
}

/** Confirms one plan by a passkey. @throws CallFailure, or Error with a sentence to show */
export async function confirmByPasskey(planHash: string): Promise<StepUp> {
  const { id, options } = await call('stepUpChallenge', { plan_hash: planHash });
  const response = await said(() =>
    // WebAuthn's own JSON, made by the server's library.
    startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    }),
  );
  return { by: 'passkey', id, response: { ...response } };
}

/** Registers a passkey of this device. @throws CallFailure, or Error with a sentence to show */
export async function addPasskey(
  name: string,
  stepUp: StepUp,
): Promise<ConsoleResult<'addPasskey'>> {
  const { id, options } = await call('newPasskeyChallenge', { step_up: stepUp });
  const response = await said(() =>
    // WebAuthn's own JSON, made by the server's library.
    startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
  return call('addPasskey', { id, name, response: { ...response } });
}

async function said<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error });
  }
}

/** The library wraps the browser's errors and keeps their names. */
function sentenceOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used.';
  if (name === 'InvalidStateError') return 'This device has a passkey of this account already.';
  if (name === 'SecurityError') return 'Passkeys do not work at this address.';
  return 'The browser could not use a passkey.';
}
