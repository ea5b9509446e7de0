import type { ImagePurpose } from '@webpay/contract/access-shapes';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';

export type Picture = {
  readonly state: 'loading' | 'ready' | 'failed';
  /** A data URI. */
  readonly image: string | null;
  /** Names this picture to the server, once. */
  readonly handle: string | null;
  /** Another one: this cannot be read, or has been used. */
  readonly renew: () => void;
};

type Loaded = { readonly round: number; readonly image: string; readonly handle: string };

/** A picture with characters that people read and programs do not, while one is wanted. */
export function usePicture(purpose: ImagePurpose, isWanted: boolean): Picture {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failedRound, setFailedRound] = useState<number | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    call('captcha', { purpose }, { signal: gone.signal, background: true }).then(
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
  // The last one stands, dimmed, until the next is there: nothing jumps.
  return { state: 'loading', image: loaded?.image ?? null, handle: null, renew };
}
