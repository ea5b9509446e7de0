import { ACCESS } from './access.ts';
import { EXTRA_FIELDS } from './extra-fields.ts';
import { HEADERS } from './headers.ts';
import { HOSTS } from './hosts.ts';
import { FORGED_LINKS } from './link-forgery.ts';
import { LINKS } from './links.ts';
import { ORIGINS } from './origins.ts';
import { PAGES } from './pages.ts';
import { PARSING } from './parsing.ts';
import { PATHS } from './paths.ts';
import { PRICES } from './prices.ts';
import { RACES } from './races.ts';
import { REPLAYS } from './replays.ts';
import { SMUGGLING } from './smuggling.ts';
import { STRANGERS } from './strangers.ts';
import type { Attack, Attacks, Target } from './target.ts';
import { CERTIFICATE_RACE, WEBHOOKS } from './webhooks.ts';

/** The races run one by one: each makes `parallel` calls. */
const RACES_THEME = 'Races for single-use goods';

export const ATTACKS: Readonly<Record<string, Attacks>> = {
  'Other players’ tokens and orders': STRANGERS,
  'Access password, codes and image codes': ACCESS,
  'Access links': { ...FORGED_LINKS, ...LINKS },
  'Prices, amounts, currencies, products and counts': PRICES,
  'Replays, clocks and signatures': REPLAYS,
  [RACES_THEME]: { ...RACES, ...CERTIFICATE_RACE },
  'Forged and false webhooks': WEBHOOKS,
  'Unrequested fields': EXTRA_FIELDS,
  'Headers, logs and return addresses': HEADERS,
  'Paths, hosts and methods': { ...HOSTS, ...PATHS },
  'Other sites: CORS and CSRF': ORIGINS,
  'Request smuggling': SMUGGLING,
  'Pages that cost more than their request': PAGES,
  'Parsers: forms, JSON, prototypes and expressions': PARSING,
};

/** Attacks of a theme that run concurrently, outside vitest. */
const CONCURRENT = 4;

export const isConcurrent = (theme: string): boolean => theme !== RACES_THEME;

export type Outcome = {
  readonly theme: string;
  readonly title: string;
  /** Null when the shop withstood the attack. */
  readonly failure: string | null;
};

/** Runs all attacks of one theme; an attack that cannot run counts as a failure. */
export async function attackTheme(
  shop: Target,
  theme: string,
  told: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome[]> {
  const left = Object.entries(ATTACKS[theme] ?? {}).values();
  const outcomes: Outcome[] = [];
  const attacker = async (): Promise<void> => {
    for (const [title, attack] of left) {
      const outcome = { theme, title, failure: await failureOf(shop, attack) };
      told(outcome);
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: isConcurrent(theme) ? CONCURRENT : 1 }, attacker));
  return outcomes;
}

async function failureOf(shop: Target, attack: Attack): Promise<string | null> {
  try {
    await attack(shop);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
