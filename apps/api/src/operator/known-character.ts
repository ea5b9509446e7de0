import { cidOf } from '../domain/players/look-up-role.ts';
import { createCatalogueCache } from '../domain/projects/catalogue-cache.ts';
import type { Ctx } from '../context.ts';
import { StartError } from '../platform/start-error.ts';

/**
 * The id of a character as the shop keeps it, for commands about one that is there already. What has not the form of the
 * project's ids is left as it is: it may have been taken before the form changed.
 * @throws StartError for a project that is none: who mistyped it is not told that there is no such character
 */
export async function knownCid(
  ctx: Pick<Ctx, 'db'>,
  project: string,
  given: string,
): Promise<string> {
  const catalogue = await createCatalogueCache(ctx.db);
  const known = catalogue.project(project);
  if (known === null) {
    const codes = catalogue.projects().map(({ code }) => code);
    throw new StartError(`There is no project "${project}", only ${codes.join(', ')}.`);
  }
  const cid = cidOf(known, given);
  return known.cidForm.test(cid) ? cid : given;
}
