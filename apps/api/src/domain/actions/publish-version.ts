import type { Ctx } from '../../context.ts';
import { violatedConstraint, type Tx } from '../../platform/db/pool.ts';
import { brokenPromise } from '../events/activities/promises.ts';
import { stateOf } from '../events/days.ts';
import { CatalogueError } from '../projects/catalogue-files.ts';
import { hasDays } from '../projects/edit-window.ts';
import {
  bumpCatalogueVersion,
  eventsOfProject,
  type ListedEvent,
  lockCatalogue,
} from '../projects/queries.ts';
import type { Version } from '../projects/version-queries.ts';
import {
  addVersion,
  liveVersion,
  textsOf,
  type CatalogueChange,
  type Texts,
} from '../projects/versions.ts';
import type { ActRefused, By, Ended, Finish, Subject } from './act.ts';
import { findProject } from './service-acts.ts';

/** Changes that a plan shows, and the characters of all but prices; more are refused. */
const MAX_OTHERS = 200;
const MAX_PRICES = 2_000;
const MAX_CHARACTERS = 200_000;

export const FOLLOWS = 'Every page of the shop follows within a second.';

const DONE = { kind: 'done' } as const;
export const refused = (why: string, said?: string): ActRefused => ({
  kind: 'refused',
  why,
  ...(said === undefined ? {} : { said }),
});

export async function findCatalogue(
  ctx: Ctx,
  { project }: { readonly project: string },
): Promise<Subject | null> {
  const subject = project === 'all' ? null : await findProject(ctx, { project });
  return subject && { ...subject, path: `/shop/${project}` };
}

/** The refusal of a step whose live version is another one. */
export function moved(live: Version | null): ActRefused {
  if (live === null) return refused('no_version');
  const { number, by_name: who, made_at: at, because } = live;
  const why = because === '' ? '' : ` ${because}`;
  const time = at.toISOString().slice(0, 16).replace('T', ' ');
  return refused('catalogue_moved', `Version ${number} by ${who}, ${time} UTC.${why}`);
}

export type Wanted = {
  readonly project: string;
  readonly live: Version;
  readonly texts: Texts;
  readonly restores: number | null;
  readonly because: string;
  readonly title: string;
  /** Sentences that name every change, so that the plan's hash covers what is published. */
  readonly effects: (change: CatalogueChange) => readonly string[];
  readonly expected?: readonly string[];
  /** Why a second person must confirm; null: none must. */
  readonly secondPerson: (tx: Tx, change: CatalogueChange) => Promise<string | null>;
};

/** Ends the transaction of a publication that is refused after it wrote rows. */
class Unmade extends Error {
  readonly why: string;

  constructor(why: string, said: string) {
    super(said);
    this.why = why;
  }
}

/** The sentence about a change that is too long to be looked at; null: a plan shows it whole. */
function tooLong({ prices, others }: CatalogueChange): string | null {
  const characters = others.reduce((sum, line) => sum + line.length, 0);
  const said = [
    ...(others.length > MAX_OTHERS ? [`${others.length} rows, at most ${MAX_OTHERS}`] : []),
    ...(prices.length > MAX_PRICES ? [`${prices.length} prices, at most ${MAX_PRICES}`] : []),
    ...(characters > MAX_CHARACTERS
      ? [`${characters} characters of changes, at most ${MAX_CHARACTERS}`]
      : []),
  ];
  return said.length === 0 ? null : `It has ${said.join('; ')}.`;
}

/** An older version may have a game_id that another project took since. */
const ONE_PROJECT_PER_GAME = 'one_project_per_game';

/** Tries a publication and takes it back. @returns why no plan can show it; null: one can */
export async function whyNotShown(ctx: Ctx, project: string, texts: Texts): Promise<string | null> {
  const apply = await ctx.readForPublish(project, texts);
  try {
    return await ctx.db.transaction(async (tx) => {
      await tx.one(lockCatalogue);
      const change = await apply(tx);
      throw new Unmade('tried', tooLong(change) ?? '');
    });
  } catch (error) {
    if (error instanceof Unmade) return error.message === '' ? null : error.message;
    throw error;
  }
}

/** A running round with fixed times goes on with them: `days` in the file, as in a rollback, would promise others. */
function daysInstead(
  events: readonly ListedEvent[],
  before: Texts,
  after: Texts,
  now: Date,
): string | null {
  const isDays = (texts: Texts, { base_id: id }: ListedEvent) =>
    hasDays(texts.get('events.yaml') ?? '', id);
  const event = events.find(
    (each) => stateOf(each, now) === 'running' && !isDays(before, each) && isDays(after, each),
  );
  if (event === undefined) return null;
  const until = event.ends_at.toISOString().slice(0, 16).replace('T', ' ');
  return `${event.data.title['en'] ?? event.event_id} runs until ${until} UTC by fixed times: a window of days can follow it, not replace it.`;
}

/** Sentences about a publication that changes more than one event. @param own how the lines of that event begin */
export function changesBeside(own: string, { prices, others }: CatalogueChange): string[] {
  return [
    ...prices.map(({ productId }) => `The price of ${productId} changes.`),
    ...others.filter((line) => !line.startsWith(own)),
  ];
}

/** Publishes files in one transaction: rows, version and audit entry. Of two, the second finds that the live version moved. */
export async function publish(
  ctx: Ctx,
  {
    project,
    live: seen,
    texts,
    restores,
    because,
    title,
    effects,
    expected = [],
    secondPerson,
  }: Wanted,
  finish: Finish,
  by: By,
): Promise<Ended | ActRefused> {
  let apply: Awaited<ReturnType<Ctx['readForPublish']>>;
  try {
    apply = await ctx.readForPublish(project, texts);
  } catch (error) {
    if (error instanceof CatalogueError) return refused('catalogue_mistake', error.message);
    throw error;
  }
  const published = ctx.db.transaction(async (tx) => {
    await tx.one(lockCatalogue);
    const live = await liveVersion(tx, project);
    if (live?.number !== seen.number) return moved(live);
    const before = await tx.many(eventsOfProject, { project });
    const days = daysInstead(
      before,
      await textsOf(tx, project, live.number),
      texts,
      ctx.clock.now(),
    );
    if (days !== null) throw new Unmade('promise_broken', days);
    const change = await apply(tx);
    // No row was written, so the transaction may end as it is.
    if (change.count === 0) return refused('nothing_changes');
    const long = tooLong(change);
    if (long !== null) throw new Unmade('changes_many', long);
    const countries = [...(ctx.catalogue.project(project)?.currencyOf.keys() ?? [])];
    const after = await tx.many(eventsOfProject, { project });
    const broken = brokenPromise(before, after, countries, ctx.clock.now());
    if (broken !== null) throw new Unmade('promise_broken', broken);
    const number = await addVersion(tx, live, {
      project,
      texts,
      source: restores === null ? 'publish' : 'rollback',
      restores,
      now: ctx.clock.real(),
      byId: by.id,
      byName: by.name,
      because,
    });
    await tx.run(bumpCatalogueVersion);
    await finish(tx, {
      title,
      effects: effects(change),
      expected,
      amount: null,
      worth: null,
      secondPerson: await secondPerson(tx, change),
      change: { version: number, restores, before: live.number, ...change },
    });
    return DONE;
  });
  return published.catch((error: unknown) => {
    if (error instanceof Unmade) return refused(error.why, error.message);
    if (violatedConstraint(error) === ONE_PROJECT_PER_GAME) return refused('game_id_taken');
    if (error instanceof CatalogueError) return refused('catalogue_mistake', error.message);
    throw error;
  });
}

export const countOf = (count: number, what: string, several = `${what}s`): string =>
  `${count} ${count === 1 ? what : several}`;
