import { useEffect, useRef } from 'react';
import { useLocation } from '../router/location.tsx';
import { useConfigsIfAny } from '../api/page.tsx';
import { useText } from '../i18n/text.tsx';
import { pageTitle } from './document/page-title.ts';
import type { Route } from './route.ts';
import { restoreScroll } from './scroll.ts';

type PageEffectsProps = {
  readonly route: Route;
  /** The page as it was loaded: the browser has put scroll and focus where they belong. */
  readonly isFirst: boolean;
  readonly isReturn: boolean;
};

/**
 * Stands behind a screen and runs when that screen is really drawn, also when it comes back from
 * the page cache: title, saved scroll position (R23), focus.
 */
export function PageEffects({ route, isFirst, isReturn }: PageEffectsProps) {
  const t = useText();
  const game = useConfigsIfAny()?.name;
  const { key } = useLocation();
  const title = pageTitle(t, game, route.title);
  const wasLoaded = useRef(false);
  const lastFocus = useRef<HTMLElement | null>(null);
  const marker = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    document.title = title;
  }, [title]);

  useEffect(() => {
    const isLoad = isFirst && !wasLoaded.current;
    wasLoaded.current = true;
    if (isLoad) return;
    if (isReturn) restoreScroll(key);
    const before = lastFocus.current;
    // A page out of the cache goes on where it was left, also for who uses no pointer.
    if (isReturn && before?.isConnected) {
      before.focus({ preventScroll: true });
      return;
    }
    return focusHeading(marker.current?.closest('[data-page]') ?? null);
  }, [key, isFirst, isReturn]);

  useEffect(() => {
    const page = marker.current?.closest('[data-page]');
    const remember = ({ target }: Event) => {
      if (target instanceof HTMLElement) lastFocus.current = target;
    };
    page?.addEventListener('focusin', remember);
    return () => page?.removeEventListener('focusin', remember);
  }, []);

  return <span ref={marker} hidden />;
}

/**
 * Screen readers start a new page at its heading, however late that comes: part of the page may be a chunk of its own.
 * Sighted players see no ring on it. Whoever has moved the focus meanwhile (a popup, the player) keeps it.
 * @returns what stops the wait
 */
function focusHeading(page: Element | null): () => void {
  const before = document.activeElement;
  const growth = new MutationObserver(look);
  function look(): void {
    const heading = page?.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    growth.disconnect();
    const isFree = document.activeElement === before || document.activeElement === document.body;
    if (isFree) focusQuietly(heading);
  }
  if (page) growth.observe(page, { childList: true, subtree: true });
  look();
  return () => growth.disconnect();
}

function focusQuietly(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
