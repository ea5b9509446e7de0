import type { Ctx } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Refusal } from '../../errors.ts';
import type { Project, ProjectEvent } from '../projects/catalogue-cache.ts';
import { openCountries, type StoredWindow, windowOf } from '../projects/event-window.ts';
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

/** The events that a player may see, and where he would begin a round. */
export type Seen = {
  /** One object for all players with the same windows. */
  readonly project: Project;
  readonly country: string;
  /** Neither network nor payment nor choice says the country. */
  readonly isGuess: boolean;
  readonly kept: Known['kept'];
};

/** The project with those of its events that are open to a visitor without a session. */
export function seenByVisitor(project: Project, at: Whereabouts): Project {
  return seen(project, at, NOTHING_KNOWN).project;
}

/** The project with those of its events that this player may see, each with the player's window. */
export async function seenByPlayer(
  on: Db | Tx,
  project: Project,
  player: Who,
  at: Whereabouts,
): Promise<Seen> {
  const rounds = project.events.flatMap(roundToRead);
  // Most projects have no such event, and read nothing.
  if (rounds.length === 0 || player.is_made_up === true) return seen(project, at, NOTHING_KNOWN);
  const known = await on.one(keptCountries, { playerId: player.player_id, rounds });
  return seen(project, at, { ...known, hasCards: (player.purchases ?? []).length > 0 });
}

/** The first order that counts begins a cumulation: its times and countries. */
function roundToRead({ event_id: id, kind, windows, starts_at, window_ends_at }: ProjectEvent) {
  if (windows === null) return [];
  if (kind !== 'cumulation') return [{ event_id: id }];
  const countries = openCountries(windows);
  return [{ event_id: id, starts_at, ends_at: window_ends_at, countries }];
}

const sharedProject = createSharedViews<Project>(64);

/** Views are cached by project and event, so that countries with one window share them. */
function seen(project: Project, at: Whereabouts, known: Known): Seen {
  const named = at.network ?? known.paid ?? at.chosen;
  const country = named ?? at.guess;
  const own = { country, isGuess: named === null, kept: known.kept };
  if (project.events.every(({ windows }) => windows === null)) return { project, ...own };
  const places = project.events.map((event) => placeIn(event, at, known, country));
  const shared = sharedProject(project, JSON.stringify(places), () => ({
    ...project,
    events: project.events.flatMap((event, index) => {
      const place = places[index] ?? null;
      if (event.windows === null) return [event];
      return place === null ? [] : [inPlace(event, place)];
    }),
  }));
  return { project: shared, ...own };
}

type Place = NonNullable<ProjectEvent['place']>;

/** Null: the event is shut for the player, and holds nothing of his. */
function placeIn(
  { event_id: id, kind, windows, data }: ProjectEvent,
  { network, chosen }: Whereabouts,
  { kept, hasCards }: Known,
  country: string,
): Place | null {
  if (windows === null) return null;
  const begunIn = Object.hasOwn(kept, id) ? kept[id] : undefined;
  const indexOf = (each: string) => windows.findIndex((one) => one === windowOf(windows, each));
  const window = indexOf(begunIn ?? country);
  // Draws and sales need an open event wherever the player is or pays now, also in a round that began elsewhere.
  const isClosed =
    window === -1 ||
    [network, chosen].some((each) => each !== null && indexOf(each) === -1) ||
    (data.network === 'required' && network === null);
  if (!isClosed) return { window, isClosed };
  // Rewards that were won or paid for can be claimed from everywhere.
  const hasClaims = kind === 'card' ? begunIn !== undefined || hasCards : begunIn !== undefined;
  return hasClaims && kind !== 'bargain' ? { window, isClosed } : null;
}

const sharedEvent = createSharedViews<ProjectEvent>(300);

/** The event with one of its windows; one object for all its players. */
function inPlace(event: ProjectEvent, place: Place): ProjectEvent {
  return sharedEvent(event, JSON.stringify(place), () => {
    const window = event.windows?.[place.window];
    return { ...(window === undefined ? event : withWindow(event, window)), place };
  });
}

/** The event in one of its windows, which a pause ends. */
export function withWindow(event: ProjectEvent, window: StoredWindow): ProjectEvent {
  const [starts, ends] = [new Date(window.starts_at), new Date(window.ends_at)];
  // A window that had not begun at the pause begins no more.
  const stopped = (at: Date) =>
    event.paused_at !== null && event.paused_at < at ? event.paused_at : at;
  return { ...event, starts_at: stopped(starts), ends_at: stopped(ends) };
}

/**
 * The character plays, buys or claims, and so begins the round: from now on it has the window of this country, whatever
 * it says later.
 * @throws Refusal TRY_AGAIN when it began elsewhere in the same moment, MISSING_PARAMETERS where its country is only guessed
 */
export async function beginRound(
  ctx: Pick<Ctx, 'clock'>,
  on: Db | Tx,
  { player_id: playerId, is_made_up: isMadeUp }: Who,
  { event_id: eventId, windows }: ProjectEvent,
  { country, isGuess, kept }: Seen,
): Promise<void> {
  if (windows === null || isMadeUp === true || Object.hasOwn(kept, eventId)) return;
  if (isGuess) throw new Refusal('MISSING_PARAMETERS');
  const values = { playerId, eventId, country, at: ctx.clock.now() };
  if ((await on.maybe(insertCountry, values)) !== null) return;
  const now = await on.one(keptCountries, { playerId, rounds: [{ event_id: eventId }] });
  if (now.kept[eventId] !== country) throw new Refusal('TRY_AGAIN');
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
 * @param events those that sell a good of the order
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
