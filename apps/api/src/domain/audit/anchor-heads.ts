import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Ctx } from '../../context.ts';
import { postPublic } from '../../platform/http-client/public-call.ts';
import { alertOnce } from '../../platform/monitoring/alert.ts';
import { linesFrom } from './heads-file.ts';

const HOUR_MS = 3_600_000;
/** Lines that one run posts: a day without the address is caught up within minutes. */
const MOST_LINES = 24;
const CALL_MS = 5_000;

/**
 * Posts the lines of the file of heads that AUDIT_ANCHOR_URL has not taken yet, the oldest first: each as it stands in the
 * file, and again until an answer 2xx. Workers may post a line twice. A failure alerts once an hour.
 * @param signal the worker stops, which ends the run before the next line
 */
export async function anchorHeads(
  ctx: Pick<Ctx, 'config' | 'log' | 'metrics' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const { auditHeads } = ctx.config;
  if (auditHeads === null || auditHeads.anchorUrl === null) return;
  const { file, anchorUrl: url } = auditHeads;
  try {
    for (const { text, end } of linesFrom(file, takenOf(file), MOST_LINES)) {
      if (signal.aborted) return;
      // A line that a full disk cut is no head: verify names it, and no address could take it.
      if (isJson(text)) await post(url, text);
      keepTaken(file, end);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    alertOnce(ctx, 'audit_head_unanchored', { why }, HOUR_MS);
  }
}

/** @throws Error that says what the address answered */
async function post(url: string, body: string): Promise<void> {
  const answer = await postPublic({
    url,
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMs: CALL_MS,
    // The configuration names the address, and no person of the console.
    isAnywhere: true,
  });
  if (answer.kind === 'silent') throw new Error(answer.why);
  if (answer.status < 200 || answer.status > 299) throw new Error(`answered ${answer.status}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const placeOf = (file: string): string => `${file}.anchored`;

/** Bytes of the file of heads that were taken. Without a readable number all lines go once more. */
function takenOf(file: string): number {
  try {
    const text = readFileSync(placeOf(file), 'utf8').trim();
    return /^\d{1,12}$/.test(text) ? Number(text) : 0;
  } catch {
    return 0;
  }
}

/** Replaces the file at once, so that no other worker reads half a number. */
function keepTaken(file: string, bytes: number): void {
  const next = `${placeOf(file)}.${process.pid}`;
  writeFileSync(next, `${bytes}\n`);
  renameSync(next, placeOf(file));
}
