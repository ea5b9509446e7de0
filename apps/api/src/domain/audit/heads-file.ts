import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';

/** Far more than a line has. */
const TAIL_BYTES = 4_096;

/** The last line of the file; "": there is none. @throws Error of the file system */
export function lastLine(file: string): string {
  if (!existsSync(file)) return '';
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
  } finally {
    closeSync(handle);
  }
}

/**
 * Appends a line and waits for the disk. A line that a full disk cut is ended first, so that it harms no other.
 * @throws Error of the file system
 */
export function appendLine(file: string, text: string): void {
  const handle = openSync(file, 'a+', 0o644);
  try {
    const { size } = fstatSync(handle);
    const last = Buffer.from('\n');
    if (size > 0) readSync(handle, last, 0, 1, size - 1);
    const bytes = Buffer.from(`${last.toString() === '\n' ? '' : '\n'}${text}\n`, 'utf8');
    if (writeSync(handle, bytes) !== bytes.length) throw new Error(`${file} took part of a line`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Whole lines from a byte of the file on, at most `most`, each with the byte after it. Begins anew when no line ends there,
 * because another file took its place. @throws Error of the file system, and for a line of more bytes than any head has
 */
export function linesFrom(
  file: string,
  from: number,
  most: number,
): { readonly text: string; readonly end: number }[] {
  if (!existsSync(file)) return [];
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const before = Buffer.from('\n');
    if (from > 0 && from <= size) readSync(handle, before, 0, 1, from - 1);
    const start = from <= size && before.toString() === '\n' ? from : 0;
    const part = Buffer.alloc(Math.min(size - start, most * TAIL_BYTES));
    readSync(handle, part, 0, part.length, start);
    const lines: { text: string; end: number }[] = [];
    for (let at = 0; lines.length < most;) {
      const end = part.indexOf('\n', at) + 1;
      if (end === 0) break;
      lines.push({ text: part.toString('utf8', at, end).trimEnd(), end: start + end });
      at = end;
    }
    if (lines.length === 0 && part.length === most * TAIL_BYTES) {
      throw new Error(`${file} has a line that is no head`);
    }
    return lines;
  } finally {
    closeSync(handle);
  }
}
