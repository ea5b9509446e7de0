import type { CallResult } from '@webpay/contract/calls';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { usePage } from '../../api/page.tsx';
import { useCountry } from '../../features/goods/country.ts';
import { unboughtList } from '../../features/goods/unbought.ts';

type Answer = { readonly country: string } & (
  | { readonly shelf: CallResult<'productShelf'> }
  | { readonly failure: unknown }
);

/** The goods that anybody can buy, in the country the visitor pays from. */
export function useShelf() {
  const page = usePage();
  const [country] = useCountry();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  // The page brings the goods of its own country.
  const inlined = country === page.configs?.country ? page.shelf : null;
  const own = answer?.country === country ? answer : null;

  useEffect(() => {
    if (inlined !== null) return;
    const gone = new AbortController();
    call('productShelf', { country }, { signal: gone.signal }).then(
      (shelf) => setAnswer({ country, shelf }),
      (failure: unknown) => {
        if (!gone.signal.aborted) setAnswer({ country, failure });
      },
    );
    return () => gone.abort();
  }, [country, inlined, round]);

  const retry = useCallback(() => {
    setAnswer(null);
    setRound((before) => before + 1);
  }, []);
  const shelf = inlined ?? (own && 'shelf' in own ? own.shelf : null);
  // While other prices load, the old ones keep their place.
  const shown = shelf ?? page.shelf;
  return {
    list: shown && unboughtList(shown),
    isStale: shelf === null,
    failure: own && 'failure' in own ? own.failure : null,
    retry,
  };
}
