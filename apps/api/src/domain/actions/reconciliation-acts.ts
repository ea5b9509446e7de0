import type { ActionOf } from '@webpay/contract/console/actions';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { statement } from '../../platform/db/statement.ts';
import { askToCompare, NAMES, refusedDay, settleDifference } from '../reconciliation/difference.ts';
import type { Acts, ActRefused, Finish, Subject } from './act.ts';
import { gatewayInWords } from './words.ts';

const DONE = { kind: 'done' } as const;
/** A step that moves no money. */
const without = { amount: null, worth: null } as const;
const refused = (why: string): ActRefused => ({ kind: 'refused', why });

/** Steps with the gateways' statements. */
export const RECONCILIATION_ACTS: Acts<'settle_difference' | 'compare_day'> = {
  settle_difference: { find: findDifference, run: settle },
  compare_day: { find: findDay, run: compareAgain },
};

/** A difference with its order. */
export const differenceToSettle = statement({
  name: 'actions.difference_to_settle',
  text: `select d.id, d.provider, d.class, d.subject, d.day::text as day, d.theirs is not null as is_there,
      o.id as order_id, o.project, o.player_id
    from reconciliation_differences d left join refunds r on r.id = d.refund_id
    left join payment_attempts a on a.id = coalesce(d.attempt_id, r.attempt_id) left join orders o on o.id = a.order_id
    where d.id = :id`,
  params: { id: 'int8' },
  row: v.object({
    id: v.number(),
    provider: v.string(),
    class: v.string(),
    subject: v.string(),
    day: v.string(),
    is_there: v.boolean(),
    order_id: v.nullable(v.string()),
    project: v.nullable(v.string()),
    player_id: v.nullable(v.number()),
  }),
});

/** A difference without an order belongs to no project: only an operator of all projects sees it. */
async function findDifference(
  ctx: Ctx,
  { difference_id: id }: ActionOf<'settle_difference'>,
): Promise<Subject | null> {
  const row = await ctx.db.maybe(differenceToSettle, { id });
  return (
    row && {
      kind: 'difference',
      id: String(id),
      name: `difference ${id} of ${gatewayInWords(row.provider)}, ${row.day}`,
      project: row.project ?? '',
      path: `/reconciliation/${row.day}`,
      playerId: row.player_id,
      orderId: row.order_id,
    }
  );
}

/** Settles in one transaction: of two operators the second waits for the first, and is refused. */
async function settle(
  ctx: Ctx,
  { difference_id: id }: ActionOf<'settle_difference'>,
  finish: Finish,
): Promise<typeof DONE | ActRefused> {
  return ctx.db.transaction(async (tx) => {
    const row = await tx.maybe(differenceToSettle, { id });
    if (row === null) return refused('no_such_difference');
    if (!(await settleDifference(ctx, tx, id))) return refused('difference_settled_already');
    await finish(tx, {
      title: 'Settle the difference',
      effects: [
        'The difference leaves the list. No money moves, and the ledger stays as it is.',
        ...(row.is_there && row.class === 'captured_there_unknown_here'
          ? ['The money at the gateway stays unbooked: settle it only when it went back there.']
          : []),
        'It stays settled when a later comparison finds it again.',
      ],
      ...without,
      change: { difference: id, class: row.class, day: row.day },
    });
    return DONE;
  });
}

/** A gateway's day has the money of all projects: it belongs to none. */
async function findDay(_: Ctx, { day }: ActionOf<'compare_day'>): Promise<Subject | null> {
  const from = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(day)) return null;
  return {
    kind: 'day',
    id: day,
    name: `statements of ${day}`,
    project: '',
    path: `/reconciliation/${day}`,
    playerId: null,
    orderId: null,
  };
}

/** Leaves the comparison to the worker. Another press within five minutes is the first one's, with the same answer. */
async function compareAgain(
  ctx: Ctx,
  { day }: ActionOf<'compare_day'>,
  finish: Finish,
): Promise<typeof DONE | ActRefused> {
  const why = refusedDay(day, ctx.clock.real().getTime());
  if (why !== null) return refused(why);
  return ctx.db.transaction(async (tx) => {
    const isFirst = await askToCompare(ctx, tx, day);
    await finish(tx, {
      title: 'Compare the day again',
      effects: [
        `The worker compares the statements of ${Object.values(NAMES).join(' and ')} with the ledger within two minutes.`,
        'It asks about unresolved payments, applies the answers, and books fees.',
      ],
      ...without,
      change: { day, is_first: isFirst },
    });
    return DONE;
  });
}
