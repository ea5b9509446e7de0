import type { Ctx } from '../../context.ts';
import type { AttemptRow } from './queries.ts';

/** The name of a project, or of its merchant, on a gateway's pages. */
export function brandOf(
  ctx: Pick<Ctx, 'catalogue' | 'config'>,
  { project, merchant }: Pick<AttemptRow, 'project' | 'merchant'>,
): string {
  const own = merchant === null ? null : ctx.config.merchants.byKey.get(merchant)?.brand;
  return own ?? ctx.catalogue.project(project)?.name['en'] ?? project;
}
