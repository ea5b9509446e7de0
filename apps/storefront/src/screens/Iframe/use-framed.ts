import { useEffect, useState } from 'react';

/** interface.md §7: how long the skeleton may stand. */
const LONGEST_WAIT_MS = 10_000;

export type Framed = {
  readonly state: 'loading' | 'shown' | 'failed';
  readonly onLoad: () => void;
};

/**
 * Whether a document of another origin arrived in its frame. The frame says "load" for the
 * browser's own error page too, and hides what it shows, so the address is also asked for directly.
 */
export function useFramed(url: string): Framed {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isThere, setIsThere] = useState<boolean | null>(null);
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => setIsLate(true), LONGEST_WAIT_MS);
    void reaches(url, controller.signal).then((there) => {
      if (!controller.signal.aborted) setIsThere(there);
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [url]);

  const state =
    isLoaded && isThere === true ? 'shown' : isThere === false || isLate ? 'failed' : 'loading';
  return { state, onLoad: () => setIsLoaded(true) };
}

/** An answer that may not be read still says that somebody answers there. */
async function reaches(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    });
    return true;
  } catch {
    return false;
  }
}
