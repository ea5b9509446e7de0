import type { Role } from '@webpay/contract/calls';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { unreachable } from '../../platform/unreachable.ts';
import type { Project, Server } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';

export type LookedUp =
  | { readonly kind: 'found'; readonly role: Role }
  | { readonly kind: 'other_game'; readonly gameId: string };

/** A character id as its game writes it (V04). */
export function cidOf(project: Pick<Project, 'cid_upper'>, cid: string): string {
  return project.cid_upper ? cid.toUpperCase() : cid;
}

/** @throws Refusal NO_SUCH_CHARACTER, MAINTENANCE, GATEWAY_SILENT */
export async function lookUpRole(
  ctx: Ctx,
  project: Project,
  server: Server,
  wantedCid: string,
  lang: string,
): Promise<LookedUp> {
  const cid = cidOf(project, wantedCid);
  if (!project.cidForm.test(cid)) throw new Refusal('NO_SUCH_CHARACTER');
  if (server.state === 'maintenance') throw new Refusal('MAINTENANCE');
  const answer = await ctx.games.findRole(project.gameAddress, { serverId: server.server_id, cid });
  switch (answer.kind) {
    case 'found':
      return {
        kind: 'found',
        role: {
          pr_id: server.pr_id,
          server_id: server.server_id,
          server_name: textIn(server.name, lang, project.lang_default),
          cid,
          name: answer.name,
          level: answer.level,
        },
      };
    case 'other_game':
      return answer;
    case 'none':
      throw new Refusal('NO_SUCH_CHARACTER');
    case 'maintenance':
      throw new Refusal('MAINTENANCE');
    case 'silent':
      ctx.log.warn(
        { game: project.gameId, why: answer.why },
        'the game did not answer a role look-up',
      );
      throw new Refusal('GATEWAY_SILENT');
    default:
      return unreachable('answer', answer);
  }
}
