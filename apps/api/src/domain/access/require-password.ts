import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Session } from '../players/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { passwordOfPlayer } from './queries.ts';

/**
 * Where a project wants a password (`pwd_status` '1'), a session of a character without one may only set it.
 * @throws Refusal PASSWORD_REQUIRED
 */
export async function requirePassword(ctx: Ctx, project: Project, session: Session): Promise<void> {
  if (project.pwd_status === '0') return;
  const { hash } = await ctx.db.one(passwordOfPlayer, { playerId: session.player_id });
  if (hash === null) throw new Refusal('PASSWORD_REQUIRED');
}
