import type { Role } from '@webpay/contract/calls';
import type { Project } from '../projects/catalogue-cache.ts';

/** Parameters of `signIn` and `savePlayer` from the game's answer. */
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
