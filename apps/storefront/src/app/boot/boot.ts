/**
 * The first script of every page, about one kilobyte: what must hold before the shop itself runs
 * (an access link, scale, gestures, the back-forward cache), and the start of the shop once the picture stands.
 */
import { reloadWhenRestored } from './bfcache.ts';
import { keepEarlyPress } from './early-press.ts';
import { blockZoomGestures } from './gestures.ts';
import { keepLink } from './keep-link.ts';
import { spareLowEnd } from './low-end.ts';
import { keepScale } from './scale.ts';

/** A hanging picture must not keep the shop from starting. */
const LONGEST_WAIT_MS = 3000;
const RELOADED = 'webpay:boot';
const FIRST_TOUCH = ['pointerdown', 'keydown', 'focusin'] as const;

keepLink(window);
keepScale(window);
blockZoomGestures(document);
keepEarlyPress(document);
reloadWhenRestored(window);
spareLowEnd(window);
startShop();

function startShop(): void {
  const tag = document.getElementById('boot');
  const scripts = (tag?.dataset['scripts'] ?? '').split(' ').filter(Boolean);
  const [main, ...more] = scripts;
  if (main === undefined) return;
  if (tag?.dataset['now'] !== undefined || document.readyState === 'complete') {
    load(main, more, tag?.dataset['texts']);
    return;
  }
  whenPictureStands(() => load(main, more, tag?.dataset['texts']));
}

/** Once what `load` completed is painted, at the first touch, or after three seconds: whichever comes first. */
function whenPictureStands(start: () => void): void {
  let isStarted = false;
  const once = () => {
    if (isStarted) return;
    isStarted = true;
    clearTimeout(timer);
    for (const name of FIRST_TOUCH) document.removeEventListener(name, once, true);
    start();
  };
  // Begun in the frame itself, the scripts would come before its picture.
  const loaded = () => requestAnimationFrame(() => setTimeout(once));
  const timer = setTimeout(once, LONGEST_WAIT_MS);
  window.addEventListener('load', loaded);
  for (const name of FIRST_TOUCH) document.addEventListener(name, once, true);
}

function load(main: string, more: readonly string[], texts = ''): void {
  for (const href of more) preload({ rel: 'modulepreload', href });
  preload({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: texts });
  // A plain address: Vite must not bundle the shop into this file.
  import(/* @vite-ignore */ main).catch(reloadOnce);
}

/** All at once: none need wait for the one that asks for it. */
function preload(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}

/**
 * The shop's script did not load: most often the page is older than the files it names, and the
 * next one will not be. Only once, and not at all where that cannot be remembered.
 */
function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(RELOADED) === location.href) return;
    sessionStorage.setItem(RELOADED, location.href);
  } catch {
    return;
  }
  location.reload();
}
