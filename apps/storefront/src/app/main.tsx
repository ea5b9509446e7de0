import '../styles/base.css';
import '../styles/late.css';
import type { Messages } from '@lingui/core';
import type { PageData } from '@webpay/contract/page';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createTexts, translatorOf } from '../i18n/text.tsx';
import { ROUTES } from './routes.tsx';
import { App } from './App.tsx';
import { guardPage } from './guard.ts';
import type { Mounted } from './boot/early-input.ts';
import { forgetClosedShop } from './errors/reactions.ts';
import { matchPage, matchRoute } from './match-route.ts';
import { screenOf } from './route.ts';
import { startShop } from './start.ts';
import { currentLocation, startHistory } from '../router/history.ts';

const MOUNTED: Mounted = 'webpay:mounted';

/** Gives pictures priority over late work, yet prepares the offline page soon. */
const LATE_MS = 2000;

// Verified edge: src/app/document/document.ts wrote it from this type.
const page = JSON.parse(document.getElementById('page')?.textContent ?? 'null') as PageData;
// Awaited here: missing texts fail the whole script, and boot.ts reacts.
const texts = createTexts(page.lang, await loadTexts());
void mount();

/** S04: mounts the shop whatever start-up brings. */
async function mount(): Promise<void> {
  startHistory();
  if (page.project === null) forgetClosedShop(matchRoute(ROUTES, window.location.pathname).project);
  startShop(page, texts);

  const { route, project } = matchPage(ROUTES, window.location.pathname, page.project);
  try {
    await screenOf(route, page.configs).preload();
  } catch {
    // The page's boundary explains the failure and offers a retry.
  }
  const root = document.getElementById('root');
  if (!root) return;
  const app = <App routes={ROUTES} page={page} texts={texts} location={currentLocation()} />;
  // A transition hydrates a rendered page in slices and lets input in between.
  // A visitor who is redirected (R21, R22) must not see a page rendered for another.
  const stays = guardPage(route, project, window.location.hash).goTo === null;
  if (page.rendered && stays) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
  document.getElementById('late')?.remove();
  document.dispatchEvent(new Event(MOUNTED));
  const late = () =>
    void import('./after-idle.ts').then(
      (loaded) => loaded.afterIdle(page, translatorOf(texts)),
      () => {},
    );
  setTimeout(late, page.counting === null ? LATE_MS : 0);
}

/** Loads the texts of the page's language. */
async function loadTexts(): Promise<Messages> {
  const answer = await fetch(document.getElementById('boot')?.dataset['texts'] ?? '');
  if (!answer.ok) throw new Error(`the texts did not come: ${answer.status}`);
  // Verified edge: build/asset-list.ts wrote it.
  return (await answer.json()) as Messages;
}
