import { useEffect, useRef } from 'react';
import { useLocation } from '../router/location.tsx';
import { useConfigsIfAny } from '../api/page.tsx';
import { useText } from '../i18n/text.tsx';
import { pageTitle, type Route } from './route.ts';
import { restoreScroll } from './scroll.ts';

export type PageEffectsProps = {
  readonly route: Route;
  /** The page as loaded: the browser has already placed scroll and focus. */
  readonly isFirst: boolean;
  readonly isReturn: boolean;
};

/** Restores title, scroll position (R23) and focus when its screen is drawn or returned to. */
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
    // A page from the cache resumes where it was left, also for keyboard users.
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
    // A press before hydration has moved the focus without this listener.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && page?.contains(focused)) lastFocus.current = focused;
    page?.addEventListener('focusin', remember);
    return () => page?.removeEventListener('focusin', remember);
  }, []);

  return <span ref={marker} hidden />;
}

/**
 * Focuses the page's heading, however late its chunk brings it, unless the focus moved meanwhile.
 * @returns function that stops waiting
 */
function focusHeading(page: Element | null): () => void {
  const before = document.activeElement;
  const growth = new MutationObserver(look);
  function look(): void {
    const heading = page?.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    growth.disconnect();
    const isFree = document.activeElement === before || document.activeElement === document.body;
    if (!isFree) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  if (page) growth.observe(page, { childList: true, subtree: true });
  look();
  return () => growth.disconnect();
}
