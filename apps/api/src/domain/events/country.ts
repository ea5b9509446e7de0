import type { Ctx } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { Project, ProjectEvent } from '../projects/catalogue-cache.ts';
import { type StoredWindow, windowOf } from '../projects/event-window.ts';
import { createSharedViews } from '../projects/shared-views.ts';
import { lockOrder } from '../orders/queries.ts';
import { insertCountry, keptCountries } from './queries.ts';

/** Which window of an event a player has, and where the event is shut for him (docs/decisions/0093). */

/** Countries of one call. */
export type Whereabouts = {
  /** Named by a trusted proxy: nothing in the shop switches it. Null: unknown. */
  readonly network: string | null;
  /** The player's choice, in which he would pay. Null: the call has none. */
  readonly chosen: string | null;
  /** A guess, for want of anything else. */
  readonly guess: string;
};

type Who = {
  readonly player_id: number;
  /** A preview's player is nobody, of whom nothing is known or kept. */
  readonly is_made_up?: boolean;
  /** Bought cards, where they were read. */
  readonly purchases?: readonly unknown[];
};

/** Facts of a player, besides the call. */
type Known = {
  /** Country by round: where the character has begun it. */
  readonly kept: Readonly<Record<string, string>>;
  /** Country of the last paid order. */
  readonly paid: string | null;
  readonly hasCards: boolean;
};
const NOTHING_KNOWN: Known = { kept: {}, paid: null, hasCards: false };

/** The project with those of its events that are open to a visitor without a session. */
export function seenByVisitor(project: Project, at: Whereabouts): Project {
  return seen(project, at, NOTHING_KNOWN);
}

/** The project with those of its events that this player may see, each with the player's window. */
export async function seenByPlayer(
  on: Db | Tx,
  project: Project,
  player: Who,
  at: Whereabouts,
): Promise<Project> {
  const eventIds = project.events.flatMap(({ event_id: id, windows }) =>
    windows === null ? [] : [id],
  );
  // Most projects have no such event, and read nothing.
  if (eventIds.length === 0) return project;
  if (player.is_made_up === true) return seen(project, at, NOTHING_KNOWN);
  const known = await on.one(keptCountries, { playerId: player.player_id, eventIds });
  return seen(project, at, { ...known, hasCards: (player.purchases ?? []).length > 0 });
}

const sharedProject = createSharedViews<Project>(64);

/** One object for all players with the same windows, because views are cached by it. */
function seen(project: Project, at: Whereabouts, known: Known): Project {
  if (project.events.every(({ windows }) => windows === null)) return project;
  const places = project.events.map((event) => placeIn(event, at, known));
  return sharedProject(project, JSON.stringify(places), () => ({
    ...project,
    events: project.events.flatMap((event, index) => {
      const place = places[index] ?? null;
      if (event.windows === null) return [event];
      return place === null ? [] : [inCountry(event, place)];
    }),
  }));
}

type Place = NonNullable<ProjectEvent['place']>;

/** Null: the event is shut for the player, and holds nothing of his. */
function placeIn(
  { event_id: id, kind, windows }: ProjectEvent,
  { network, chosen, guess }: Whereabouts,
  { kept, paid, hasCards }: Known,
): Place | null {
  if (windows === null) return null;
  const begunIn = Object.hasOwn(kept, id) ? kept[id] : undefined;
  const country = begunIn ?? network ?? paid ?? chosen ?? guess;
  // Draws and sales need an open event wherever the player is or pays now, also in a round that began elsewhere.
  const isClosed = [country, network, chosen].some(
    (each) => each !== null && windowOf(windows, each) === null,
  );
  const place = { country, isClosed, hasBegun: begunIn !== undefined };
  if (!isClosed) return place;
  // Rewards that were won or paid for can be claimed from everywhere.
  const hasClaims = kind === 'card' ? place.hasBegun || hasCards : place.hasBegun;
  return hasClaims && kind !== 'bargain' ? place : null;
}

const sharedEvent = createSharedViews<ProjectEvent>(300);

/** The event with the window of a country; one object for all its players. */
function inCountry(event: ProjectEvent, place: Place): ProjectEvent {
  return sharedEvent(event, JSON.stringify(place), () => {
    const window = windowOf(event.windows ?? [], place.country);
    return { ...(window === null ? event : withWindow(event, window)), place };
  });
}

/** The event in one of its windows, which a pause ends. */
export function withWindow(event: ProjectEvent, window: StoredWindow): ProjectEvent {
  const [starts, ends] = [new Date(window.starts_at), new Date(window.ends_at)];
  const { paused_at: paused } = event;
  return { ...event, starts_at: starts, ends_at: paused !== null && paused < ends ? paused : ends };
}

/**
 * The character begins the round: from now on it has the window of this country, whatever it says later.
 * @throws Refusal TRY_AGAIN when it began elsewhere in the same moment
 */
export async function beginRound(
  ctx: Pick<Ctx, 'clock'>,
  on: Db | Tx,
  { player_id: playerId, is_made_up: isMadeUp }: Who,
  { event_id: eventId, place }: ProjectEvent,
): Promise<void> {
  if (place === undefined || place.hasBegun || isMadeUp === true) return;
  const { country } = place;
  const values = { playerId, eventId, country, at: ctx.clock.now() };
  if ((await on.maybe(insertCountry, values)) !== null) return;
  const { kept } = await on.one(keptCountries, { playerId, eventIds: [eventId] });
  if (kept[eventId] !== country) throw new Refusal('TRY_AGAIN');
}

/** Whether an event may be played or bought in now, by the place that `seenByPlayer` found. */
export const isOpenHere = ({ place }: ProjectEvent): boolean => place?.isClosed !== true;

/** Countries of a purchase. */
export type PayCountries = {
  /** The country that the player pays in. */
  readonly country: string;
  /** The one that a trusted proxy named. */
  readonly networkCountry?: string | null;
};

export const whereaboutsOf = ({ country, networkCountry }: PayCountries): Whereabouts => ({
  network: networkCountry ?? null,
  chosen: country,
  guess: country,
});

/**
 * An order that was placed is paid after its event too, but in no other country than its own where the event is shut.
 * @throws Refusal NOT_IN_ACTIVITY_TIME
 */
export async function refuseMoved(
  tx: Tx,
  events: readonly ProjectEvent[],
  country: string,
  orderId: string,
): Promise<void> {
  const isClosed = events.some(
    ({ windows }) => windows !== null && windowOf(windows, country) === null,
  );
  if (!isClosed) return;
  const order = await tx.one(lockOrder, { orderId });
  if (order.country !== country) throw new Refusal('NOT_IN_ACTIVITY_TIME');
}
