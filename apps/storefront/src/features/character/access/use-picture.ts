import type { ImagePurpose } from '@webpay/contract/access-shapes';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';

export type Picture = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly image: string | null;
  /** Single-use handle of this image. */
  readonly handle: string | null;
  /** Loads another image: this one is unreadable or used. */
  readonly renew: () => void;
};

type Loaded = { readonly round: number; readonly image: string; readonly handle: string };

/** Loads an image code while one is required. @param purpose null: for an order */
export function usePicture(purpose: ImagePurpose | null, isWanted: boolean): Picture {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failedRound, setFailedRound] = useState<number | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    call('captcha', purpose === null ? {} : { purpose }, {
      signal: gone.signal,
      background: true,
    }).then(
      ({ image, v_code_md5: handle }) => setLoaded({ round, image, handle }),
      () => {
        if (!gone.signal.aborted) setFailedRound(round);
      },
    );
    return () => gone.abort();
  }, [purpose, isWanted, round]);

  const renew = useCallback(() => setRound((before) => before + 1), []);
  if (failedRound === round) return { state: 'failed', image: null, handle: null, renew };
  if (loaded?.round === round) return { state: 'ready', ...loaded, renew };
  // The previous image stays, dimmed, until the next arrives: nothing jumps.
  return { state: 'loading', image: loaded?.image ?? null, handle: null, renew };
}
