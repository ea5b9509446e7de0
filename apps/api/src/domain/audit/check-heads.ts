import type { KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { readHead, type SignedHead } from './head.ts';
import { hashesOf } from './queries.ts';

export type HeadFault = {
  /** The line's number, from 1. */
  readonly line: number;
  /** Null: the line cannot be trusted. */
  readonly seq: number | null;
  readonly why: string;
};
export type HeadsCheck = {
  /** Lines that the key signed. */
  readonly heads: number;
  /** The first ones. */
  readonly faults: readonly HeadFault[];
};

const BATCH = 500;
const MAX_FAULTS = 20;
/** A century of hours, and a bound for a file that is none. */
const MAX_BYTES = 512 * 2 ** 20;
/** The hash before the first entry, which has the number 0. */
export const BEGINNING = '0'.repeat(64);

/**
 * Compares each signed head of a file with the entry of its number. Finds a log that was cut, or written anew as a whole.
 * @throws Error of the file system; the reason of `signal`
 */
export async function checkHeads(
  { db }: Pick<Ctx, 'db'>,
  file: string,
  publicKey: KeyObject,
  signal?: AbortSignal,
): Promise<HeadsCheck> {
  const faults: HeadFault[] = [];
  let line = 0;
  let heads = 0;
  let batch: { line: number; head: SignedHead }[] = [];
  const compare = async (): Promise<void> => {
    signal?.throwIfAborted();
    const rows = await db.many(hashesOf, { ids: batch.map(({ head }) => head.seq) });
    const hashes = new Map(rows.map(({ id, hash }) => [id, hash.toString('hex')]));
    hashes.set(0, BEGINNING);
    for (const { line: at, head } of batch) {
      const why = faultOf(head, hashes.get(head.seq));
      if (why !== null) faults.push({ line: at, seq: head.seq, why });
    }
    batch = [];
  };
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw new Error(`${file} has more than ${MAX_BYTES} bytes`);
    for await (const text of handle.readLines({ autoClose: false })) {
      line += 1;
      const head = readHead(text, publicKey);
      if (typeof head === 'string') faults.push({ line, seq: null, why: head });
      else {
        heads += 1;
        batch.push({ line, head });
      }
      if (batch.length === BATCH) await compare();
      if (faults.length >= MAX_FAULTS) break;
    }
  } finally {
    await handle.close();
  }
  await compare();
  faults.sort((a, b) => a.line - b.line);
  return { heads, faults: faults.slice(0, MAX_FAULTS) };
}

/** Null: the log has the entry of the head with its hash. */
export function faultOf(head: SignedHead, hash: string | undefined): string | null {
  if (hash === undefined) return `The log had entry ${head.seq} at ${head.at}, and has it no more.`;
  if (hash === head.hash) return null;
  return `Entry ${head.seq} has another hash than at ${head.at}: the log was written anew.`;
}
