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

const ADMITTED = { store: null, goTo: null };

/**
 * R21, R22: decides who may see a page. `#order=` is carried along so that home can show it.
 * @returns the project to remember, and the target of the redirect; null: none
 */
export function guard(visit: Visit): {
  readonly store: string | null;
  readonly goTo: string | null;
} {
  const { project } = visit;
  if (project === null) return ADMITTED;
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
export function guardPage(route: Route, project: string | null, hash: string, search = '') {
  if (typeof window === 'undefined') return ADMITTED;
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
