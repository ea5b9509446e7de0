import type { Configs } from '@webpay/contract/calls';
import { useCallback, useSyncExternalStore } from 'react';
import { paths } from '../../router/paths.ts';
import { useConfigs, useProject } from '../../api/page.tsx';
import { readCookie, setCookie } from '../../browser/cookies.ts';
import { createListeners } from '../../browser/listeners.ts';
import { storage } from '../../browser/storage.ts';

type Served = Pick<Configs, 'countries' | 'country'>;

const changes = createListeners();

/** Country of the prices: the player's choice while it is served, else the guessed one. */
export function servedCountry(configs: Served, chosen: string | null): string {
  return configs.countries.some(({ country }) => country === chosen)
    ? (chosen ?? configs.country)
    : configs.country;
}

/** Country the player pays from; stored for the next visit. */
export function useCountry(): readonly [string, (country: string) => void] {
  const configs = useConfigs();
  const project = useProject();
  const country = useSyncExternalStore(
    changes.listen,
    // The cookie outlives this page where the browser stores nothing.
    () => servedCountry(configs, storage.read('country', project) ?? readCookie('country')),
    () => configs.country,
  );
  const choose = useCallback(
    (next: string) => {
      storage.write('country', next, project);
      setCookie('country', next, paths.home(project));
      changes.notify();
    },
    [project],
  );
  return [country, choose];
}

/** True until the player confirms a country that the shop guessed without a sign of the network. */
export function useIsCountryGuessed(): boolean {
  const { country_from: from } = useConfigs();
  const project = useProject();
  const isGuess = from === 'language' || from === 'default';
  return useSyncExternalStore(
    changes.listen,
    () => isGuess && (storage.read('country', project) ?? readCookie('country')) === null,
    () => isGuess,
  );
}
