import { userOf } from '../features/session/session.ts';
import { storage } from '../features/storage/storage.ts';
import { guard, type Passage } from './guard.ts';
import type { Route } from './route.ts';

/** R21, R22 for this browser. The server knows nothing of its storage and lets everybody pass. */
export function passageOf(
  route: Route,
  project: string | null,
  hash: string,
  search = '',
): Passage {
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
