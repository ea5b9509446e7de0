/**
 * First script of every page, about 1 kB: prepares link, scale, gestures and back-forward cache,
 * then starts the shop after the first paint.
 */
import { replayEarlyInput } from './early-input.ts';
import { blockZoomGestures } from './gestures.ts';
import { captureLink } from './capture-link.ts';
import { calmLowEnd, watchScale } from './scale.ts';

/** A picture that hangs must not keep the shop from starting. */
const MAX_WAIT_MS = 3000;
const RELOADED = 'webpay:boot';
const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin'] as const;

captureLink(window);
watchScale(window);
blockZoomGestures(document);
replayEarlyInput(document);
calmLowEnd(window);
// A10: a page from the back-forward cache may show old prices and a spent session.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
startShop();

function startShop(): void {
  const tag = document.getElementById('boot');
  const { scripts = '', texts, now } = tag?.dataset ?? {};
  const [main, ...more] = scripts.split(' ').filter(Boolean);
  if (main === undefined) return;
  const start = () => load(main, more, texts);
  if (now !== undefined || document.readyState === 'complete') start();
  else whenPainted(start);
}

/** Calls `start` after the loaded page is painted, at the first touch or after three seconds. */
function whenPainted(start: () => void): void {
  let isStarted = false;
  const once = () => {
    if (isStarted) return;
    isStarted = true;
    clearTimeout(timer);
    for (const name of FIRST_TOUCH) document.removeEventListener(name, once, true);
    start();
  };
  // Started in the frame itself, the scripts would delay its paint.
  const loaded = () => requestAnimationFrame(() => setTimeout(once));
  const timer = setTimeout(once, MAX_WAIT_MS);
  window.addEventListener('load', loaded);
  for (const name of FIRST_TOUCH) document.addEventListener(name, once, true);
}

function load(main: string, more: readonly string[], texts = ''): void {
  for (const href of more) preload({ rel: 'modulepreload', href });
  preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: texts });
  // Vite must not bundle the shop into this file.
  import(/* @vite-ignore */ main).catch(reloadOnce);
}

function preload(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}

/** Reloads the page once when the script failed to load: an old page names files that are gone. */
function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED) === location.href) return;
    sessionStorage.setItem(RELOADED, location.href);
  } catch {
    return;
  }
  location.reload();
}
