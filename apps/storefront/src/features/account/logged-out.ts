import type { MessageId } from '../../i18n/text.tsx';

/** What is said of a log-out: without a network the server cannot know of it yet (log-out.ts). */
export function loggedOut(): MessageId {
  return navigator.onLine ? 'home.logged_out' : 'home.logged_out_here';
}
