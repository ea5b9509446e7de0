import { Activity, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useConfigsIfAny, usePage } from '../api/page.tsx';
import { storage } from '../browser/storage.ts';
import { onSessionEnd } from '../features/account/session.ts';
import type { Location } from '../router/history.ts';
import { LocationScope, Redirect, useVisit } from '../router/location.tsx';
import { ScreenBoundary } from './errors/ScreenBoundary.tsx';
import { guardPage } from './guard.ts';
import { matchPage, routeNamed } from './match-route.ts';
import { advance, type CachedPage, suppressesPopup } from './page-cache.ts';
import { PageEffects, type PageEffectsProps } from './PageEffects.tsx';
import styles from './Pages.module.css';
import { PageSkeleton } from './PageSkeleton.tsx';
import { type Route, type RouteName, screenOf } from './route.ts';
import { watchScroll } from './scroll.ts';

type Shown = {
  /** Compared by identity: an address typed by hand reuses the key `default`. */
  readonly location: Location;
  readonly pages: readonly CachedPage<Location>[];
  /** Next page id. A history key may come back, an id never does. */
  readonly drawn: number;
};

const FIRST = '0';

type PagesProps = { readonly routes: readonly Route[]; readonly first: Location };

/** Renders the page of the current address, with the cached pages hidden behind it (R24). */
export function Pages({ routes, first }: PagesProps) {
  const { location, isReturn } = useVisit(first);
  const { project: pageProject } = usePage();
  const { route, project } = matchPage(routes, location.pathname, pageProject);
  const guarded = guardPage(route, project, location.hash, location.search);

  const [shown, setShown] = useState<Shown>(() => ({
    location,
    pages: [{ id: FIRST, route: route.name, location }],
    drawn: 1,
  }));
  if (shown.location !== location && guarded.goTo === null) {
    const fresh = { id: String(shown.drawn), route: route.name, location };
    const pages = advance(shown.pages, fresh);
    setShown({ location, pages, drawn: shown.drawn + 1 });
  }
  useEffect(
    () => onSessionEnd(() => setShown((now) => ({ ...now, pages: now.pages.slice(-1) }))),
    [],
  );

  const { store } = guarded;
  useEffect(() => {
    if (store !== null) storage.write('project', store);
  }, [store]);
  useLayoutEffect(() => {
    document.body.style.background = route.backColor;
  }, [route.backColor]);
  useScrollOf(location.key, isReturn);
  usePopupFlag(route.name, project);

  if (guarded.goTo !== null) return <Redirect to={guarded.goTo} />;

  return shown.pages.map((page) => (
    <Activity key={page.id} mode={page === shown.pages.at(-1) ? 'visible' : 'hidden'}>
      <div data-page={page.route} className={page.id === FIRST ? undefined : styles.arriving}>
        <LocationScope value={page.location}>
          <Page
            route={routeNamed(routes, page.route)}
            isFirst={page.id === FIRST}
            isReturn={isReturn}
          />
        </LocationScope>
      </div>
    </Activity>
  ));
}

function Page(props: PageEffectsProps) {
  const { Screen } = screenOf(props.route, useConfigsIfAny());
  return (
    <ScreenBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Screen />
        <PageEffects {...props} />
      </Suspense>
    </ScreenBoundary>
  );
}

/** R23: scrolls a new page to its top; PageEffects restores the position of a page returned to. */
function useScrollOf(key: string, isReturn: boolean): void {
  const showEntry = useRef<((key: string) => void) | null>(null);
  useLayoutEffect(() => {
    const isLoad = showEntry.current === null;
    showEntry.current ??= watchScroll(window, key);
    showEntry.current(key);
    if (!isLoad && !isReturn) window.scrollTo(0, 0);
  }, [key, isReturn]);
}

/** R25: the goods list reads the flag, once, through `storage`. */
function usePopupFlag(name: RouteName, project: string | null): void {
  const before = useRef(name);
  useEffect(() => {
    if (project !== null && suppressesPopup(before.current, name)) {
      storage.write('noPopup', true, project);
    }
    before.current = name;
  }, [name, project]);
}
