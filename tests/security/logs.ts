import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Target } from './target.ts';

const TAIL_BYTES = 1_000_000;
const LOGGED_WITHIN_MS = 60_000;
export const LOGS = ['server.log', 'worker.log', 'sandbox.log'] as const;

export const logOf = ({ environment }: Target, name: string): string =>
  path.join(environment.dataDir, 'logs', name);

/** The last megabyte of a growing file, from its first whole line. */
export async function tailOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const length = size - from;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
    const text = buffer.toString('utf8', 0, bytesRead);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

export async function linesOf(file: string, holds: (line: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (holds(line)) found.push(line);
  }
  return found;
}

export async function serverLogWith(shop: Target, text: string): Promise<string> {
  const end = Date.now() + LOGGED_WITHIN_MS;
  for (;;) {
    const tail = await tailOf(logOf(shop, 'server.log'));
    if (tail.includes(text)) return tail;
    if (Date.now() > end) throw new Error(`the log never contains ${text}`);
  }
}
