import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The chosen project narrows every screen: `?project=`. Absent: all projects. */
export function useProject(): string | null {
  const [params] = useSearchParams();
  return params.get('project');
}

/** Adds the chosen project to an address of the console. */
export function useWithProject(): (to: string) => string {
  const project = useProject();
  return useCallback(
    (to) => {
      if (project === null) return to;
      const [path = '', query = ''] = to.split('?');
      const params = new URLSearchParams(query);
      params.set('project', project);
      return `${path}?${params}`;
    },
    [project],
  );
}

export type SearchState = { readonly text: string; readonly isDirect: boolean };

/** Forms of numbers: an order, a character with or without its server. */
const NUMBERS = [/^wp-[\w-]{1,24}$/i, /^\d{2,64}$/, /^\w{1,16}\/\d{2,64}$/];
/** Numbers of payments, gateways and games are long and have digits; a name may have digits, too. */
const isLongNumber = (text: string): boolean => /^[\w-]{13,64}$/.test(text) && /\d/.test(text);

/**
 * Address of a search. A number stands in the address; a name only in the state of the history, so that no log of a
 * proxy has it.
 */
export function searchAddress(text: string): { readonly to: string; readonly state: SearchState } {
  const isNumber = NUMBERS.some((form) => form.test(text)) || isLongNumber(text);
  return {
    to: isNumber ? `/search?${new URLSearchParams({ q: text })}` : '/search',
    // One hit opens at once, but not again on the way back.
    state: { text, isDirect: true },
  };
}

/** Text searched for, from the address or the state of the history. */
export function searchText(address: {
  readonly search: string;
  readonly state: unknown;
}): SearchState {
  // Written by searchAddress alone.
  const state = address.state as SearchState | null;
  const q = new URLSearchParams(address.search).get('q');
  return { text: q ?? state?.text ?? '', isDirect: state?.isDirect ?? false };
}
