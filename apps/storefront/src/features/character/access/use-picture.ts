import type { CallResult } from '@webpay/contract/calls';
import type { ImagePurpose } from '@webpay/contract/access-shapes';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Proof } from './send-form.ts';

/** Makes a call's fields of what was typed; waits for the browser's work. */
export type Prove = (typed: string) => Promise<Proof>;

export type Picture = {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly image: string | null;
  /** Null until the image is there. Each image serves one call. */
  readonly prove: Prove | null;
  /** Loads another image: this one is unreadable or used. */
  readonly renew: () => void;
};

type Loaded = { readonly round: number; readonly image: string; readonly prove: Prove };

/** Loads an image code while one is required. @param purpose null: for an order */
export function usePicture(purpose: ImagePurpose | null, isWanted: boolean): Picture {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failedRound, setFailedRound] = useState<number | null>(null);

  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    const { signal } = gone;
    const fail = () => {
      if (!signal.aborted) setFailedRound(round);
    };
    call('captcha', purpose === null ? {} : { purpose }, { signal, background: true }).then(
      (drawn) => setLoaded({ round, image: drawn.image, prove: beginWork(drawn, signal, fail) }),
      fail,
    );
    return () => gone.abort();
  }, [purpose, isWanted, round]);

  const renew = useCallback(() => setRound((before) => before + 1), []);
  if (failedRound === round) return { state: 'failed', image: null, prove: null, renew };
  if (loaded?.round === round) return { state: 'ready', ...loaded, renew };
  // The previous image stays, dimmed, until the next arrives: nothing jumps.
  return { state: 'loading', image: loaded?.image ?? null, prove: null, renew };
}

/** Begins the image's work while the player reads. A call that waits for it may outlive the image. */
function beginWork(
  { v_code_md5, work }: CallResult<'captcha'>,
  gone: AbortSignal,
  fail: () => void,
): Prove {
  const fieldsOf = (typed: string) => ({ v_code: typed.trim(), v_code_md5 });
  if (!work) return async (typed) => fieldsOf(typed);
  const stop = new AbortController();
  let isUsed = false;
  gone.addEventListener('abort', () => {
    if (!isUsed) stop.abort();
  });
  // Loaded on demand: images are rare.
  const solved = import('./image-work.ts').then(({ solveWork }) => solveWork(work, stop.signal));
  solved.catch(fail);
  return async (typed) => {
    isUsed = true;
    return { ...fieldsOf(typed), v_code_work: await solved };
  };
}
