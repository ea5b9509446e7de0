import type { Role } from '@webpay/contract/calls';
import type { Project } from '../projects/catalogue-cache.ts';

/** What the game says of a character, in the order in which `signIn` and `savePlayer` take it (sql.ts). */
export function playerValues(project: Pick<Project, 'code'>, role: Role, now: Date) {
  return [
    project.code,
    role.server_id,
    role.cid,
    role.pr_id,
    role.server_name,
    role.name,
    role.level,
    now,
  ] as const;
}
