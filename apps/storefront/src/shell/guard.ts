import { orderOf, paths, withOrder } from '../paths.ts';

export type Visit = {
  /** The project of the address; null on pages of no project. */
  readonly project: string | null;
  readonly isHome: boolean;
  /** R22: this page needs a player who is logged in. */
  readonly intercept: boolean;
  /** What a bank or a wallet appended, for the page that shows the order. */
  readonly search: string;
  readonly hash: string;
  readonly storedProject: string | null;
  readonly hasToken: boolean;
};

export type Passage = {
  /** R21: the project to remember from now on. */
  readonly store: string | null;
  /** Where to go instead, or null to stay. */
  readonly goTo: string | null;
};

/** R21, R22: who may see which page. `#order=` is carried along so that home can show it. */
export function guard(visit: Visit): Passage {
  const { project } = visit;
  if (project === null) return { store: null, goTo: null };
  const isNew = visit.storedProject !== project;
  const mustGo = isNew || (visit.intercept && !visit.hasToken);
  return {
    store: isNew ? project : null,
    goTo: mustGo && !visit.isHome ? homeWithOrder(project, visit) : null,
  };
}

function homeWithOrder(project: string, { search, hash }: Visit): string {
  const token = orderOf(hash);
  const home = paths.home(project);
  return token === null ? home : withOrder(home + search, token);
}
