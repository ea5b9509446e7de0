import { storage } from '../../browser/storage.ts';
import { paths } from '../../router/paths.ts';
import { navigate } from '../../router/history.ts';

/** E02: leads to the maintenance page, which returns here. @returns false where it is shown */
export function leaveForMaintenance(): boolean {
  const { pathname, search, hash } = window.location;
  if (pathname === paths.maintenance()) return false;
  storage.write('pageLeft', pathname + search + hash);
  navigate(paths.maintenance());
  return true;
}
