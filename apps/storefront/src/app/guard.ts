import { storage } from '../browser/storage.ts';
import { userOf } from '../features/account/session.ts';
import { orderOf, paths, withOrder } from '../router/paths.ts';
import type { Route } from './route.ts';

export type Visit = {
  /** The project of the address; null on pages of no project. */
  readonly project: string | null;
  readonly isHome: boolean;
  /** R22: this page needs a player who is logged in. */
  readonly intercept: boolean;
  /** Fields that a bank or a wallet appended, for the page that shows the order. */
  readonly search: string;
  readonly hash: string;
  readonly storedProject: string | null;
  readonly hasToken: boolean;
};

export type GuardResult = {
  /** R21: the project to remember from now on. */
  readonly store: string | null;
  /** Target of the redirect, or null to stay. */
  readonly goTo: string | null;
};

/** R21, R22: decides who may see a page. `#order=` is carried along so that home can show it. */
export function guard(visit: Visit): GuardResult {
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

/** Applies the guard to this browser's storage. The server has none and admits everyone. */
export function guardPage(
  route: Route,
  project: string | null,
  hash: string,
  search = '',
): GuardResult {
  if (typeof window === 'undefined') return { store: null, goTo: null };
  return guard({
    project,
    isHome: route.name === 'home',
    intercept: route.intercept,
    search,
    hash,
    storedProject: storage.read('project'),
    hasToken: project !== null && userOf(project) !== null,
  });
}
