import { createPrivateKey } from 'node:crypto';
import path from 'node:path';
import { complain, given, readTextFile, type Fields } from './fields.ts';

/** The key that signs heads of the audit log, and the file that they are appended to. */
export type AuditHeadsConfig = {
  /** Ed25519, PKCS #8. */
  readonly keyPem: string;
  /** An absolute path. */
  readonly file: string;
};

/** Null: no head is signed. */
export function readAuditHeads(fields: Fields): AuditHeadsConfig | null {
  const file = given(fields, 'AUDIT_HEADS_FILE');
  if (given(fields, 'AUDIT_KEY_FILE') === null) {
    if (file !== null) complain(fields, 'AUDIT_HEADS_FILE', 'is given without AUDIT_KEY_FILE');
    return null;
  }
  if (file === null) complain(fields, 'AUDIT_HEADS_FILE', 'is missing beside AUDIT_KEY_FILE');
  const keyPem = readTextFile(fields, 'AUDIT_KEY_FILE', null).trim();
  if (keyPem !== '' && !isEd25519(keyPem)) {
    complain(fields, 'AUDIT_KEY_FILE', 'is not a PEM file with an Ed25519 private key');
  }
  return { keyPem, file: path.resolve(file ?? '') };
}

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
