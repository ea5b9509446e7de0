import type { CallResult } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { lookUpRole } from '../players/look-up-role.ts';
import { offerSession } from '../players/offered-session.ts';
import { logOut } from '../players/session.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { checkPassword, passwordOf, type PasswordAttempt } from './check-password.ts';

/**
 * C05: looks the character up in the game and offers a session, after its password if it has one; names the shop of
 * another game's character (F12). Stores no row: the first call that uses the token begins the session. The caller's
 * earlier session ends.
 * @throws Refusal PARAMETER_ERROR for a server of another region, NO_SUCH_CHARACTER, MAINTENANCE, GATEWAY_SILENT, and
 * those of `checkPassword`
 */
export async function findRole(
  ctx: Ctx,
  project: Project,
  wanted: { readonly pr_id: string; readonly server_id: string; readonly cid: string },
  attempt: PasswordAttempt & {
    readonly lang: string;
    /** The token of the caller's session, which the new one replaces; null: none. */
    readonly replaces: string | null;
    /** Ends that session with the first use of the new one, for a page whose player has yet to confirm. */
    readonly keepsUntilUsed: boolean;
  },
): Promise<CallResult<'role'>> {
  const { lang } = attempt;
  const server = project.servers.get(wanted.server_id);
  if (server === undefined || server.pr_id !== wanted.pr_id) throw new Refusal('PARAMETER_ERROR');
  const found = await lookUpRole(ctx, project, server, wanted.cid, lang);
  if (found.kind === 'other_game') return redirectTo(ctx, found.gameId, lang);
  const { role } = found;
  const known = await passwordOf(ctx, project, role);
  if (known !== null && known.hash !== null) {
    const { player_id: playerId, password_version: passwordVersion, hash } = known;
    await checkPassword(ctx, { project: project.code, playerId, passwordVersion, hash }, attempt);
  }
  const { replaces, keepsUntilUsed } = attempt;
  if (replaces !== null && !keepsUntilUsed) await logOut(ctx, replaces);
  const token = offerSession(ctx, project, role, known, replaces);
  return { user_token: token, role, has_pwd: known !== null && known.hash !== null };
}

function redirectTo(ctx: Ctx, gameId: string, lang: string): CallResult<'role'> {
  const other = ctx.catalogue.projectOfGame(gameId);
  if (other === null || !other.isOpen) throw new Refusal('NO_SUCH_CHARACTER');
  return {
    redirect: { website_code: other.code, name: textIn(other.name, lang, other.lang_default) },
  };
}
