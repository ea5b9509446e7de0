import type { Configs } from '@webpay/contract/calls';
import { call } from '../../api/call.ts';
import type { Lang } from '../../i18n/languages.ts';
import { paths } from '../../router/paths.ts';
import { outsideLayers } from '../../router/back-layers.ts';
import { dropCookie, setCookie } from '../../browser/cookies.ts';
import { storage } from '../../browser/storage.ts';

/** The new page comes whether or not the configuration was fetched again. */
const LONGEST_WAIT_MS = 3000;

/**
 * S05: stores the choice, where the server's renderer sees it too, then fetches the configuration
 * again and reloads; projects with `reload_only` reload at once.
 */
export async function switchLanguage(
  project: string | null,
  lang: Lang,
  configs: Pick<Configs, 'reload_only'> | null,
): Promise<void> {
  if (project === null) outdateOthers();
  else storage.write('lang', lang, project);
  for (const path of spokenIn(project)) setCookie('lang', lang, path);
  if (configs?.reload_only === false) await refetchConfigs();
  // The list's own entry would be loaded anew, and its step back would stop the load.
  outsideLayers(() => window.location.reload());
}

/**
 * The game's own pages, and those of no game that lie around it. Chosen on one of the latter, it
 * also greets in every game until another is chosen there: of two cookies the nearer one counts.
 */
function spokenIn(project: string | null): readonly string[] {
  return [
    project === null ? '/' : paths.home(project),
    paths.mallCheckout(),
    paths.login(),
    '/error',
    '/webpay',
  ];
}

/** The latest choice counts, so an older one of a game makes room: its cookie lies nearer. */
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
    // The reload brings what this call would have.
  }
}
