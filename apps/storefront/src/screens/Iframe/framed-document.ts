import type { Configs } from '@webpay/contract/calls';
import { useEffect, useState } from 'react';
import type { MessageId } from '../../i18n/text.tsx';

/** Limit of the skeleton (interface.md §7). */
const MAX_WAIT_MS = 10_000;

/** Detects a document's arrival in its frame: "load" comes for error pages, too, hence the fetch. */
export function useFramed(url: string) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isReached, setIsReached] = useState<boolean | null>(null);
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => setIsLate(true), MAX_WAIT_MS);
    void isReachable(url, controller.signal).then((reached) => {
      if (!controller.signal.aborted) setIsReached(reached);
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [url]);

  const state =
    isLoaded && isReached === true ? 'shown' : isReached === false || isLate ? 'failed' : 'loading';
  return { state, onLoad: () => setIsLoaded(true) };
}

/** Returns true for any answer, even one that may not be read. */
function isReachable(url: string, signal: AbortSignal): Promise<boolean> {
  return fetch(url, {
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  }).then(
    () => true,
    () => false,
  );
}

export type AllowedDocument = { readonly url: string; readonly title: MessageId };

/** R12: allows only the configured terms and privacy addresses, letter by letter. */
export function allowedDocument(
  configs: Pick<Configs, 'user_protocol' | 'privacy_protocol'>,
  address: string | null,
): AllowedDocument | null {
  const documents: readonly AllowedDocument[] = [
    { url: configs.user_protocol, title: 'app.terms' },
    { url: configs.privacy_protocol, title: 'app.privacy' },
  ];
  return documents.find(({ url }) => url === address && /^https?:\/\//.test(url)) ?? null;
}
