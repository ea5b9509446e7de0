import type { Ctx } from '../../context.ts';
import { postPublic } from '../../platform/http-client/public-call.ts';
import { alertOnce } from '../../platform/monitoring/alert.ts';
import { linesFrom } from './heads-file.ts';
import { keepAnswer, keepTaken, takenOf } from './heads-state.ts';

const HOUR_MS = 3_600_000;
/** Lines that one run posts: a day without the address is caught up within minutes. */
const MAX_LINES = 24;
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
    for (const { text, end } of linesFrom(file, takenOf(file), MAX_LINES)) {
      if (signal.aborted) return;
      // A line that a full disk cut is no head: verify names it, and no address could take it.
      if (isJson(text)) {
        const refused = await post(url, text);
        const said = refused ?? 'took the line';
        const at = ctx.clock.real().getTime();
        keepAnswer(file, { host: new URL(url).host, at, is_taken: refused === null, said });
        if (refused !== null) throw new Error(refused);
      }
      keepTaken(file, end);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    alertOnce(ctx, 'audit_head_unanchored', { why }, HOUR_MS);
  }
}

/** @returns null: taken; else what the address answered */
async function post(url: string, body: string): Promise<string | null> {
  const answer = await postPublic({
    url,
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMs: CALL_MS,
    // The configuration names the address, and no person of the console.
    isAnywhere: true,
  });
  if (answer.kind === 'silent') return answer.why;
  return answer.status < 200 || answer.status > 299 ? `answered ${answer.status}` : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
