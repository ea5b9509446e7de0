import type { Project } from '../../domain/projects/catalogue-cache.ts';

/** The country asked for, else the one `configs` guesses. */
export function countryOf(call: {
  readonly project: Project;
  readonly countryHint: string | null;
  readonly input: { readonly country?: string | undefined };
}): string {
  if (call.input.country !== undefined) return call.input.country;
  const { countryHint, project } = call;
  return countryHint !== null && project.currencyOf.has(countryHint)
    ? countryHint
    : project.country_default;
}
