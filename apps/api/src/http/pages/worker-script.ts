/**
 * The service worker of one project: it answers a navigation without network with the offline page
 * (features/install caches it) and nothing else. It caches no answers and no prices.
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

/** Removes an installed worker when the project has `screens: { offline: false }`. */
export const REMOVED_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.unregister(), caches.delete('webpay-offline')]));
});
`;
