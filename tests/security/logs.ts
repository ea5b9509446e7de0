import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const TAIL_BYTES = 1_000_000;

/** The end of a file that grows, from the first whole line on. */
export async function tailOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(size - from),
      0,
      size - from,
      from,
    );
    const text = buffer.toString('utf8', 0, bytesRead);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

/** The lines of a log that hold, however long it is. */
export async function linesOf(file: string, holds: (line: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (holds(line)) found.push(line);
  }
  return found;
}

/** Logs are written with a little delay. */
const LOG_WITHIN_MS = 10_000;

/** The end of a file once it holds this text, or as it is when that does not come. */
export async function tailWith(file: string, text: string): Promise<string> {
  const end = Date.now() + LOG_WITHIN_MS;
  let tail = '';
  while (!tail.includes(text) && Date.now() < end) tail = await tailOf(file);
  return tail;
}
