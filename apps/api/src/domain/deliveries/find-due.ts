import type { Ctx } from '../../context.ts';
import { dueDeliveries, waitingPlaces } from './sql.ts';

export type DueDelivery = { readonly id: string; readonly project: string };

/** Two statements of one table of mails: the places they wait for, and those that are due there. */
export type MailsToFind = {
  readonly places: typeof waitingPlaces;
  readonly due: typeof dueDeliveries;
};

const DELIVERIES: MailsToFind = { places: waitingPlaces, due: dueDeliveries };

/**
 * The mails to send now, of every game's server as many as its game has room for: what waits for a
 * slow game, or for a server in maintenance, keeps no other's mail waiting.
 * @param roomOf how many more mails a project's game can take
 * @param mails the orders' own, unless others are named
 */
export async function findDueDeliveries(
  ctx: Ctx,
  roomOf: (project: string) => number,
  mails: MailsToFind = DELIVERIES,
): Promise<readonly DueDelivery[]> {
  const places = (await ctx.db.many(mails.places))
    .map((place) => ({ ...place, room: placeRoom(ctx, place, roomOf(place.project)) }))
    .filter(({ room }) => room > 0);
  if (places.length === 0) return [];
  return ctx.db.many(mails.due, {
    realNow: ctx.clock.real(),
    projects: places.map((place) => place.project),
    serverIds: places.map((place) => place.server_id),
    rooms: places.map((place) => place.room),
  });
}

function placeRoom(
  ctx: Ctx,
  place: { readonly project: string; readonly server_id: string },
  room: number,
): number {
  const project = ctx.catalogue.project(place.project);
  if (project === null) return room;
  const state = ctx.games.mailState(project.gameAddress, place.server_id);
  if (state === 'open') return 0;
  return state === 'probe' ? Math.min(1, room) : room;
}
