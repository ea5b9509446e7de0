import type { Ctx } from '../../context.ts';

/** The name of a project on a gateway's pages. */
export function brandOf(ctx: Pick<Ctx, 'catalogue'>, { project }: { readonly project: string }) {
  return ctx.catalogue.project(project)?.name['en'] ?? project;
}
