import './styles/base.css';
import './styles/late.css';
import type { Messages } from '@lingui/core';
import type { PageData } from '@webpay/contract/page';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router';
import { createTexts, translatorOf } from './i18n/text.tsx';
import { ROUTES } from './routes.tsx';
import { App } from './shell/App.tsx';
import { createHistory } from './shell/history.ts';
import { passageOf } from './shell/passage.ts';
import type { Mounted } from './shell/early-press.ts';
import { forgetGoneShop } from './shell/gone-shop.ts';
import { matchPage, matchRoute } from './shell/match-route.ts';
import { screenOf } from './shell/route.ts';
import { startShop } from './shell/start.ts';
import { watchBack } from './ui/back-layers.ts';

const MOUNTED: Mounted = 'webpay:mounted';

/** What nobody waits for leaves the line to the pictures first; who goes offline soon after needs it. */
const LATE_MS = 2000;

// Verified edge: src/shell/document.ts wrote it from this type.
const page = JSON.parse(document.getElementById('page')?.textContent ?? 'null') as PageData;
// Awaited here: texts that do not come fail the script as a whole, and boot.ts acts on that.
const texts = createTexts(page.lang, await loadTexts());
void mount();

/** S04: the shop mounts whatever the start-up brings. */
async function mount(): Promise<void> {
  watchBack();
  if (page.project === null) forgetGoneShop(matchRoute(ROUTES, window.location.pathname).project);
  startShop(page, texts);

  const { route, project } = matchPage(ROUTES, window.location.pathname, page.project);
  try {
    await screenOf(route, page.configs).preload();
  } catch {
    // The page's own boundary says so and offers to try again.
  }
  const root = document.getElementById('root');
  if (!root) return;
  const app = (
    <HistoryRouter history={createHistory()}>
      <App routes={ROUTES} page={page} texts={texts} />
    </HistoryRouter>
  );
  // As a transition React takes over a rendered page in slices and lets the player in between.
  // Whoever must go elsewhere (R21, R22) is not shown what was rendered for somebody who may stay.
  const stays = passageOf(route, project, window.location.hash).goTo === null;
  if (page.rendered && stays) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  document.getElementById('late')?.remove();
  document.dispatchEvent(new Event(MOUNTED));
  const late = () =>
    void import('./shell/after-idle.ts').then(
      (loaded) => loaded.afterIdle(page, translatorOf(texts)),
      // Nobody misses it.
      () => {},
    );
  setTimeout(late, page.counting === null ? LATE_MS : 0);
}

/** Of the page's language, from the file the page names. */
async function loadTexts(): Promise<Messages> {
  const answer = await fetch(document.getElementById('boot')?.dataset['texts'] ?? '');
  if (!answer.ok) throw new Error(`the texts did not come: ${answer.status}`);
  // Verified edge: build/asset-list.ts wrote it.
  return (await answer.json()) as Messages;
}
