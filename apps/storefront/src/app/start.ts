import type { I18n } from '@lingui/core';
import type { PageData } from '@webpay/contract/page';
import { setClient } from '../api/call.ts';
import { createClient } from '../api/client.ts';
import { createHosts, raceEntries } from '../api/hosts.ts';
import { createServerClock } from '../api/server-clock.ts';
import { refreshTime, startSync } from '../api/sync.ts';
import { loggedOut } from '../features/account/logged-out.ts';
import {
  followOtherTabs,
  onEndElsewhere,
  repairKnownCookie,
  userOf,
} from '../features/account/session.ts';
import { hasCookie, setCookie } from '../browser/cookies.ts';
import { storage } from '../browser/storage.ts';
import { translatorOf } from '../i18n/text.tsx';
import { toast } from '../ui/Toaster/toast.ts';
import { createReactions } from './errors/reactions.ts';

/** S01–S04: creates the page's client and starts the clock. */
export function startShop(page: PageData, texts: I18n): void {
  const { configs, project } = page;
  const clock = createServerClock();
  const candidates = configs?.api_hosts ?? [];
  const ownOrigin = window.location.origin;
  const hosts = createHosts(candidates, ownOrigin);
  const fetch = (url: string, init: RequestInit) => window.fetch(url, init);

  const client = createClient({
    fetch,
    clock,
    hosts,
    secret: page.signSecret,
    caller: () => ({
      project,
      gameId: configs?.game_id ?? '',
      lang: page.lang,
      userToken: project === null ? null : (userOf(project)?.user_token ?? null),
    }),
    reactions: () => createReactions(page, translatorOf(texts)),
    isOnline: () => navigator.onLine,
  });
  setClient({ client, clock });

  const log = (message: string) => console.warn(message);
  void startSync({ fetch, hosts, clock, log, raceEntries: raceEntries(candidates, ownOrigin) });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshTime({ fetch, hosts, clock });
  });

  if (project === null) return;
  mirrorChoices(project, page);
  followOtherTabs(project);
  onEndElsewhere(() => toast(translatorOf(texts)(loggedOut())));
}

/** Repairs the cookies that mirror the storage for the server's renderer. */
function mirrorChoices(project: string, page: PageData): void {
  repairKnownCookie(project, page.known);
  // The maintenance page shows the theme of the last shop.
  setCookie('project', project, '/error');

  const country = storage.read('country', project);
  if (country !== null && !hasCookie('country', country)) {
    setCookie('country', country, `/${project}`);
  }

  const chosen = storage.read('lang', project);
  const isAllowed = page.configs?.langs.some(({ code }) => code === chosen) ?? false;
  if (chosen === null || chosen === page.lang || !isAllowed) return;
  setCookie('lang', chosen, `/${project}`);
  // S05: the stored choice overrides. A browser without cookies keeps its own language.
  if (hasCookie('lang', chosen)) window.location.reload();
}
