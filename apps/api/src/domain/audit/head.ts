import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { canonicalJson } from './canonical-json.ts';

/** The end of the audit log at one time, signed: a line of AUDIT_HEADS_FILE. `sig` is no name that logs redact. */
const signedHead = v.strictObject({
  /** The number of the last entry; 0: the log was empty. */
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  key_id: v.string(),
  /** Ed25519 over the canonical JSON of the other fields, hexadecimal. */
  sig: v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/)),
});
export type SignedHead = v.InferOutput<typeof signedHead>;

const line = v.pipe(v.string(), v.parseJson(), signedHead);

/** The name of a key in heads: 16 hexadecimal digits of its SHA-256. */
function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

export function signHead(
  privateKey: KeyObject,
  end: { readonly seq: number; readonly hash: Buffer; readonly at: Date },
): SignedHead {
  const hash = end.hash.toString('hex');
  const key_id = keyIdOf(createPublicKey(privateKey));
  const head = { seq: end.seq, hash, at: end.at.toISOString(), key_id };
  return { ...head, sig: sign(null, bytesOf(head), privateKey).toString('hex') };
}

/** Reads a line of the file. @returns a sentence when the key has not signed it */
export function readHead(text: string, publicKey: KeyObject): SignedHead | string {
  const parsed = v.safeParse(line, text);
  if (!parsed.success) return 'The line is no signed head.';
  const { sig, ...head } = parsed.output;
  if (head.key_id !== keyIdOf(publicKey)) return 'The line is signed with another key.';
  const isSigned = verify(null, bytesOf(head), publicKey, Buffer.from(sig, 'hex'));
  return isSigned ? parsed.output : 'Invalid signature of the line.';
}

const bytesOf = (head: Omit<SignedHead, 'sig'>): Buffer => Buffer.from(canonicalJson(head), 'utf8');
