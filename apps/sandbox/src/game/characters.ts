import type { Game } from '../catalogue.ts';
import { characterOf } from './names.ts';

export type Character = { readonly name: string; readonly level: number };

export type Found =
  | { readonly kind: 'character'; readonly character: Character }
  | { readonly kind: 'none' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'elsewhere'; readonly gameId: string };

const DIGITS = /^[0-9]{6,12}$/;
/** Games that upper-case ids also use ids of a letter and digits, in capitals only. */
const LETTER_AND_DIGITS = /^[A-Z][0-9]{6,11}$/;

/** Looks a character up by the rule of contract §6. */
export function findCharacter(game: Game, serverId: string, cid: string): Found {
  const server = game.servers.get(serverId);
  if (!server) return { kind: 'none' };
  if (server.inMaintenance) return { kind: 'maintenance' };
  const isWellFormed = DIGITS.test(cid) || (game.cidUpper && LETTER_AND_DIGITS.test(cid));
  if (!isWellFormed || cid.endsWith('0')) return { kind: 'none' };
  if (cid.startsWith('9')) return { kind: 'elsewhere', gameId: game.nextGameId };
  return { kind: 'character', character: characterOf(cid) };
}
