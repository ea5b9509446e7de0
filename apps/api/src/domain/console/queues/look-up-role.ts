import { CODES } from '@webpay/contract/codes';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { cidOf, lookUpRole } from '../../players/look-up-role.ts';
import { inEnglish } from '../names.ts';
import { inOneLine } from '../order-words.ts';
import { AskedTooOften, lookingCtx } from '../../actions/asks.ts';
import type { Operator, Refused } from '../../operators/operator.ts';
import { playerOfCharacter } from '../player-queries.ts';
import { scopeOf } from '../scope.ts';

/**
 * Asks the game for the name of a character, for an operator who sends goods to it.
 * @returns null: the project or its server is unknown, or the operator does not see it
 */
export async function lookUpForOperator(
  ctx: Ctx,
  operator: Pick<Operator, 'id' | 'projects'>,
  wanted: ConsoleInput<'roleLookUp'>,
): Promise<ConsoleResult<'roleLookUp'> | Refused | null> {
  const seen = scopeOf(operator);
  if (seen !== null && !seen.includes(wanted.project)) return null;
  const project = ctx.catalogue.project(wanted.project);
  const server = project?.servers.get(wanted.server_id);
  if (project === null || server === undefined) return null;
  const place = inEnglish(ctx, project.code, server.name);
  try {
    const asking = lookingCtx(ctx, operator.id);
    const found = await lookUpRole(asking, project, server, wanted.cid, 'en');
    if (found.kind !== 'found') return none('The game says that this id belongs to another game.');
    const character = { project: project.code, serverId: server.server_id, cid: found.role.cid };
    const known = await ctx.db.maybe(playerOfCharacter, character);
    const { name, level } = found.role;
    return {
      name,
      player_id: known === null ? null : String(known.id),
      sentence: `${inOneLine(name, 64)} is a character of level ${level} on ${place}.`,
    };
  } catch (error) {
    if (error instanceof AskedTooOften) return askedTooOften(error);
    if (!(error instanceof Refusal)) throw error;
    return none(refusalOf(error, inOneLine(cidOf(project, wanted.cid), 64), place));
  }
}

const none = (sentence: string) => ({ name: null, player_id: null, sentence });

function askedTooOften({ message, waitMs }: AskedTooOften): Refused {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1_000));
  return { refused: { status: 429, code: 'asked_too_often', detail: message, retryAfterS } };
}

function refusalOf({ code }: Refusal, cid: string, place: string): string {
  switch (code) {
    case CODES.NO_SUCH_CHARACTER:
      return `The game knows no character ${cid} on ${place}.`;
    case CODES.MAINTENANCE:
      return `${place} is closed for maintenance: try again later.`;
    default:
      return 'The game does not answer now: try again later.';
  }
}
