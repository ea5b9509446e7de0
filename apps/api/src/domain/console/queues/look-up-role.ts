import { CODES } from '@webpay/contract/codes';
import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { cidOf, lookUpRole } from '../../players/look-up-role.ts';
import { inEnglish } from '../names.ts';
import { inOneLine } from '../order-words.ts';
import { scopeOf, type Sees } from '../scope.ts';

/**
 * Asks the game for the name of a character, for an operator who sends goods to it.
 * @returns null: the project or its server is unknown, or the operator does not see it
 */
export async function lookUpForOperator(
  ctx: Ctx,
  operator: Sees,
  wanted: ConsoleInput<'roleLookUp'>,
): Promise<ConsoleResult<'roleLookUp'> | null> {
  const seen = scopeOf(operator);
  if (seen !== null && !seen.includes(wanted.project)) return null;
  const project = ctx.catalogue.project(wanted.project);
  const server = project?.servers.get(wanted.server_id);
  if (project === null || server === undefined) return null;
  const place = inEnglish(ctx, project.code, server.name);
  try {
    const found = await lookUpRole(ctx, project, server, wanted.cid, 'en');
    if (found.kind !== 'found') return none('The game says that this id belongs to another game.');
    const { name, level } = found.role;
    return {
      name,
      sentence: `${inOneLine(name, 64)} is a character of level ${level} on ${place}.`,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return none(refusalOf(error, inOneLine(cidOf(project, wanted.cid), 64), place));
  }
}

const none = (sentence: string) => ({ name: null, sentence });

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
