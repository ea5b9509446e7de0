import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { lastLine } from './heads-file.ts';

/** Small files beside the file of heads, outside the database as it is: the console shows them. */

const time = v.pipe(v.number(), v.safeInteger());

const answer = v.object({
  host: v.pipe(v.string(), v.maxLength(260)),
  at: time,
  is_taken: v.boolean(),
  said: v.pipe(v.string(), v.maxLength(300)),
});
const nightly = v.object({
  at: time,
  entries: time,
  heads: time,
  /** Null: the log is whole, and agrees with its heads. */
  fault: v.nullable(v.pipe(v.string(), v.maxLength(1_000))),
});

/** The last answer of AUDIT_ANCHOR_URL. */
export type AnchorAnswer = v.InferOutput<typeof answer>;
export type NightlyCheck = v.InferOutput<typeof nightly>;

/** @throws Error of the file system */
export function keepAnswer(file: string, last: AnchorAnswer): void {
  replace(`${file}.answer`, JSON.stringify({ ...last, said: last.said.slice(0, 300) }));
}

/** @throws Error of the file system */
export function keepNightly(file: string, last: NightlyCheck): void {
  replace(`${file}.checked`, JSON.stringify(last));
}

/** Null: there is none, or no readable one. @throws Error of the file system */
export function lastAnswer(file: string): AnchorAnswer | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), lastLine(`${file}.answer`));
  return read.success ? read.output : null;
}

/** Null: there is none, or no readable one. @throws Error of the file system */
export function lastNightly(file: string): NightlyCheck | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), nightly), lastLine(`${file}.checked`));
  return read.success ? read.output : null;
}

/** Bytes of the file of heads that AUDIT_ANCHOR_URL took. Without a readable number all lines go once more. */
export function takenOf(file: string): number {
  try {
    const text = readFileSync(`${file}.anchored`, 'utf8').trim();
    return /^\d{1,12}$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

/** @throws Error of the file system */
export function keepTaken(file: string, bytes: number): void {
  replace(`${file}.anchored`, String(bytes));
}

/** Replaces the file at once, so that no other process reads half of it. */
function replace(place: string, text: string): void {
  const next = `${place}.${process.pid}`;
  writeFileSync(next, `${text}\n`);
  renameSync(next, place);
}
