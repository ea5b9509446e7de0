import { ASSUMED } from '@webpay/contract/console/simulate';
import type { Ctx } from '../../context.ts';
import { violatedConstraint } from '../../platform/db/pool.ts';
import { topUpsOf } from '../catalog/worth.ts';
import { rulesInWords } from '../events/activities/rules-in-words.ts';
import { CatalogueError } from '../projects/catalogue-files.ts';
import { eventsOfProject, lockCatalogue, type ListedEvent } from '../projects/queries.ts';
import type { Texts } from '../projects/versions.ts';
import { changedNumbers, costInWords, daysOf } from './event-cost.ts';

/** Events that one plan simulates; further ones are named. */
const MAX_SIMULATED = 5;

/** Ends the transaction of files that are only tried. */
class Tried extends Error {}

/**
 * The sentences of change_event about every event whose rules imported files change: numbers, odds and expected cost. Files
 * say nothing of players, so those of the page's beginning are assumed. None for files that cannot be published.
 */
export async function costOfDraft(
  ctx: Ctx,
  code: string,
  texts: Texts,
): Promise<readonly string[]> {
  const project = ctx.catalogue.project(code);
  const tried = project === null ? null : await tryOut(ctx, code, texts);
  if (project === null || tried === null) return [];
  const was = new Map(tried.before.map((event) => [event.event_id, event]));
  const changed = tried.after.flatMap((event) => {
    const old = was.get(event.event_id);
    if (old === undefined || old.kind !== event.kind) return [];
    const change = { before: rulesInWords(project, old), after: rulesInWords(project, event) };
    const isSame = JSON.stringify(change.before) === JSON.stringify(change.after);
    return isSame ? [] : [{ event, change }];
  });
  const topUps = topUpsOf(project, 'USD');
  const said: string[] = [];
  for (const { event, change } of changed.slice(0, MAX_SIMULATED)) {
    const simulated = { players: ASSUMED, days: daysOf(event), topUps };
    const lines = [...changedNumbers(change), ...(await costInWords(change, simulated))];
    said.push(...lines.map((line) => `${nameOf(event)}: ${line}`));
  }
  const more = changed.slice(MAX_SIMULATED).map(({ event }) => nameOf(event));
  return more.length === 0 ? said : [...said, `Not simulated: ${more.join(', ')}.`];
}

const nameOf = ({ event_id: id, data }: ListedEvent): string => data.title['en'] ?? id;

/** The events as they are, and as the files would make them. The simulation runs afterwards, without the catalogue's lock. */
async function tryOut(
  ctx: Ctx,
  project: string,
  texts: Texts,
): Promise<{
  readonly before: readonly ListedEvent[];
  readonly after: readonly ListedEvent[];
} | null> {
  const found = { before: new Array<ListedEvent>(), after: new Array<ListedEvent>() };
  try {
    const apply = await ctx.readForPublish(project, texts);
    await ctx.db.transaction(async (tx) => {
      await tx.one(lockCatalogue);
      found.before = await tx.many(eventsOfProject, { project });
      await apply(tx);
      found.after = await tx.many(eventsOfProject, { project });
      throw new Tried();
    });
  } catch (error) {
    if (error instanceof Tried) return found;
    // The publication itself says why.
    if (error instanceof CatalogueError || violatedConstraint(error) !== null) return null;
    throw error;
  }
  return null;
}
