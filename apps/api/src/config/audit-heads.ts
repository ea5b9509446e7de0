import { createPrivateKey } from 'node:crypto';
import path from 'node:path';
import { isLoopback } from '../platform/loopback.ts';
import {
  complain,
  given,
  readAddress,
  readTextFile,
  refusePlainHttp,
  type Fields,
} from './fields.ts';

/** The key that signs heads of the audit log, and the file that they are appended to. */
export type AuditHeadsConfig = {
  /** Ed25519, PKCS #8. */
  readonly keyPem: string;
  /** An absolute path. */
  readonly file: string;
  /** An address that takes each line, too; null: none. Its path may be a secret. */
  readonly anchorUrl: string | null;
};

/** Null: no head is signed. */
export function readAuditHeads(fields: Fields, isProduction: boolean): AuditHeadsConfig | null {
  const file = given(fields, 'AUDIT_HEADS_FILE');
  if (given(fields, 'AUDIT_KEY_FILE') === null) {
    for (const name of ['AUDIT_HEADS_FILE', 'AUDIT_ANCHOR_URL'] as const) {
      if (given(fields, name) !== null) complain(fields, name, 'is given without AUDIT_KEY_FILE');
    }
    return null;
  }
  if (file === null) complain(fields, 'AUDIT_HEADS_FILE', 'is missing beside AUDIT_KEY_FILE');
  const keyPem = readTextFile(fields, 'AUDIT_KEY_FILE', null).trim();
  if (keyPem !== '' && !isEd25519(keyPem)) {
    complain(fields, 'AUDIT_KEY_FILE', 'is not a PEM file with an Ed25519 private key');
  }
  return { keyPem, file: path.resolve(file ?? ''), anchorUrl: readAnchor(fields, isProduction) };
}

function readAnchor(fields: Fields, isProduction: boolean): string | null {
  if (given(fields, 'AUDIT_ANCHOR_URL') === null) return null;
  const url = readAddress(fields, 'AUDIT_ANCHOR_URL', null);
  const isNear = URL.canParse(url) && isLoopback(new URL(url).hostname);
  if (isProduction && !isNear) refusePlainHttp(fields, 'AUDIT_ANCHOR_URL', [url]);
  return url;
}

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
