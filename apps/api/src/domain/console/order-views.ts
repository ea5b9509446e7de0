import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import { appendAudit } from '../audit/append-audit.ts';
import {
  entryOf,
  missingPermission,
  refused,
  type Client,
  type Operator,
  type Refused,
} from '../operators/operator.ts';
import { lockOperatorRow } from '../operators/queries.ts';
import { needsSecondFactor } from '../operators/sessions.ts';
import { newId } from '../orders/ids.ts';
import { dropView, saveView, viewById, viewsOf } from './view-queries.ts';

/** Views of one operator. */
const MAX_VIEWS = 20;

/** The operator's own views, and those that others share. */
export async function listOrderViews(
  { db }: Pick<Ctx, 'db'>,
  operator: Operator,
): Promise<ConsoleResult<'orderViews'>> {
  const found = await db.many(viewsOf, { operatorId: operator.id });
  const items = found.map(({ operator_id: owner, ...view }) => ({
    ...view,
    may_remove: mayRemove(operator, owner),
  }));
  return { items };
}

/** Its owner, or an admin. A session without a second factor removes none. */
function mayRemove(operator: Operator, owner: string): boolean {
  const isTheirs = owner === operator.id || missingPermission(operator, 'staff.write') === null;
  return isTheirs && operator.hasSecondFactor;
}

/** Saves a view, or replaces the own one of that name. */
export async function saveOrderView(
  ctx: Ctx,
  operator: Operator,
  { name: typed, query, is_shared: isShared }: ConsoleInput<'saveOrderView'>,
  from: Client,
): Promise<ConsoleResult<'saveOrderView'> | Refused> {
  if (!operator.hasSecondFactor) return needsSecondFactor();
  const name = typed.normalize('NFKC').trim();
  if (name === '') return refused(422, 'no_name', 'Name the view.');
  return ctx.db.transaction(async (tx) => {
    // Two views at once must not both be the last one.
    await tx.one(lockOperatorRow, { operatorId: operator.id });
    const saved = await tx.maybe(saveView, {
      id: newId(ctx),
      operatorId: operator.id,
      name,
      query,
      isShared,
      now: ctx.clock.real(),
      most: MAX_VIEWS,
    });
    if (saved === null) {
      return refused(409, 'too_many_views', `You have ${MAX_VIEWS} views. Remove one first.`);
    }
    const detail = { name, query, is_shared: isShared };
    await appendAudit(
      tx,
      entryOf(ctx, operator, from, { action: 'view.save', ...about(saved.id), detail }),
    );
    return { ...saved, name, query, is_shared: isShared, by: operator.name, may_remove: true };
  });
}

/** Removes an own view, or as an admin a shared one. Another operator's own view does not exist for anyone else. */
export async function removeOrderView(
  ctx: Ctx,
  operator: Operator,
  { id }: ConsoleInput<'removeOrderView'>,
  from: Client,
): Promise<ConsoleResult<'removeOrderView'> | Refused> {
  return ctx.db.transaction(async (tx) => {
    const known = await tx.maybe(viewById, { id });
    if (known === null || !(known.is_shared || known.operator_id === operator.id)) return noView();
    if (!operator.hasSecondFactor) return needsSecondFactor();
    if (!mayRemove(operator, known.operator_id)) {
      return refused(403, 'not_yours', 'Only its owner or an admin removes this view.');
    }
    // Another request may have removed it meanwhile.
    if ((await tx.run(dropView, { id })) === 0) return noView();
    const detail = { name: known.name };
    await appendAudit(
      tx,
      entryOf(ctx, operator, from, { action: 'view.remove', ...about(id), detail }),
    );
    return { done: true };
  });
}

const about = (id: string) => ({ objectKind: 'view', objectId: id });

function noView(): Refused {
  return refused(404, 'no_such_view', 'This view is removed already.');
}
