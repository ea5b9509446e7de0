/**
 * The service worker of one project (features/install keeps its page): it answers a navigation that
 * found no network with the offline page, and touches nothing else. No answer of the shop, no page
 * with a price is ever kept by it.
 */
export function workerScript(code: string): string {
  return `const HOME = ${JSON.stringify(`/${code}`)};
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = origin === location.origin && (pathname === HOME || pathname.startsWith(HOME + '/'));
  if (request.mode !== 'navigate' || request.destination !== 'document' || request.method !== 'GET' || !isOurs) return;
  event.respondWith(answer(event));
});
async function answer(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(HOME + '/offline.html')) ?? Response.error();
  }
}
`;
}

/** Takes an installed worker away: the project says `screens: { offline: false }`. */
export const REMOVED_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.unregister(), caches.delete('webpay-offline')]));
});
`;
