import { createHash } from 'node:crypto';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { findApproval, type Approval } from '../actions/approvals.ts';
import { EXPORT_LIFE_HOURS } from '../actions/person-acts.ts';
import { NOT_FOUND, type Actor } from '../actions/pipeline.ts';
import { onlyReads } from '../actions/step-up.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { entryOf, refused, type Operator, type Refused } from '../operators/operator.ts';
import { exportPlayer } from '../retention/export-character.ts';
import { oneByOne, TOO_BUSY } from './settlement/one-by-one.ts';

const HOUR_MS = 3_600_000;
/** Characters of a file; the command writes longer ones. */
const MOST = 32 * 1024 * 1024;
const PERMISSION = 'person.export';

type File = ConsoleResult<'personFile'>;

/**
 * The file of a confirmed export, read now, for the person who asked. Its entry of the audit log, with the hash, is there
 * before the answer.
 */
export async function personFile(
  ctx: Ctx,
  actor: Actor,
  { id }: ConsoleInput<'personFile'>,
): Promise<File | Refused> {
  const approval = await findApproval(ctx, actor.operator, id);
  const file =
    refusalOf(ctx, actor.operator, approval) ?? (await readFile(ctx, actor.operator, approval));
  await record(ctx, actor, id, approval, file);
  return file;
}

/** @returns null: the operator may save it */
function refusalOf(ctx: Ctx, operator: Operator, approval: Approval | null): Refused | null {
  if (approval?.row.kind !== 'export_person') return NOT_FOUND;
  const { row, action } = approval;
  const weak = onlyReads(operator);
  if (weak !== null) return weak;
  if (row.asked_by !== operator.id) {
    return refused(403, 'not_your_export', 'Only the person who asked for it saves the file.');
  }
  if (row.state === 'waiting') {
    return refused(409, 'not_confirmed', 'A second person has not confirmed it yet.');
  }
  const endsAt = (row.decided_at?.getTime() ?? 0) + EXPORT_LIFE_HOURS * HOUR_MS;
  const isOpen = row.state === 'done' && action !== null && ctx.clock.real().getTime() < endsAt;
  return isOpen ? null : refused(410, 'export_ended', 'Its time is over. Ask for a new export.');
}

async function readFile(
  ctx: Ctx,
  operator: Operator,
  approval: Approval | null,
): Promise<File | Refused> {
  const playerId = approval?.row.player_id ?? null;
  if (playerId === null) return NOT_FOUND;
  // One at a time in a process: a character may have thousands of rows.
  const read = await oneByOne(ctx, operator, async () => ({
    found: await exportPlayer(ctx.db, playerId),
  }));
  if (read === null) return TOO_BUSY;
  if (read.found === null) return NOT_FOUND;
  const { project, cid, tables } = read.found;
  const head = { exported_at: ctx.clock.real().toISOString(), project, cid };
  const lines = [JSON.stringify(head)];
  let length = 0;
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const line = JSON.stringify({ table, row });
      length += line.length;
      if (length > MOST) {
        const detail = 'The file is too large for the console: npm run export writes it.';
        return refused(422, 'export_too_large', detail);
      }
      lines.push(line);
    }
  }
  const text = `${lines.join('\n')}\n`;
  const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
  return { name: `player_${playerId}.jsonl`, text, lines: lines.length, sha256 };
}

async function record(
  ctx: Ctx,
  { operator, from }: Actor,
  id: string,
  approval: Approval | null,
  file: File | Refused,
): Promise<void> {
  const playerId = approval?.row.player_id ?? null;
  const { outcome, result } =
    'refused' in file
      ? ({ outcome: 'refused', result: { code: file.refused.code } } as const)
      : ({ outcome: 'done', result: { lines: file.lines, sha256: file.sha256 } } as const);
  const about = {
    objectKind: playerId === null ? 'approval' : 'player',
    objectId: playerId === null ? id : String(playerId),
    project: approval?.row.project ?? null,
    detail: { approval: id, ...result },
  };
  const tried = { action: 'person.download', permission: PERMISSION, outcome, ...about } as const;
  await appendAudit(ctx.db, entryOf(ctx, operator, from, tried));
}
