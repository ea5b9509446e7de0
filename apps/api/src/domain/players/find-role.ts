import type { CallResult, Role } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { lookUpRole } from './look-up-role.ts';
import { playerValues } from './player-values.ts';
import { hashToken, newUserToken, SESSION_LIFE_MS } from './session.ts';
import { signIn } from './sql.ts';

/**
 * C05: asks the game who the character is and opens a session for it; or names the shop of the
 * game it belongs to (F12).
 * @throws Refusal PARAMETER_ERROR for a server that is not the region's, NO_SUCH_CHARACTER,
 *   MAINTENANCE, GATEWAY_SILENT
 */
export async function findRole(
  ctx: Ctx,
  project: Project,
  wanted: { readonly pr_id: string; readonly server_id: string; readonly cid: string },
  lang: string,
): Promise<CallResult<'role'>> {
  const server = project.servers.get(wanted.server_id);
  if (server === undefined || server.pr_id !== wanted.pr_id) throw new Refusal('PARAMETER_ERROR');
  const found = await lookUpRole(ctx, project, server, wanted.cid, lang);
  if (found.kind === 'other_game') return redirectTo(ctx, found.gameId, lang);
  const { role } = found;
  return { user_token: await openSession(ctx, project, role), role, has_pwd: false };
}

async function openSession(ctx: Ctx, project: Project, role: Role): Promise<string> {
  const token = newUserToken(ctx);
  const now = ctx.clock.now();
  await ctx.db.run(signIn, [
    ...playerValues(project, role, now),
    hashToken(token),
    new Date(now.getTime() + SESSION_LIFE_MS),
  ]);
  return token;
}

function redirectTo(ctx: Ctx, gameId: string, lang: string): CallResult<'role'> {
  const other = ctx.catalogue.projectOfGame(gameId);
  if (other === null || !other.isOpen) throw new Refusal('NO_SUCH_CHARACTER');
  return {
    redirect: { website_code: other.code, name: textIn(other.name, lang, other.lang_default) },
  };
}
