import { createPrivateKey, createPublicKey } from 'node:crypto';
import path from 'node:path';
import { isLoopback } from '../platform/loopback.ts';
import { complain, given, readTextFile, refusePlainHttp, type Fields } from './fields.ts';

export type HeadsConfig = {
  /** Null: heads of the audit log are not signed. */
  readonly auditHeads: AuditHeadsConfig | null;
  /** Null: the console shows no signed heads. */
  readonly shownHeads: ShownHeadsConfig | null;
};

/** The key that signs heads of the audit log, and the file that they are appended to. */
export type AuditHeadsConfig = {
  /** Ed25519, PKCS #8. */
  readonly keyPem: string;
  /** An absolute path. */
  readonly file: string;
  /** An address that takes each line, too; null: none. Its path may be a secret. */
  readonly anchorUrl: string | null;
};

/** The file of signed heads, for a process that shows them. */
type ShownHeadsConfig = {
  /** An absolute path. */
  readonly file: string;
  /** Ed25519. */
  readonly publicKeyPem: string;
};

export function readHeads(fields: Fields, isProduction: boolean): HeadsConfig {
  const auditHeads = readAuditHeads(fields, isProduction);
  return { auditHeads, shownHeads: readShownHeads(fields, auditHeads) };
}

/** Null: no head is shown. The console needs no private key for it. */
function readShownHeads(fields: Fields, signing: AuditHeadsConfig | null): ShownHeadsConfig | null {
  if (given(fields, 'AUDIT_PUBLIC_KEY_FILE') === null) {
    if (signing === null || !isEd25519(signing.keyPem)) return null;
    const publicKey = createPublicKey(signing.keyPem);
    const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    return { file: signing.file, publicKeyPem };
  }
  const publicKeyPem = readTextFile(fields, 'AUDIT_PUBLIC_KEY_FILE', null).trim();
  if (publicKeyPem !== '' && !isPublicEd25519(publicKeyPem)) {
    complain(fields, 'AUDIT_PUBLIC_KEY_FILE', 'is not a PEM file with an Ed25519 public key');
  }
  const file = given(fields, 'AUDIT_HEADS_FILE');
  if (file === null) {
    complain(fields, 'AUDIT_HEADS_FILE', 'is missing beside AUDIT_PUBLIC_KEY_FILE');
  }
  return { file: path.resolve(file ?? ''), publicKeyPem };
}

/** Null: no head is signed. */
function readAuditHeads(fields: Fields, isProduction: boolean): AuditHeadsConfig | null {
  const file = given(fields, 'AUDIT_HEADS_FILE');
  if (given(fields, 'AUDIT_KEY_FILE') === null) {
    const isShown = given(fields, 'AUDIT_PUBLIC_KEY_FILE') !== null;
    for (const name of ['AUDIT_HEADS_FILE', 'AUDIT_ANCHOR_URL'] as const) {
      if (given(fields, name) === null || (isShown && name === 'AUDIT_HEADS_FILE')) continue;
      complain(fields, name, 'is given without AUDIT_KEY_FILE');
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

/** Messages quote its origin at most. */
function readAnchor(fields: Fields, isProduction: boolean): string | null {
  const value = given(fields, 'AUDIT_ANCHOR_URL');
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    complain(fields, 'AUDIT_ANCHOR_URL', 'is not an address like https://anchor.example/heads');
    return null;
  }
  if (isProduction && !isLoopback(url.hostname)) {
    refusePlainHttp(fields, 'AUDIT_ANCHOR_URL', [url.origin]);
  }
  return value;
}

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** A private key is refused: the console's process must have none. */
function isPublicEd25519(pem: string): boolean {
  try {
    return !pem.includes('PRIVATE') && createPublicKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
