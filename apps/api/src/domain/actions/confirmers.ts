import { permissionsOf, type Permission } from '@webpay/contract/console/permissions';
import type { Ctx } from '../../context.ts';
import { activeOperators } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Alone, an operator confirms the own step after this time, so that others can stop it. */
export const ALONE_AFTER_MS = 10 * 60_000;

/** Ids of the operators who could confirm a step of this permission in a project. */
export async function confirmersOf(
  ctx: Ctx,
  permission: Permission,
  project: string | null,
): Promise<ReadonlySet<string>> {
  const all = await ctx.db.many(activeOperators);
  const able = all.filter(
    (each) =>
      permissionsOf(each.roles).includes(permission) &&
      (project === null || each.projects.length === 0 || each.projects.includes(project)) &&
      isOldEnough(ctx, each.joined_at),
  );
  return new Set(able.map(({ id }) => id));
}

/** New accounts and passkeys confirm nothing: those made in a hurry are of no use at once. */
export function isOldEnough({ clock, config }: Ctx, joinedAt: Date | null): boolean {
  if (joinedAt === null) return false;
  return clock.real().getTime() - joinedAt.getTime() >= config.consoleConfirmAgeHours * HOUR_MS;
}

/** Whether two people could confirm steps: without them, an asker waits ten minutes and confirms alone. */
export async function hasSecondPerson(ctx: Ctx): Promise<boolean> {
  return (await confirmersOf(ctx, 'refund.create', null)).size >= 2;
}
