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

/**
 * Lines before a byte of the file, newest first, at most `most`, each with its own first byte and the byte after it. Begins
 * at the end of the file when no line ends there. @throws Error of the file system, EFBIG for a line of more bytes than heads have
 */
export function linesBefore(
  file: string,
  before: number | null,
  most: number,
): { readonly text: string; readonly start: number; readonly end: number }[] {
  const handle = openIfThere(file);
  if (handle === null) return [];
  try {
    const { size } = fstatSync(handle);
    const ended = Buffer.alloc(1);
    if (before !== null && before <= size) readSync(handle, ended, 0, 1, Math.max(0, before - 1));
    let end = before !== null && (before === 0 || ended.toString() === '\n') ? before : size;
    const first = Math.max(0, end - most * TAIL_BYTES);
    const part = Buffer.alloc(end - first);
    readSync(handle, part, 0, part.length, first);
    const lines: { text: string; start: number; end: number }[] = [];
    while (end > first && lines.length < most) {
      const at = end - first < 2 ? -1 : part.lastIndexOf('\n', end - first - 2);
      // The rest of the part may lack its beginning: the next call reads it whole.
      if (at === -1 && first > 0) break;
      const start = first + at + 1;
      lines.push({ text: part.toString('utf8', start - first, end - first).trimEnd(), start, end });
      end = start;
    }
    if (lines.length === 0 && end > 0) {
      throw Object.assign(new Error(`${file} has a line that is no head`), { code: 'EFBIG' });
    }
    return lines;
  } finally {
    closeSync(handle);
  }
}

/** Null: there is no such file. A folder without rights is an error, which `existsSync` hides. */
function openIfThere(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
