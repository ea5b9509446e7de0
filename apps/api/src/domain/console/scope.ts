import type { Ctx } from '../../context.ts';

/** An operator's projects: codes; empty: all. */
export type Sees = { readonly projects: readonly string[] };

/**
 * Codes of the projects that an answer may contain; null: all. An operator who asks for another project gets none, as if it
 * did not exist.
 */
export function scopeOf({ projects }: Sees, wanted?: string): readonly string[] | null {
  if (wanted === undefined) return projects.length === 0 ? null : projects;
  return projects.length === 0 || projects.includes(wanted) ? [wanted] : [];
}

/** The same, where an unknown project would cost a long read: it has nothing. */
export function knownScopeOf(
  { catalogue }: Pick<Ctx, 'catalogue'>,
  operator: Sees,
  wanted?: string,
): readonly string[] | null {
  const isKnown = wanted === undefined || catalogue.project(wanted) !== null;
  return isKnown ? scopeOf(operator, wanted) : [];
}
