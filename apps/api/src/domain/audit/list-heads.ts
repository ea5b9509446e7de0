import { createPublicKey } from 'node:crypto';
import path from 'node:path';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { BEGINNING, faultOf } from './check-heads.ts';
import { readHead } from './head.ts';
import { linesBefore } from './heads-file.ts';
import { lastAnswer, lastNightly, takenOf } from './heads-state.ts';
import { hashesOf } from './queries.ts';

type Heads = ConsoleResult<'auditHeads'>;
const USUAL_LIMIT = 24;
const MAX_LIMIT = 50;

/**
 * Lines of the file of signed heads, newest first, each checked by its signature and against the log as it is now. A page
 * is named by the first byte of the line before it. A file that this process cannot read is an answer, no error.
 */
export async function listHeads(
  ctx: Pick<Ctx, 'db' | 'config' | 'clock' | 'log'>,
  { after, limit }: ConsoleInput<'auditHeads'>,
): Promise<Heads> {
  const now = ctx.clock.nowMs();
  const none = { now, items: [], next: null, address: null, nightly: null };
  const shown = ctx.config.shownHeads;
  if (shown === null) return { ...none, state: 'off', file: null };
  const file = path.basename(shown.file);
  try {
    const before = after !== undefined && /^\d{1,15}$/.test(after) ? Number(after) : null;
    const lines = linesBefore(shown.file, before, Math.min(limit ?? USUAL_LIMIT, MAX_LIMIT));
    const [address, nightly] = [lastAnswer(shown.file), lastNightly(shown.file)];
    const isKnown = address?.is_taken === true || (nightly !== null && nightly.heads > 0);
    // The small files beside it tell of heads: this one was removed, or emptied.
    if (lines.length === 0 && before !== 0 && isKnown) return { ...none, state: 'missing', file };
    const items = await check(ctx, shown, lines);
    const last = lines.at(-1);
    return {
      now,
      state: 'read',
      file,
      items,
      next: last === undefined || last.start === 0 ? null : String(last.start),
      address,
      nightly,
    };
  } catch (error) {
    if (!isFileError(error)) throw error;
    ctx.log.warn({ err: error }, 'the file of signed heads cannot be read');
    return { ...none, state: 'unreadable', file };
  }
}

async function check(
  { db }: Pick<Ctx, 'db'>,
  shown: NonNullable<Ctx['config']['shownHeads']>,
  lines: ReturnType<typeof linesBefore>,
): Promise<Heads['items']> {
  const publicKey = createPublicKey(shown.publicKeyPem);
  const taken = takenOf(shown.file);
  const heads = lines.map(({ text }) => readHead(text, publicKey));
  const ids = heads.flatMap((head) => (typeof head === 'string' ? [] : [head.seq]));
  const rows = ids.length === 0 ? [] : await db.many(hashesOf, { ids });
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash.toString('hex')]));
  hashes.set(0, BEGINNING);
  return heads.map((head, index) => {
    const is_taken = (lines[index]?.end ?? Number.POSITIVE_INFINITY) <= taken;
    if (typeof head === 'string') {
      return { at: null, entry: null, hash: null, is_signed: false, fault: head, is_taken };
    }
    const fault = faultOf(head, hashes.get(head.seq));
    const { seq: entry, hash } = head;
    return { at: Date.parse(head.at), entry, hash, is_signed: true, fault, is_taken };
  });
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^E(?:ACCES|PERM|ISDIR|IO|FBIG)$/.test(String(error.code));
