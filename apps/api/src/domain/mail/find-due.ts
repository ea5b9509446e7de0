import type { RowOf } from '../../platform/db/statement.ts';
import type { Ctx } from '../../context.ts';
import { dueMails, MAIL_KINDS, mailPlaces } from './queries.ts';

export type DueMail = RowOf<typeof dueMails>;

/**
 * Finds the mails to send now, up to a game's free capacity for each kind and server: a slow game, a server in
 * maintenance or a crowd of reminders delays no other mail. Purchases come first.
 * @param roomOf how many more mails a project's game can take
 */
export async function findDueMails(
  ctx: Ctx,
  roomOf: (project: string) => number,
): Promise<readonly DueMail[]> {
  const places = (await ctx.db.many(mailPlaces))
    .map((place) => ({ ...place, room: placeRoom(ctx, place, roomOf(place.project)) }))
    .filter(({ room }) => room > 0);
  if (places.length === 0) return [];
  const due = await ctx.db.many(dueMails, {
    realNow: ctx.clock.real(),
    kinds: places.map((place) => place.kind),
    projects: places.map((place) => place.project),
    serverIds: places.map((place) => place.server_id),
    rooms: places.map((place) => place.room),
  });
  return due.toSorted((a, b) => MAIL_KINDS.indexOf(a.kind) - MAIL_KINDS.indexOf(b.kind));
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
