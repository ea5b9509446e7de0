import type { Role } from '@webpay/contract/calls';
import type { Project } from '../projects/catalogue-cache.ts';

/** A character as the game describes it, for `signIn` and `savePlayer`. */
export function playerValues(project: Pick<Project, 'code'>, role: Role, now: Date) {
  return {
    project: project.code,
    serverId: role.server_id,
    cid: role.cid,
    prId: role.pr_id,
    serverName: role.server_name,
    name: role.name,
    level: role.level,
    seenAt: now,
  };
}
