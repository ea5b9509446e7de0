import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { newId } from '../orders/ids.ts';
import {
  countPlanned,
  endPlanned,
  insertPlanned,
  plannedById,
} from '../projects/publication-queries.ts';
import { lockCatalogue } from '../projects/queries.ts';
import { liveVersion } from '../projects/versions.ts';
import type { ActRefused, Acts, By, Done, Ended, Finish } from './act.ts';
import { findCatalogue, moved, refused } from './publish-version.ts';
import { utcInWords } from './switch-words.ts';

/** Steps that can be planned. */
type Plannable = ActionOf<
  'change_prices' | 'change_event' | 'change_window' | 'change_goods' | 'publish_files'
>;
type Run<A> = (ctx: Ctx, action: A, finish: Finish, by: By) => Promise<Ended | ActRefused>;

const LEAST_AHEAD_MS = 60_000;
const MAX_AHEAD_MS = 90 * 86_400_000;
/** Planned publications of one project. */
const MAX_PLANNED = 20;

/** Ends the transaction of a publication that is only tried. */
class Tried extends Error {
  readonly done: Done;

  constructor(done: Done) {
    super('the publication is only tried');
    this.done = done;
  }
}

/** Runs a publication now; or, with a moment, tries it and keeps it for the worker. */
export function nowOrLater<A extends Plannable>(run: Run<A>): Run<A> {
  return (ctx, action, finish, by) => {
    const { publish_at: at, ...now } = action;
    if (at === undefined) return run(ctx, action, finish, by);
    // Verified edge: the same step without its moment, which is optional.
    const step = now as A;
    return planPublication(ctx, step, {
      at,
      run: (tried) => run(ctx, step, tried, by),
      finish,
      by,
    });
  };
}

async function planPublication(
  ctx: Ctx,
  action: Plannable,
  {
    at,
    run,
    finish,
    by,
  }: {
    readonly at: number;
    readonly run: (finish: Finish) => Promise<Ended | ActRefused>;
    readonly finish: Finish;
    readonly by: By;
  },
): Promise<Ended | ActRefused> {
  const ahead = at - ctx.clock.nowMs();
  if (ahead < LEAST_AHEAD_MS) return refused('publication_too_soon');
  if (ahead > MAX_AHEAD_MS) return refused('publication_too_late');
  const tried = await tryOut(run);
  if ('kind' in tried) return tried;
  const { project, seen, because } = action;
  const publishAt = new Date(at);
  return ctx.db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const live = await liveVersion(tx, project);
    if (live?.number !== seen) return moved(live);
    const { count } = await tx.one(countPlanned, { project });
    if (count >= MAX_PLANNED) return refused('publications_many');
    const id = newId(ctx);
    await tx.run(insertPlanned, {
      id,
      project,
      action,
      title: tried.title,
      effects: tried.effects,
      secondPerson: tried.secondPerson ?? null,
      because,
      publishAt,
      byId: by.id,
      byName: by.name,
      now: ctx.clock.real(),
    });
    const moment = utcInWords(publishAt);
    await finish(tx, {
      ...tried,
      title: `${tried.title} on ${moment}`,
      effects: [
        `The shop publishes it on ${moment}, after the same checks.`,
        'If it would then do otherwise, it is not published, and operators are told.',
        ...tried.effects,
      ],
      change: { publication: id, publish_at: at, ...changeOf(tried) },
    });
    return { kind: 'done' };
  });
}

/** The result of a publication that is rolled back. */
async function tryOut(
  run: (finish: Finish) => Promise<Ended | ActRefused>,
): Promise<Done | ActRefused> {
  try {
    const ran = await run((_, done) => Promise.reject(new Tried(done)));
    if (ran.kind === 'refused') return ran;
  } catch (error) {
    if (error instanceof Tried) return error.done;
    throw error;
  }
  throw new Error('a publication ended without its last statement');
}

/** The tried version has no number yet. */
function changeOf({ change }: Done): object {
  const { version: _, ...others } = Object(change) as Record<string, unknown>;
  return others;
}

/** Steps with a planned publication. */
export const PUBLICATION_ACTS: Acts<'cancel_publication'> = {
  cancel_publication: {
    find: async (ctx, { publication_id: id }) => {
      const row = await ctx.db.maybe(plannedById, { id });
      return row && findCatalogue(ctx, row);
    },
    run: cancelPublication,
  },
};

async function cancelPublication(
  ctx: Ctx,
  { publication_id: id, because }: ActionOf<'cancel_publication'>,
  finish: Finish,
  by: By,
): Promise<Ended | ActRefused> {
  return ctx.db.transaction(async (tx) => {
    const row = await tx.maybe(plannedById, { id });
    const why = `${by.name}: ${because}`;
    const ended = { id, state: 'cancelled', why, now: ctx.clock.real() };
    // Waits for a worker that publishes it now.
    if (row === null || (await tx.run(endPlanned, ended)) === 0)
      return refused('publication_ended');
    const isWaiting = row.state === 'waiting';
    await finish(tx, {
      title: isWaiting ? 'Take the planned publication back' : 'Close the planned publication',
      effects: [
        isWaiting
          ? `It is not published on ${utcInWords(row.publish_at)}: ${row.title}.`
          : `It was not published, and leaves the overview: ${row.title}.`,
      ],
      amount: null,
      worth: null,
      change: { publication: id, publish_at: row.publish_at, was: row.state },
    });
    return { kind: 'done' };
  });
}
