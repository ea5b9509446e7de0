import { isGameScheme } from '@webpay/contract/game-scheme';
import * as v from 'valibot';

/** Addresses and hosts as they are written in `catalogue/`. */

export const https = v.pipe(
  v.string(),
  v.url('is not an address'),
  v.startsWith('https://', 'is not https'),
);

/** A page of this shop, or an address outside that the project allows. */
export const link = v.union([v.pipe(v.string(), v.regex(/^\/[a-z0-9_]+(\/[A-Za-z]+)*$/)), https]);

/** A host as it stands in an address. */
export const host = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a host'));

/** `https://*.example.com`: a host, one wildcard at its start at most, no path. */
export const cspHost = v.pipe(
  v.string(),
  v.regex(/^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not https://host'),
);

/** `https://game.example`, with its port where that is another: one site, never a family of them. */
export const origin = v.pipe(
  v.string(),
  v.regex(/^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/, 'is not https://host'),
);

/** `miniflix://open`: what opens the game on a phone, and nothing that a browser would run or load. */
export const gameScheme = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9+.-]*:\/\//, 'is not the scheme of an app'),
  v.check(isGameScheme, 'is not the scheme of an app'),
);
