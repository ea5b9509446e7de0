import { action as actionShape, ACTIONS, type Action } from '@webpay/contract/console/actions';
import * as v from 'valibot';
import type { Ctx } from '../../context.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { duePublications, endPlanned, type Planned } from '../projects/publication-queries.ts';
import { liveVersion, textsOf } from '../projects/versions.ts';
import { isAble, readStaff } from './confirmers.ts';
import { appendStep } from './record-step.ts';
import { sentenceOf } from './refusals.ts';
import { boundAct } from './registry.ts';
import { utcInWords } from './switch-words.ts';

/** A publication that is later than this is not made: the people who planned it look at it first. */
export const MAX_LATE_MS = 15 * 60_000;
/** Publications of one sweep; the next one, a second later, takes more. */
const BATCH = 20;

const WORKER = { address: '', agent: 'worker', requestId: '' };
const SHOP = { id: null, name: 'the shop' } as const;

/** Ends the transaction of a publication that is not made; the message says why. */
class NotMade extends Error {}

/** Ends the transaction of a publication that another worker made, or a person took back. */
class EndedAlready extends Error {}

/** For each project its publications whose moment has come, one after the other. */
export async function publicationsDue(ctx: Ctx): Promise<(() => Promise<void>)[]> {
  const due = await ctx.db.many(duePublications, { now: ctx.clock.now(), limit: BATCH });
  return [...Map.groupBy(due, ({ project }) => project).values()].map((ofProject) => async () => {
    for (const planned of ofProject) await publishPlanned(ctx, planned);
  });
}

/** Publishes once: a version, its rows, the end of the plan and the audit entry are one transaction. */
async function publishPlanned(ctx: Ctx, planned: Planned): Promise<void> {
  const lateMs = ctx.clock.nowMs() - planned.publish_at.getTime();
  if (lateMs > MAX_LATE_MS) {
    const minutes = MAX_LATE_MS / 60_000;
    return endUnmade(
      ctx,
      planned,
      'missed',
      `It was not published within ${minutes} minutes of its moment.`,
    );
  }
  const live = await liveVersion(ctx.db, planned.project);
  const parsed = v.safeParse(actionShape, { ...Object(planned.action), seen: live?.number });
  if (!parsed.success) {
    return endUnmade(ctx, planned, 'refused', 'This release does not know the step any more.');
  }
  try {
    const why =
      (await changedSince(ctx, planned, parsed.output)) ?? (await run(ctx, planned, parsed.output));
    if (why !== null) await endUnmade(ctx, planned, 'refused', why);
  } catch (error) {
    if (error instanceof NotMade) return endUnmade(ctx, planned, 'refused', error.message);
    if (!(error instanceof EndedAlready)) throw error;
  }
}

/** A planned file is whole: it would take back what another publication has changed in it. */
async function changedSince(
  ctx: Ctx,
  { project, action: kept }: Planned,
  action: Action,
): Promise<string | null> {
  if (action.kind !== 'publish_files') return null;
  const { seen } = v.parse(v.object({ seen: v.number() }), kept);
  const [before, now] = [
    await textsOf(ctx.db, project, seen),
    await textsOf(ctx.db, project, action.seen),
  ];
  const changed = action.files.filter(({ path }) => before.get(path) !== now.get(path));
  if (changed.length === 0) return null;
  return `Since version ${seen}, for which it was planned, other publications changed ${changed.map(({ path }) => path).join(', ')}.`;
}

/** @returns why it is not published; null: it is, or the next sweep tries again */
async function run(ctx: Ctx, planned: Planned, action: Action): Promise<string | null> {
  const by = { id: planned.by_id, name: planned.by_name };
  const ran = await boundAct(action).run(ctx, by, async (tx, done) => {
    const ended = { id: planned.id, state: 'published', why: null, now: ctx.clock.real() };
    if ((await tx.run(endPlanned, ended)) === 0) throw new EndedAlready();
    const { needs } = ACTIONS[action.kind];
    if (!isAble(await readStaff(tx), by.id, needs, planned.project)) {
      throw new NotMade(`${by.name}, who planned it, may not publish any more.`);
    }
    if (JSON.stringify(done.effects) !== JSON.stringify(planned.effects)) {
      throw new NotMade(`It would now do otherwise: ${done.effects.join(' ').slice(0, 600)}`);
    }
    if (planned.second_person === null && (done.secondPerson ?? null) !== null) {
      throw new NotMade(`It now needs a second person. ${done.secondPerson ?? ''}`);
    }
    await record(ctx, tx, planned, 'publish_planned', by, { change: done.change });
  });
  if (ran.kind === 'done') return null;
  // Another publication was first; the next sweep compares with its version.
  return ran.why === 'catalogue_moved' ? null : sentenceOf(ran);
}

/** Marks a publication that is not made, once, and tells the operators. */
async function endUnmade(
  ctx: Ctx,
  planned: Planned,
  state: 'missed' | 'refused',
  why: string,
): Promise<void> {
  const isFirst = await ctx.db.transaction(async (tx) => {
    const ended = { id: planned.id, state, why, now: ctx.clock.real() };
    if ((await tx.run(endPlanned, ended)) === 0) return false;
    await record(ctx, tx, planned, `publication_${state}`, SHOP, { why });
    return true;
  });
  if (!isFirst) return;
  const about = { publication: planned.id, project: planned.project, why };
  raiseAlert(ctx, 'publication_not_made', { ...about, at: utcInWords(planned.publish_at) });
}

async function record(
  ctx: Ctx,
  tx: Parameters<typeof appendStep>[1],
  { id, project, publish_at: at, by_name: name, because, second_person }: Planned,
  verb: string,
  who: { readonly id: string | null; readonly name: string },
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await appendStep(ctx, tx, {
    who,
    from: WORKER,
    verb,
    permission: ACTIONS.change_prices.needs,
    subject: { kind: 'project', id: project, project, playerId: null },
    because,
    detail: {
      publication: id,
      publish_at: at.getTime(),
      planned_by: name,
      second_person,
      ...detail,
    },
  });
}
