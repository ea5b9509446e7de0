import type { MessageId } from '../../i18n/text.tsx';

/** Message after a log-out: without a network the server does not know of it yet (log-out.ts). */
export function loggedOut(): MessageId {
  return navigator.onLine ? 'home.logged_out' : 'home.logged_out_here';
}
