import { storage } from '../features/storage/storage.ts';
import { paths } from '../paths.ts';
import { goTo } from './go-to.ts';

/**
 * E02: no host answers. The maintenance page remembers the page that was left and returns to it.
 * @returns false where the player is there already
 */
export function leaveForMaintenance(): boolean {
  const { pathname, search, hash } = window.location;
  if (pathname === paths.maintenance()) return false;
  storage.write('pageLeft', pathname + search + hash);
  goTo(paths.maintenance());
  return true;
}
