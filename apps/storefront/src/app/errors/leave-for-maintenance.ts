import { storage } from '../../browser/storage.ts';
import { paths } from '../../router/paths.ts';
import { navigate } from '../../router/history.ts';

/**
 * E02: no host answers. The maintenance page remembers the page that was left and returns to it.
 * @returns false where the player is there already
 */
export function leaveForMaintenance(): boolean {
  const { pathname, search, hash } = window.location;
  if (pathname === paths.maintenance()) return false;
  storage.write('pageLeft', pathname + search + hash);
  navigate(paths.maintenance());
  return true;
}
