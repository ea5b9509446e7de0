import { permissionsOf, type Permission } from '@webpay/contract/console/permissions';
import type { Ctx } from '../../context.ts';
import type { Queries } from '../../platform/db/pool.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { activeOperators } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Alone, an operator confirms the own step after this time, so that others can stop it. */
export const ALONE_AFTER_MS = 10 * 60_000;

/** Every operator who can sign in, read once for a request. */
export type Staff = readonly RowOf<typeof activeOperators>[];

export function readStaff(db: Queries): Promise<Staff> {
  return db.many(activeOperators);
}

/** Ids of the operators who could confirm a step of this permission in a project. */
export function confirmersOf(
  ctx: Ctx,
  staff: Staff,
  permission: Permission,
  project: string | null,
): ReadonlySet<string> {
  const able = staff.filter(
    (each) => mayDo(each, permission, project) && isOldEnough(ctx, each.joined_at),
  );
  return new Set(able.map(({ id }) => id));
}

/** Whether an operator can sign in, has the permission, and sees the project. */
export function isAble(
  staff: Staff,
  id: string,
  permission: Permission,
  project: string | null,
): boolean {
  return staff.some((each) => each.id === id && mayDo(each, permission, project));
}

function mayDo(
  { roles, projects }: Staff[number],
  permission: Permission,
  project: string | null,
): boolean {
  const seesIt = project === null || projects.length === 0 || projects.includes(project);
  return seesIt && permissionsOf(roles).includes(permission);
}

/** New accounts and passkeys confirm nothing: those made in a hurry are of no use at once. */
export function isOldEnough({ clock, config }: Ctx, joinedAt: Date | null): boolean {
  if (joinedAt === null) return false;
  return clock.real().getTime() - joinedAt.getTime() >= config.consoleConfirmAgeHours * HOUR_MS;
}

/** Whether two people could confirm steps: without them, an asker waits ten minutes and confirms alone. */
export function hasSecondPerson(ctx: Ctx, staff: Staff): boolean {
  return confirmersOf(ctx, staff, 'refund.create', null).size >= 2;
}
