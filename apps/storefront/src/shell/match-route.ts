import { matchPath } from 'react-router';
import type { Route } from './route.ts';

type Match = { readonly route: Route; readonly project: string | null };

/** The first row of the table that fits the path; the last row fits any (R20). */
export function matchRoute(routes: readonly Route[], path: string): Match {
  for (const route of routes) {
    for (const pattern of route.paths) {
      const match = matchPath({ path: pattern, caseSensitive: true, end: true }, path);
      if (match) return { route, project: match.params['project'] ?? null };
    }
  }
  throw new Error('the table of routes has no row for any other path');
}

/**
 * The same for a page that was made for `pageProject`: an address of any other project is one of
 * an unknown project, or a stray link, and is not found (R20).
 */
export function matchPage(
  routes: readonly Route[],
  path: string,
  pageProject: string | null,
): Match {
  const match = matchRoute(routes, path);
  const isStranger = match.project !== null && match.project !== pageProject;
  return isStranger ? { route: routeNamed(routes, 'notFound'), project: null } : match;
}

export function routeNamed(routes: readonly Route[], name: Route['name']): Route {
  const route = routes.find((row) => row.name === name);
  if (!route) throw new Error(`the table of routes has no row ${name}`);
  return route;
}
