import { isGameScheme } from '@webpay/contract/game-scheme';
import * as v from 'valibot';

/** Formats of addresses and hosts in `catalogue/`. */

export const https = v.pipe(
  v.string(),
  v.url('is not an address'),
  v.startsWith('https://', 'is not https'),
);

/** A page of the shop, or an external address that the project allows. */
export const link = v.union([v.pipe(v.string(), v.regex(/^\/[a-z0-9_]+(\/[A-Za-z]+)*$/)), https]);

export const host = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not a host'));

/** `https://*.example.com`: a host with at most one leading wildcard, without a path. */
export const cspHost = v.pipe(
  v.string(),
  v.regex(/^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'is not https://host'),
);

/** `https://game.example` with an optional port; no wildcard. */
export const origin = v.pipe(
  v.string(),
  v.regex(/^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/, 'is not https://host'),
);

/** `miniflix://open`: the app link of a game, never a scheme that a browser runs or loads. */
export const gameScheme = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9+.-]*:\/\//, 'is not the scheme of an app'),
  v.check(isGameScheme, 'is not the scheme of an app'),
);
