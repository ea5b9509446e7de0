import type { Ctx } from '../../context.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import type { Session } from '../players/queries.ts';
import type { Device } from '../access/device.ts';
import { rightFacts } from './queries.ts';

/** Cards that a character keeps at once, those that are being saved included. */
export const MAX_CARDS = 5;

/** The right of a session to its character's cards; the password's version binds each card to it. */
export type CardRight = {
  readonly playerId: number;
  readonly project: string;
  readonly passwordVersion: number;
  /** A code of the in-game mail has confirmed the device: cards may be seen and used. */
  readonly isConfirmed: boolean;
  readonly cards: number;
};

/** A session that asks, and the device as codes of the in-game mail have confirmed it. */
export type CardCaller = { readonly session: Session; readonly confirmed: Device };

/**
 * A session was opened with the password when its character has one: every change of the password ends all others. An
 * access link opens one without it.
 * @returns null where no card is kept: the project, the password or the session does not allow it
 */
export async function cardRight(
  ctx: Pick<Ctx, 'db'>,
  { code, screens }: Pick<Project, 'code' | 'screens'>,
  { session, confirmed }: CardCaller,
): Promise<CardRight | null> {
  if (screens['savedCards'] !== true || session.by_link || session.project !== code) return null;
  const playerId = session.player_id;
  const facts = await ctx.db.one(rightFacts, { playerId });
  if (!facts.has_password) return null;
  const passwordVersion = facts.password_version;
  const isConfirmed = confirmed.numberFor({ playerId, passwordVersion }) !== null;
  return { playerId, project: code, passwordVersion, isConfirmed, cards: facts.cards };
}

/** Whether the payer may be asked to keep one more card. */
export function mayKeepMore(right: CardRight | null): right is CardRight {
  return right !== null && right.cards < MAX_CARDS;
}
