import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { AuditHeadsConfig } from '../config/audit-heads.ts';
import type { AuditCheck } from '../domain/audit/check-audit.ts';
import type { HeadsCheck } from '../domain/audit/check-heads.ts';
import { StartError } from '../platform/start-error.ts';
import { parseWords } from './command-line.ts';

const USAGE = 'Say what to do: npm run audit-log -- verify [--heads FILE] [--key PUBLIC_PEM].';
const NEEDS_KEY = 'Give the public key of the heads: --key PUBLIC_PEM, or AUDIT_KEY_FILE.';

export type AuditVerb = { readonly heads: string | null; readonly key: string | null };

/** Parses a call of `npm run audit-log`. @throws StartError */
export function readAuditVerb(given: readonly string[]): AuditVerb {
  const { positionals, values } = parseWords({
    args: [...given],
    allowPositionals: true,
    options: { heads: { type: 'string' }, key: { type: 'string' } },
  });
  if (positionals.length !== 1 || positionals[0] !== 'verify') throw new StartError(USAGE);
  return { heads: values.heads ?? null, key: values.key ?? null };
}

/** The file of heads and the key that they are checked with; null: none is named or configured. @throws StartError */
export function headsOf(
  { heads, key }: AuditVerb,
  configured: AuditHeadsConfig | null,
): { readonly file: string; readonly publicKey: KeyObject } | null {
  const file = heads ?? configured?.file ?? null;
  if (file === null) {
    if (key === null) return null;
    throw new StartError('--key needs the heads that it signed: --heads FILE.');
  }
  if (!existsSync(file)) throw new StartError(`There is no file of heads ${file}.`);
  if (key !== null) return { file, publicKey: publicKeyIn(key) };
  if (configured === null) throw new StartError(NEEDS_KEY);
  return { file, publicKey: createPublicKey(createPrivateKey(configured.keyPem)) };
}

function publicKeyIn(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file, 'utf8'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // One sentence for every reason.
  }
  throw new StartError(`${file} is no readable PEM file with an Ed25519 key.`);
}

/** The result of a check in words. */
export function auditReport({ entries, broken, head }: AuditCheck): string {
  const count = `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`;
  if (broken === null) return `${count}, and the chain is whole. Its head: ${head}`;
  return `The audit log is broken at entry ${broken.id}. ${broken.why} The ${count} before it fit.`;
}

/** The result of a comparison with signed heads in words, a line for each fault. */
export function headsReport({ heads, faults }: HeadsCheck): string {
  const count = `${heads.toLocaleString('en-US')} signed ${heads === 1 ? 'head' : 'heads'}`;
  if (faults.length === 0) return `${count}, and the log agrees with all of them.`;
  const lines = faults.map(({ line, why }) => `  line ${line}: ${why}`);
  return ['The audit log and its signed heads differ.', ...lines].join('\n');
}
