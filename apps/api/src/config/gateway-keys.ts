import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { complain, readTextFile, type Fields } from './fields.ts';
import { VARIABLES, type VariableName } from './variables.ts';

const SANDBOX_KEYS = path.join(import.meta.dirname, '../../sandbox-keys');
export const SANDBOX_PRIVATE_KEY = path.join(SANDBOX_KEYS, 'payermax-merchant.private.pem');
export const SANDBOX_PUBLIC_KEY = path.join(SANDBOX_KEYS, 'payermax-platform.public.pem');
export const SANDBOX_CERT_ROOT = path.join(SANDBOX_KEYS, 'paypal-root-ca.pem');

export type KeyKind = 'private' | 'public';

/** Reads PEM, or the bare base64 that PayerMax's merchant pages show. */
export function readKey(
  fields: Fields,
  name: VariableName,
  fallback: string | null,
  kind: KeyKind,
): string {
  const text = readTextFile(fields, name, fallback).trim();
  return text === '' ? '' : keyIn(text, kind, (why) => complain(fields, name, why));
}

/** An RSA key as PEM; '' after a complaint. */
export function keyIn(text: string, kind: KeyKind, complainOf: (why: string) => void): string {
  const label = kind === 'private' ? 'PRIVATE KEY' : 'PUBLIC KEY';
  const pem = text.startsWith('-----')
    ? text
    : `-----BEGIN ${label}-----\n${text.replaceAll(/\s/g, '')}\n-----END ${label}-----`;
  const key = keyOf(pem, kind);
  if (key?.asymmetricKeyType !== 'rsa') {
    complainOf(`is not a file with an RSA ${kind} key`);
    return '';
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < FEWEST_BITS) {
    complainOf(`is an RSA key of ${bits} bits: ${FEWEST_BITS} or more are needed`);
  }
  return key.export({ type: kind === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
}

const FEWEST_BITS = 2048;

/** The key, or null; a private key is not taken for a public one. */
function keyOf(pem: string, kind: KeyKind): KeyObject | null {
  if (kind === 'public' && pem.includes('PRIVATE KEY-----')) return null;
  try {
    return kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    return null;
  }
}

export function readCertificate(fields: Fields, fallback: string): string {
  const name = 'PAYPAL_CERT_ROOT_FILE';
  const pem = readTextFile(fields, name, fallback);
  if (pem === '') return '';
  try {
    return new X509Certificate(pem).toString();
  } catch {
    complain(fields, name, 'is not a file with a certificate');
    return '';
  }
}

export function refuseSandboxValue(fields: Fields, name: VariableName, value: string | null): void {
  const isSandbox = value === VARIABLES[name].fallback;
  if (isSandbox) complain(fields, name, "is the sandbox's: production needs its own");
}

export function refuseSandboxFile(
  fields: Fields,
  name: VariableName,
  pem: string,
  sandboxFile: string,
): void {
  if (isSameFile(pem, sandboxFile)) {
    complain(fields, name, "is the sandbox's test key: production needs its own");
  }
}

/** Compares the content, so that a renamed copy is found too. */
export function isSameFile(pem: string, file: string): boolean {
  return pem.trim() !== '' && pem.trim() === readFileSync(file, 'utf8').trim();
}
