import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import { alertOnce, raiseAlert } from '../../platform/monitoring/alert.ts';
import { checkAudit } from './check-audit.ts';
import { checkHeads } from './check-heads.ts';
import { readHead, signHead, type SignedHead } from './head.ts';
import { appendLine, lastLine } from './heads-file.ts';
import { keepNightly, type NightlyCheck } from './heads-state.ts';
import { auditStanding, lockHeads } from './queries.ts';

const HOUR_MS = 3_600_000;
type Signing = Pick<Ctx, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;

/**
 * Signs the head of the audit log once in a clock hour of real time, whichever worker comes first. The worker that signs
 * the first head of a day (UTC) also checks the whole log and all heads. Does nothing without a key. Failures alert.
 * @param signal the worker stops, which ends the check
 */
export async function signHourly(ctx: Signing, signal: AbortSignal): Promise<void> {
  const { auditHeads } = ctx.config;
  if (auditHeads === null) return;
  let isFirstOfDay: boolean;
  try {
    isFirstOfDay = await signOnce(ctx, auditHeads);
  } catch (error) {
    ctx.log.error({ err: error }, 'no head of the audit log was signed; the next minute tries');
    alertOnce(ctx, 'audit_head_unsigned', { file: auditHeads.file }, HOUR_MS);
    return;
  }
  if (isFirstOfDay) await checkNightly(ctx, auditHeads, signal);
}

type Heads = NonNullable<Ctx['config']['auditHeads']>;

/** The file says what was signed, so that the database's owner cannot. @returns whether it signed the first of a day */
async function signOnce(ctx: Signing, { keyPem, file }: Heads): Promise<boolean> {
  const privateKey = createPrivateKey(keyPem);
  const publicKey = createPublicKey(privateKey);
  const now = ctx.clock.real();
  const lastHead = (): SignedHead | null => {
    const head = readHead(lastLine(file), publicKey);
    return typeof head === 'string' ? null : head;
  };
  if (isOfHour(lastHead(), now)) return false;
  const signed = await ctx.db.transaction(async (tx) => {
    await tx.one(lockHeads);
    const before = lastHead();
    if (isOfHour(before, now)) return null;
    const { head_id: seq, head_hash: hash } = await tx.one(auditStanding);
    const head = signHead(privateKey, { seq, hash, at: now });
    appendLine(file, JSON.stringify(head));
    return { before, head };
  });
  if (signed === null) return false;
  ctx.log.info({ auditHead: signed.head }, 'the head of the audit log was signed');
  return signed.before?.at.slice(0, 10) !== signed.head.at.slice(0, 10);
}

/** Another worker's clock may be a little ahead: its hour counts, too. */
function isOfHour(head: SignedHead | null, now: Date): boolean {
  if (head === null) return false;
  const hours = Math.floor(Date.parse(head.at) / HOUR_MS) - Math.floor(now.getTime() / HOUR_MS);
  return hours === 0 || hours === 1;
}

async function checkNightly(ctx: Signing, heads: Heads, signal: AbortSignal): Promise<void> {
  const at = ctx.clock.real().getTime();
  try {
    const { broken, entries } = await checkAudit(ctx, undefined, signal);
    const publicKey = createPublicKey(createPrivateKey(heads.keyPem));
    const { faults, heads: signed } = await checkHeads(ctx, heads.file, publicKey, signal);
    const fault = faults[0];
    const counts = { at, entries, heads: signed };
    if (broken !== null) {
      raiseAlert(ctx, 'audit_chain_broken', { entry: broken.id, line: null, why: broken.why });
      keep(ctx, heads, { ...counts, fault: `Entry ${broken.id}: ${broken.why}` });
    } else if (fault !== undefined) {
      raiseAlert(ctx, 'audit_chain_broken', { entry: fault.seq, line: fault.line, why: fault.why });
      keep(ctx, heads, { ...counts, fault: `Line ${fault.line} of the file: ${fault.why}` });
    } else {
      ctx.log.info({}, 'the audit log is whole, and agrees with its signed heads');
      keep(ctx, heads, { ...counts, fault: null });
    }
  } catch (error) {
    if (signal.aborted) return;
    ctx.log.error({ err: error }, 'the audit log was not checked');
    raiseAlert(ctx, 'audit_unchecked', {});
    keep(ctx, heads, { at, entries: 0, heads: 0, fault: 'The check did not end.' });
  }
}

/** For the console. The worker may have the right to append to the file of heads, and none to its folder. */
function keep(ctx: Signing, { file }: Heads, check: NightlyCheck): void {
  try {
    keepNightly(file, check);
  } catch (error) {
    ctx.log.warn({ err: error }, 'the result of the nightly check is not kept for the console');
  }
}
