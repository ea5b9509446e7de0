import type { MailPurpose } from '@webpay/contract/access-shapes';
import { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { lookUpRole } from '../players/look-up-role.ts';
import { playerValues } from '../players/player-values.ts';
import { savePlayer } from '../players/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { knownPassword, type AccessSession } from './change-in-session.ts';
import { sendMailCode } from './send-mail-code.ts';

type Sent = Promise<{ resend_after_ms: number }>;

/**
 * A code for what a session wants to do with its password.
 * @throws Refusal WRONG_STATE for what cannot be done, and those of `sendMailCode`
 */
export async function askInSession(
  ctx: Ctx,
  project: Project,
  purpose: Exclude<MailPurpose, 'pwd_reset'>,
  who: Omit<AccessSession, 'userToken'> & { readonly lang: string },
): Sent {
  const { session, lang, network } = who;
  await knownPassword(ctx, who, purpose !== 'pwd_set');
  const { player_id: playerId, server_id: serverId, cid } = session;
  return sendMailCode(ctx, purpose, { project, playerId, serverId, cid, lang, network });
}

/**
 * A code for whoever reads the character's mail in the game. The answer is the same whether it has a password or not.
 * @throws Refusal PARAMETER_ERROR, NO_SUCH_CHARACTER, MAINTENANCE, and those of `sendMailCode`
 */
export async function askForReset(
  ctx: Ctx,
  project: Project,
  wanted: { readonly pr_id: string; readonly server_id: string; readonly cid: string },
  from: { readonly lang: string; readonly network: string },
): Sent {
  const server = project.servers.get(wanted.server_id);
  if (server === undefined || server.pr_id !== wanted.pr_id) throw new Refusal('PARAMETER_ERROR');
  const found = await lookUpRole(ctx, project, server, wanted.cid, from.lang).catch(asMailNotSent);
  if (found.kind === 'other_game') throw new Refusal('NO_SUCH_CHARACTER');
  const values = playerValues(project, found.role, ctx.clock.now());
  const { id: playerId } = await ctx.db.one(savePlayer, values);
  const { server_id: serverId, cid } = found.role;
  return sendMailCode(ctx, 'pwd_reset', { project, playerId, serverId, cid, ...from });
}

/** To who waits for a mail it is the mail that does not come. */
function asMailNotSent(error: unknown): never {
  if (error instanceof Refusal && error.code === CODES.GATEWAY_SILENT) {
    throw new Refusal('MAIL_NOT_SENT');
  }
  throw error;
}
