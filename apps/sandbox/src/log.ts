import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

/**
 * Opens or creates an append-only file of JSON lines and passes every entry to `replay`, oldest
 * first. A line survives kill -9 once `append` has returned.
 */
export function openLog(file: string, replay: (entry: unknown) => void) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fd = openSync(file, 'a+', 0o600);
  const whole = readLines(fd, replay);
  // A kill during a write leaves half a line, which was never acknowledged.
  if (whole < fstatSync(fd).size) ftruncateSync(fd, whole);
  return {
    append: (entry: unknown): void => writeFully(fd, Buffer.from(`${JSON.stringify(entry)}\n`)),
    close: (): void => closeSync(fd),
  };
}

/**
 * Reads line by line, because the log may exceed the size of a string. @returns bytes of whole
 * lines
 */
function readLines(fd: number, onEntry: (entry: unknown) => void): number {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest: Buffer[] = [];
  let position = 0;
  let whole = 0;
  for (;;) {
    const read = readSync(fd, chunk, 0, CHUNK_BYTES, position);
    if (read === 0) return whole;
    let start = 0;
    for (
      let end = chunk.indexOf(NEWLINE);
      end !== -1 && end < read;
      end = chunk.indexOf(NEWLINE, start)
    ) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      rest = [];
      start = end + 1;
      whole = position + start;
      onEntry(JSON.parse(line));
    }
    if (start < read) rest.push(Buffer.from(chunk.subarray(start, read)));
    position += read;
  }
}

function writeFully(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
}
