import type { MailPurpose } from '@webpay/contract/access-shapes';
import { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { lookUpRole } from '../players/look-up-role.ts';
import { playerValues } from '../players/player-values.ts';
import { savePlayer } from '../players/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { knownPassword, type AccessSession } from './change-in-session.ts';
import { sendMailCode, type CodeRecipient } from './send-mail-code.ts';

/** @throws Refusal WRONG_STATE for an impossible change, and those of `sendMailCode` */
export async function sendCodeInSession(
  ctx: Ctx,
  project: Project,
  purpose: Exclude<MailPurpose, 'pwd_reset'>,
  who: Omit<AccessSession, 'userToken'> & Pick<CodeRecipient, 'lang' | 'counted'>,
) {
  const { session, lang, network, counted } = who;
  await knownPassword(ctx, who, purpose !== 'pwd_set');
  const { player_id: playerId, server_id: serverId, cid } = session;
  return sendMailCode(ctx, purpose, { project, playerId, serverId, cid, lang, network, counted });
}

/**
 * Sends a reset code to the character's mailbox; the answer does not reveal whether it has a password.
 * @throws Refusal PARAMETER_ERROR, NO_SUCH_CHARACTER, MAINTENANCE, and those of `sendMailCode`
 */
export async function sendResetCode(
  ctx: Ctx,
  project: Project,
  wanted: { readonly pr_id: string; readonly server_id: string; readonly cid: string },
  from: { readonly lang: string; readonly network: string },
) {
  const server = project.servers.get(wanted.server_id);
  if (server === undefined || server.pr_id !== wanted.pr_id) throw new Refusal('PARAMETER_ERROR');
  const found = await lookUpRole(ctx, project, server, wanted.cid, from.lang).catch(asMailNotSent);
  if (found.kind === 'other_game') throw new Refusal('NO_SUCH_CHARACTER');
  const values = playerValues(project, found.role, ctx.clock.now());
  const { id: playerId } = await ctx.db.one(savePlayer, values);
  const { server_id: serverId, cid } = found.role;
  return sendMailCode(ctx, 'pwd_reset', {
    project,
    playerId,
    serverId,
    cid,
    ...from,
    counted: null,
  });
}

/** Reports a silent game as an unsent mail. */
function asMailNotSent(error: unknown): never {
  if (error instanceof Refusal && error.code === CODES.GATEWAY_SILENT) {
    throw new Refusal('MAIL_NOT_SENT');
  }
  throw error;
}
