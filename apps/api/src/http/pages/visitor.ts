import type { IncomingHttpHeaders } from 'node:http';
import { cookiesOf } from '../cookies.ts';

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
};

const MOST_LANGUAGES = 10;

/** @param isFromProxy only a trusted proxy may name a country */
export function visitorOf(headers: IncomingHttpHeaders, isFromProxy: boolean): Visitor {
  const cookies = cookiesOf(headers.cookie ?? '');
  return {
    lang: cookies.get('lang') ?? null,
    known: cookies.get('known') === '1',
    project: cookies.get('project') ?? null,
    languages: wantedLanguages(headers['accept-language'] ?? ''),
    hasSeenPopup: cookies.get('popup') === 'closed',
    country: countryIn(cookies.get('country')),
    countryHint: isFromProxy ? countryIn(headers['x-country']) : null,
  };
}

function countryIn(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null;
}

/** `de-CH, en;q=0.8, *;q=0.1` → `['de-CH', 'en']`. */
export function wantedLanguages(header: string): readonly string[] {
  return header
    .split(',', MOST_LANGUAGES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((piece) => piece.startsWith('q='))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => /^[A-Za-z]{2,3}(?:[-_][\w-]{1,20})?$/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
