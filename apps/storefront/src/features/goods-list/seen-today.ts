import { serverNow } from '../../api/call.ts';
import { paths } from '../../router/paths.ts';
import { setCookie } from '../../browser/cookies.ts';
import { storage } from '../../browser/storage.ts';

const DAY_MS = 86_400_000;

/** The popup picture shows once a day (UTC), on home or the goods list (C02). */
export function hasSeenPopupToday(project: string): boolean {
  return storage.read('popupDay', project) === today();
}

/** Sets the cookie for the server's renderer until the end of the day. */
export function markPopupSeen(project: string): void {
  storage.write('popupDay', today(), project);
  const leftMs = DAY_MS - (serverNow() % DAY_MS);
  setCookie('popup', 'closed', paths.home(project), Math.ceil(leftMs / 1000));
}

function today(): string {
  return new Date(serverNow()).toISOString().slice(0, 10);
}
