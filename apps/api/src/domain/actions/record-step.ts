import { createHash } from 'node:crypto';
import { ACTIONS, type Action } from '@webpay/contract/console/actions';
import type { Permission } from '@webpay/contract/console/permissions';
import type { Plan } from '@webpay/contract/console/plan';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { appendAudit } from '../audit/append-audit.ts';
import { newId } from '../orders/ids.ts';
import { entryOf, type Client } from '../operators/operator.ts';
import type { Done, Subject } from './act.ts';
import { eraseLateReasons } from '../retention/erase-character.ts';
import { isErased, saveReason } from './queries.ts';

type Who = { readonly id: string | null; readonly name: string; readonly sessionId?: string };

/** A step as the audit log records it. */
export type Recorded = {
  readonly who: Who;
  readonly from: Client;
  readonly action: Action;
  /** Null: there is no such object, or not for this operator. */
  readonly subject: Subject | null;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** The free text of a step: its reason, or a note. */
export function reasonIn(action: Action): string {
  return 'because' in action ? action.because : '';
}

/** Appends the entry of a step that is done, as the last statements of its transaction. */
export async function recordDone(
  ctx: Ctx,
  tx: Tx,
  step: Recorded & { readonly subject: Subject },
  { done, plan }: { readonly done: Done; readonly plan: Plan },
): Promise<void> {
  await recordAs(ctx, tx, step, step.action.kind, reasonIn(step.action), {
    amount: done.amount,
    worth: done.worth,
    change: done.change,
    second_person: plan.needs.second_person,
  });
}

/** Appends an entry about a step, such as its approval. */
export async function recordAs(
  ctx: Ctx,
  tx: Tx,
  { action, ...step }: Recorded & { readonly subject: Subject },
  verb: string,
  because: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const permission = ACTIONS[action.kind].needs;
  await appendStep(ctx, tx, {
    ...step,
    verb,
    permission,
    because,
    detail: { ...detail, ...step.detail },
  });
}

/** Appends an entry with its reason, as the last statements of a transaction. */
export async function appendStep(
  ctx: Pick<Ctx, 'clock' | 'randomBytes'>,
  tx: Tx,
  step: Pick<Recorded, 'who' | 'from' | 'detail'> & {
    readonly verb: string;
    readonly permission: Permission | null;
    readonly subject: Pick<Subject, 'kind' | 'id' | 'project' | 'playerId'> | null;
    readonly because: string;
  },
): Promise<void> {
  const { who, from, verb, permission, subject, because } = step;
  const reason = await keepReason(ctx, tx, because, subject?.playerId ?? null);
  const object =
    subject === null
      ? {}
      : { objectKind: subject.kind, objectId: subject.id, project: subject.project };
  const detail = { ...step.detail, ...reason };
  await appendAudit(tx, entryOf(ctx, who, from, { action: verb, permission, ...object, detail }));
  await forgetIfErased(tx, because, subject?.playerId ?? null);
}

/** A step may end what a gateway left about an erased character; its reason is not kept. */
async function forgetIfErased(tx: Tx, because: string, playerId: number | null): Promise<void> {
  if (because === '' || playerId === null) return;
  if ((await tx.one(isErased, { playerId })).is_so) await eraseLateReasons(tx, playerId);
}

/** Appends the entry of a step that was refused. */
export async function recordRefused(ctx: Ctx, step: Recorded, code: string): Promise<void> {
  const { who, from, action, subject } = step;
  await appendAudit(
    ctx.db,
    entryOf(ctx, who, from, {
      action: action.kind,
      permission: ACTIONS[action.kind].needs,
      outcome: 'refused',
      ...(subject === null
        ? {}
        : { objectKind: subject.kind, objectId: subject.id, project: subject.project }),
      detail: { code, ...step.detail },
    }),
  );
}

/** Keeps a reason beside the log, which holds its salted hash: the reason of an erased character can be erased. */
async function keepReason(
  ctx: Pick<Ctx, 'randomBytes'>,
  tx: Tx,
  because: string,
  playerId: number | null,
): Promise<{ readonly reason?: { readonly id: string; readonly sha256: string } }> {
  if (because === '') return {};
  const id = newId(ctx);
  const salt = ctx.randomBytes(16);
  const text = because.toWellFormed().replaceAll('\0', '\u{FFFD}');
  await tx.run(saveReason, { id, playerId, salt, text });
  const sha256 = createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
  return { reason: { id, sha256 } };
}
