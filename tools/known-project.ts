import type { Ctx } from '../apps/api/src/context.ts';
import { listService } from '../apps/api/src/domain/projects/service.ts';
import { StartError } from '../apps/api/src/start-error.ts';

/** For commands about a project's characters: who mistyped the project is not told that there is no such character. */
export async function refuseUnknownProject(ctx: Pick<Ctx, 'db'>, project: string): Promise<void> {
  const codes = (await listService(ctx)).map(({ code }) => code);
  if (codes.includes(project)) return;
  throw new StartError(`There is no project "${project}", only ${codes.join(', ')}.`);
}
