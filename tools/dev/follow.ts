import path from 'node:path';
import type { ViteDevServer } from 'vite';

/** Action required by a changed file. */
export type Change = 'api' | 'sandbox' | 'database' | 'routes' | 'texts' | 'console';

const ROOT = path.join(import.meta.dirname, '../..');
const WATCHED = [
  'apps/api/src',
  'apps/console/src',
  'apps/sandbox/src',
  'packages/contract/src',
  'catalogue',
];
/** Editors write a file in several steps, and several files at once. */
const SETTLE_MS = 40;

/** Action for a file, relative to the repository; null for one that only Vite or a test reads. */
export function changeOf(file: string): Change | null {
  const name = file.replaceAll('\\', '/');
  if (/\.test\.tsx?$|\/(testing|test-data)\//.test(name)) return null;
  if (name.startsWith('catalogue/') || name.endsWith('.sql')) return 'database';
  if (/^(apps\/api|packages\/contract)\/src\//.test(name)) return 'api';
  if (name.startsWith('apps/sandbox/src/')) return 'sandbox';
  if (name.startsWith('apps/console/src/')) return 'console';
  if (/^apps\/storefront\/src\/(.+\/)?routes\.tsx$/.test(name)) return 'routes';
  if (name.startsWith('apps/storefront/src/i18n/locales/')) return 'texts';
  return null;
}

/** Calls `work` with all changes since its last call, never twice at a time. */
export function followChanges(
  watcher: ViteDevServer['watcher'],
  work: (changes: ReadonlySet<Change>) => Promise<void>,
): void {
  let waiting = new Set<Change>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  watcher.add(WATCHED.map((folder) => path.join(ROOT, folder)));
  watcher.on('all', (event, file) => {
    if (event !== 'change' && event !== 'add' && event !== 'unlink') return;
    const change = changeOf(path.relative(ROOT, file));
    if (change === null) return;
    waiting.add(change);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(async () => {
        const changes = waiting;
        waiting = new Set();
        if (changes.size > 0) await work(changes);
      });
    }, SETTLE_MS);
  });
}
