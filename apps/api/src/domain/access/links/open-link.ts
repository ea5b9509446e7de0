import type { CallResult, Role } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { gameGateway } from '../../../config/games.ts';
import type { Ctx } from '../../../context.ts';
import { readOfGame } from '../../../games/signed-text.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { Refusal } from '../../../errors.ts';
import { characterHashes as hashesOf } from '../log-out-character.ts';
import { passwordOf } from '../check-password.ts';
import type { Device } from '../device.ts';
import { linksEndedSince, linkUse, lockLinksOf, useLink } from '../queries.ts';
import { cidOf, lookUpRole } from '../../players/look-up-role.ts';
import { openLinkSession } from '../../players/session.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { CLOCK_TOLERANCE_MS, readLink, type LinkClaims } from './access-link.ts';

/**
 * F18: opens the session of an access link, once, without an access password, because the game vouches for its player.
 * Looks the character up before it uses the link, so that a silent game does not consume it.
 * @throws Refusal PARAMETER_ERROR for a wrong signature, NO_SUCH_PROJECT, LINK_EXPIRED also for a used link or one made
 * before a log-out, NO_SUCH_ACCOUNT for a missing character, MAINTENANCE, GATEWAY_SILENT, TRY_AGAIN
 */
export async function openLink(
  ctx: Ctx,
  project: Project,
  link: string,
  { lang, device }: { readonly lang: string; readonly device: Device },
): Promise<CallResult<'link'>> {
  const claims = readClaims(ctx, project, link);
  if (claims.exp <= ctx.clock.nowMs()) throw new Refusal('LINK_EXPIRED');
  const { code } = project;
  const { ref } = claims;
  // Saves a role look-up; the insert below decides between concurrent openings.
  const earlier = await ctx.db.maybe(linkUse, { project: code, ref });
  if (earlier !== null) throw new Refusal('LINK_EXPIRED');
  const role = await roleOf(ctx, project, claims, lang);
  const known = await passwordOf(ctx, project, role);
  const token = await ctx.db.transaction(async (tx) => {
    await refuseEndedLink(ctx, tx, claims);
    const expiresAt = new Date(claims.exp);
    const usedAt = ctx.clock.now();
    const used = await tx.run(useLink, { project: code, ref, expiresAt, usedAt });
    if (used === 0) throw new Refusal('LINK_EXPIRED');
    return openLinkSession(ctx, project, role, known?.password_version ?? 0, tx);
  });
  const hasPassword = known !== null && known.hash !== null;
  if (hasPassword) {
    const { player_id: playerId, password_version: passwordVersion } = known;
    device.remember({ playerId, passwordVersion });
  }
  return { user_token: token, role, has_pwd: hasPassword };
}

/** Also covers unknown characters, which have no password version to check. */
async function refuseEndedLink(ctx: Ctx, tx: Tx, claims: LinkClaims): Promise<void> {
  const { website_code, server_id: serverId, cid, iat } = claims;
  const characterHashes = hashesOf(ctx, website_code, cid);
  await tx.many(lockLinksOf, { characterHashes });
  const since = new Date(iat - CLOCK_TOLERANCE_MS);
  const ended = await tx.maybe(linksEndedSince, { characterHashes, serverId, since });
  if (ended !== null) throw new Refusal('LINK_EXPIRED');
}

function readClaims(ctx: Ctx, project: Project, link: string): LinkClaims {
  const claims = readOfGame(
    gameGateway(ctx.config.games, project.gameId),
    (key) => readLink(key, link, ctx.clock.nowMs()),
    () => ctx.metrics.secondKeyUses.inc({ key: `GAMES_FILE/${project.gameId}` }),
  );
  // Games may share a key; a link is valid in one project only.
  if (claims === null || claims.website_code !== project.code) throw new Refusal('PARAMETER_ERROR');
  if (!project.isOpen) throw new Refusal('NO_SUCH_PROJECT');
  return { ...claims, cid: cidOf(project, claims.cid) };
}

async function roleOf(ctx: Ctx, project: Project, claims: LinkClaims, lang: string): Promise<Role> {
  const server = project.servers.get(claims.server_id);
  if (server === undefined) throw new Refusal('NO_SUCH_ACCOUNT');
  const found = await lookUpRole(ctx, project, server, claims.cid, lang).catch((error: unknown) => {
    const isMissing = error instanceof Refusal && error.code === CODES.NO_SUCH_CHARACTER;
    throw isMissing ? new Refusal('NO_SUCH_ACCOUNT') : error;
  });
  if (found.kind === 'other_game') throw new Refusal('NO_SUCH_ACCOUNT');
  return found.role;
}
