import type { Configs } from '@webpay/contract/calls';
import { call } from '../../api/call.ts';
import type { Lang } from '../../i18n/languages.ts';
import { paths } from '../../router/paths.ts';
import { outsideLayers } from '../../router/back-layers.ts';
import { dropCookie, setCookie } from '../../browser/cookies.ts';
import { storage } from '../../browser/storage.ts';

/** Limits the wait for the configuration; the page reloads in any case. */
const LONGEST_WAIT_MS = 3000;

/** Stores the language for browser and server, refetches the configuration unless `reload_only`, and reloads (S05). */
export async function switchLanguage(
  project: string | null,
  lang: Lang,
  configs: Pick<Configs, 'reload_only'> | null,
): Promise<void> {
  if (project === null) outdateOthers();
  else storage.write('lang', lang, project);
  for (const path of cookiePaths(project)) setCookie('lang', lang, path);
  if (configs?.reload_only === false) await refetchConfigs();
  // Leaves the list's history entry first: its step back would stop the reload.
  outsideLayers(() => window.location.reload());
}

/** Paths of the game and of pages without a game. A game's own cookie is nearer and wins over `/`. */
function cookiePaths(project: string | null): readonly string[] {
  return [
    project === null ? '/' : paths.home(project),
    paths.mallCheckout(),
    paths.login(),
    '/error',
    '/webpay',
  ];
}

/** Removes older choices of single games, whose nearer cookies would win over the latest one. */
function outdateOthers(): void {
  for (const project of storage.projectsWith('lang')) {
    storage.forget('lang', project);
    dropCookie('lang', paths.home(project));
  }
}

async function refetchConfigs(): Promise<void> {
  try {
    await call('configs', {}, { background: true, signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
  } catch {
    // The reload fetches the configuration anyway.
  }
}
