import type { IncomingHttpHeaders } from 'node:http';
import { cookiesOf } from '../cookies.ts';
import { countryIn } from '../country-code.ts';
import { regionsOf, wantedLanguages } from '../wanted-languages.ts';

/** Hints about a page's visitor; none of them is trusted. */
export type Visitor = {
  /** Cookie `lang`, written by the storefront below /{project}. */
  readonly lang: string | null;
  /** Cookie `known=1`: this browser holds a session of the project. */
  readonly known: boolean;
  /** Cookie `project`, sent below /error only: the theme of the maintenance page. */
  readonly project: string | null;
  /** Accept-Language, most wanted first. */
  readonly languages: readonly string[];
  /** Cookie `popup=closed`: today's popup picture has been seen. */
  readonly hasSeenPopup: boolean;
  /** Cookie `country`: the player's choice. */
  readonly country: string | null;
  /** The country that a trusted proxy names. */
  readonly countryHint: string | null;
  /** Regions of the browser's most wanted language. */
  readonly regions: readonly string[];
};

/** @param isFromProxy only a trusted proxy may name a country */
export function visitorOf(headers: IncomingHttpHeaders, isFromProxy: boolean): Visitor {
  const cookies = cookiesOf(headers.cookie ?? '');
  const languages = wantedLanguages(headers['accept-language'] ?? '');
  return {
    lang: cookies.get('lang') ?? null,
    known: cookies.get('known') === '1',
    project: cookies.get('project') ?? null,
    languages,
    hasSeenPopup: cookies.get('popup') === 'closed',
    country: countryIn(cookies.get('country')),
    countryHint: isFromProxy ? countryIn(headers['x-country']) : null,
    regions: regionsOf(languages),
  };
}
