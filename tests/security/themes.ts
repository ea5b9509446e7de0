import { EXTRA_FIELDS } from './extra-fields.ts';
import type { Theme } from './field.ts';
import { HEADERS } from './headers.ts';
import { LINKS } from './links.ts';
import { ORIGINS } from './origins.ts';
import { PARSING } from './parsing.ts';
import { PASSWORDS } from './passwords.ts';
import { PATHS } from './paths.ts';
import { PRICES } from './prices.ts';
import { RACES } from './races.ts';
import { REPLAYS } from './replays.ts';
import { SMUGGLING } from './smuggling.ts';
import { STRANGERS } from './strangers.ts';
import { WEBHOOKS } from './webhooks.ts';

/** All that is tried, in the order in which it is told. */
export const THEMES: readonly Theme[] = [
  STRANGERS,
  PASSWORDS,
  LINKS,
  PRICES,
  REPLAYS,
  RACES,
  WEBHOOKS,
  EXTRA_FIELDS,
  HEADERS,
  PATHS,
  ORIGINS,
  SMUGGLING,
  PARSING,
];
