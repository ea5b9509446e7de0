import {
  Activity,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Location,
  Navigate,
  NavigationType,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router';
import { useConfigsIfAny, usePage } from '../features/config/page.tsx';
import { onSessionEnd } from '../features/session/session.ts';
import { storage } from '../features/storage/storage.ts';
import { Arrival } from './Arrival.tsx';
import { setGo } from './go-to.ts';
import { matchPage, routeNamed } from './match-route.ts';
import { advance, type KeptPage, suppressesPopup } from './page-cache.ts';
import styles from './Pages.module.css';
import { PageSkeleton } from './PageSkeleton.tsx';
import { passageOf } from './passage.ts';
import { type Route, type RouteName, screenOf } from './route.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { watchScroll } from './scroll.ts';

type Shown = {
  /** A fragment typed by hand is a new place whose history key is "default" again. */
  readonly location: Location;
  readonly pages: readonly KeptPage<Location>[];
  /** Pages drawn so far: the id of the next one. A history entry's key may come back, this not. */
  readonly drawn: number;
};

const FIRST = '0';

type PagesProps = { readonly routes: readonly Route[] };

/** The page of the current address, and behind it those the page cache keeps (R24). */
export function Pages({ routes }: PagesProps) {
  const location = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const { project: pageProject } = usePage();
  const { route, project } = matchPage(routes, location.pathname, pageProject);
  const passage = passageOf(route, project, location.hash, location.search);

  const [shown, setShown] = useState<Shown>(() => ({
    location,
    pages: [{ id: FIRST, route: route.name, location }],
    drawn: 1,
  }));
  if (shown.location !== location && passage.goTo === null) {
    const fresh = { id: String(shown.drawn), route: route.name, location };
    const pages = advance(shown.pages, fresh);
    setShown({ location, pages, drawn: shown.drawn + 1 });
  }
  useEffect(
    () => onSessionEnd(() => setShown((now) => ({ ...now, pages: now.pages.slice(-1) }))),
    [],
  );

  useRememberedProject(passage.store);
  useBackColor(route.backColor);
  useScrollOf(location.key, isReturn);
  usePopupFlag(route.name, project);
  useGoTo();

  if (passage.goTo !== null) return <Navigate to={passage.goTo} replace />;

  return shown.pages.map((page) => (
    <Activity key={page.id} mode={page === shown.pages.at(-1) ? 'visible' : 'hidden'}>
      <div data-page={page.route} className={page.id === FIRST ? undefined : styles.arriving}>
        <Place location={page.location}>
          <Page
            route={routeNamed(routes, page.route)}
            isFirst={page.id === FIRST}
            isReturn={isReturn}
          />
        </Place>
      </div>
    </Activity>
  ));
}

/** A kept page goes on seeing the address it was shown at; react-router's own <Routes> would do it for 3 kB. */
function Place(props: { readonly location: Location; readonly children: ReactNode }) {
  const { navigationType } = useContext(LocationContext);
  const { location } = props;
  const value = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  return <LocationContext value={value}>{props.children}</LocationContext>;
}

type PageProps = {
  readonly route: Route;
  readonly isFirst: boolean;
  readonly isReturn: boolean;
};

function Page({ route, isFirst, isReturn }: PageProps) {
  const { Screen } = screenOf(route, useConfigsIfAny());
  return (
    <ScreenBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Screen />
        <Arrival route={route} isFirst={isFirst} isReturn={isReturn} />
      </Suspense>
    </ScreenBoundary>
  );
}

function useRememberedProject(project: string | null): void {
  useEffect(() => {
    if (project !== null) storage.write('project', project);
  }, [project]);
}

function useBackColor(color: string): void {
  useLayoutEffect(() => {
    document.body.style.background = color;
  }, [color]);
}

/** R23: to the top, unless a saved position exists; that one Arrival restores. */
function useScrollOf(key: string, isReturn: boolean): void {
  const tell = useRef<((key: string) => void) | null>(null);
  useLayoutEffect(() => {
    const isLoad = tell.current === null;
    tell.current ??= watchScroll(window, key);
    tell.current(key);
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

function useGoTo(): void {
  const navigate = useNavigate();
  useEffect(() => setGo((path, how) => void navigate(path, how)), [navigate]);
}
