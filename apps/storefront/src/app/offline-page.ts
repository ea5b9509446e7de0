import { paths } from '../router/paths.ts';
import { trustScript } from '../browser/trusted-scripts.ts';

/** The worker knows this name too (apps/api/src/http/pages/worker-script.ts). */
const CACHE = 'webpay-offline';

/**
 * Lets the installed page, and any other, say "you are offline" in the shop's own clothes instead
 * of the browser's error. The worker only answers navigations that failed, with a page that holds
 * no price and no player; everything else it leaves alone.
 */
export async function keepOfflinePage(project: string, lang: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return;
  try {
    const cache = await caches.open(CACHE);
    const address = paths.offline(project);
    const kept = await cache.match(address);
    if (isFresh(kept, lang)) return;
    // Goods and pictures first.
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
    // A private window, a full disk, a web view without workers: the shop works without.
  }
}

const DAY_MS = 86_400_000;

function isFresh(kept: Response | undefined, lang: string): boolean {
  if (kept?.headers.get('content-language') !== lang) return false;
  return Date.now() - Date.parse(kept.headers.get('date') ?? '') < DAY_MS;
}
