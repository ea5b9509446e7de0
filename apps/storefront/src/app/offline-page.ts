import { paths } from '../router/paths.ts';
import { trustScript } from '../browser/trusted-scripts.ts';

/** Also named in apps/api/src/http/pages/worker-script.ts. */
const CACHE = 'webpay-offline';

/** Stores a themed offline page, without prices or player, for failed navigations. */
export async function storeOfflinePage(project: string, lang: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    const cache = await caches.open(CACHE);
    const address = paths.offline(project);
    const stored = await cache.match(address);
    if (isFresh(stored, lang)) return;
    // Low priority: goods and pictures come first.
    const page = await fetch(address, { priority: 'low' });
    if (page.ok) {
      await cache.put(address, page);
      const worker = paths.serviceWorker(project);
      trustScript(worker);
      await navigator.serviceWorker.register(worker, {
        scope: paths.home(project),
        updateViaCache: 'none',
      });
    } else {
      // The project has no such page (any more).
      await cache.delete(address);
    }
  } catch {
    // Private windows, full disks and some web views lack workers: the shop works without.
  }
}

const DAY_MS = 86_400_000;

function isFresh(stored: Response | undefined, lang: string): boolean {
  if (stored?.headers.get('content-language') !== lang) return false;
  return Date.now() - Date.parse(stored.headers.get('date') ?? '') < DAY_MS;
}
