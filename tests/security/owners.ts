import { createAccessPlayer, type AccessPlayer } from '../support/access-player.ts';
import { MINIFLIX } from '../support/shopper.ts';
import { mustEqual } from './expect.ts';
import { count, type Field } from './field.ts';
import type { Seen } from './wire.ts';

export const PASSWORD = 'Owner-12x';
export const OTHER = 'Thief-34y';
/** Passwords are hashed slowly on purpose: no more of them at once. */
const MOST_HASHED = 60;

export const owner = (field: Field): Promise<AccessPlayer> =>
  createAccessPlayer(field.environment, () => field.ctx, MINIFLIX);

/** A character with a password, and the session it was set in. */
export async function lockedOwner(field: Field): Promise<AccessPlayer> {
  const player = await owner(field);
  await player.set(PASSWORD);
  return player;
}

export function times(n: number, one: (index: number) => Promise<Seen>): Promise<Seen[]> {
  return Promise.all(Array.from({ length: n }, (_, index) => one(index)));
}

export const hashed = (field: Field): number => Math.min(MOST_HASHED, field.parallel);

/** The owner comes in by this password, and by no other. */
export async function mustOpenOnlyBy(
  player: AccessPlayer,
  pwd: string,
  wrong: string,
): Promise<void> {
  const right = { pwd, ...(await player.image('role', player.stranger)) };
  mustEqual('by the right password', (await player.role(right)).code, 200);
  const other = { pwd: wrong, ...(await player.image('role', player.stranger)) };
  mustEqual('by another', (await player.role(other)).code, 20002);
}

/** How often this character's password was set, changed, removed or reset. */
export const events = (field: Field, player: AccessPlayer): Promise<number> =>
  count(field, 'access_events e join players p on p.id = e.player_id where p.cid = $1', [
    player.cid,
  ]);
