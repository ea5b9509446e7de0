import { useEffect } from 'react';
import { useBlocker } from 'react-router';

const SENTENCE = 'Leave this page? Changes that were not published are lost.';

/** Asks before a page with typed changes is left, by a link, by Back, by a reload or a closed tab. */
export function useUnsaved(isUnsaved: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(SENTENCE)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
