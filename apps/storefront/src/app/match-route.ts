import type { Route } from './route.ts';

const PROJECT = ':project';

type Match = { readonly route: Route; readonly project: string | null };

/** Finds the first row of the table that fits the path; the last row fits any (R20). */
export function matchRoute(routes: readonly Route[], path: string): Match {
  for (const route of routes) {
    for (const pattern of route.paths) {
      const match = matchPattern(pattern, path);
      if (match) return { route, project: match.project };
    }
  }
  throw new Error('the table of routes has no row for any other path');
}

/** Compares part by part; slashes at the end do not count. @returns null for no match */
function matchPattern(pattern: string, path: string): { readonly project: string | null } | null {
  if (pattern === '*') return { project: null };
  const parts = path.split('/');
  while (parts.at(-1) === '') parts.pop();
  const wanted = pattern.split('/');
  const fits = (want: string, index: number) =>
    want === PROJECT ? parts[index] !== '' : want === parts[index];
  if (parts.length !== wanted.length || !wanted.every(fits)) return null;
  return { project: parts[wanted.indexOf(PROJECT)] ?? null };
}

/** Matches on a page of `pageProject`: addresses of any other project are not found (R20). */
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
