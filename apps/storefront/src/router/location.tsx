import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { currentLocation, listen, type Location, navigate, STAYS } from './history.ts';

/** Keeps the location of a page in the page cache. */
export const LocationScope = createContext<Location | null>(null);

export function useLocation(): Location {
  const location = useContext(LocationScope);
  if (!location) throw new Error('useLocation is for components of a page');
  return location;
}

/** Returns the current address; `isReturn`: Back, Forward, the first load, or a page that stays. */
export function useVisit(first: Location) {
  const [visit, setVisit] = useState({ location: first, isReturn: true });
  useLayoutEffect(
    () =>
      listen((isReturn) => {
        const location = currentLocation();
        const keepsPlace = isReturn || location.state === STAYS;
        startTransition(() => setVisit({ location, isReturn: keepsPlace }));
      }),
    [],
  );
  return visit;
}

/** Replaces the address once it is drawn. */
export function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
