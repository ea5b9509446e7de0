import type { Configs } from '@webpay/contract/calls';
import type { CatalogueChannel, Project } from './catalogue-cache.ts';

/** Likely ISO countries of a visitor; none of them is trusted. */
export type CountryHints = {
  /** The player's choice. */
  readonly chosen: string | null;
  /** The country that a trusted proxy names. */
  readonly proxy: string | null;
  /** Regions of the browser's most wanted language. */
  readonly regions: readonly string[];
};

/** The country whose prices are shown, and its source. */
export type ServedCountry = {
  readonly country: string;
  readonly from: Configs['country_from'];
};

/** The first hint that names a country of `servedCountries`, else the project's default. */
export function servedCountry(
  project: Project,
  { chosen, proxy, regions }: CountryHints,
): ServedCountry {
  const served = new Set(servedCountries(project).map(({ country }) => country));
  const hints: readonly (readonly [string | null, ServedCountry['from']])[] = [
    [chosen, 'chosen'],
    [proxy, 'proxy'],
    ...regions.map((region) => [region, 'language'] as const),
  ];
  for (const [country, from] of hints) {
    if (country !== null && served.has(country)) return { country, from };
  }
  return { country: project.country_default, from: 'default' };
}

const served = new WeakMap<Project, Configs['countries']>();

/** The project's countries with a price of a good on sale and with a method. */
export function servedCountries(project: Project): Configs['countries'] {
  const countries =
    served.get(project) ??
    project.countries.filter(
      ({ country, currency }) =>
        [...project.products.values()].some((each) => each.on_sale && each.prices.has(currency)) &&
        project.channels.some((channel) => isOffered(channel, country, currency)),
    );
  served.set(project, countries);
  return countries;
}

/** Whether a channel takes this currency in this country. */
export function isOffered(channel: CatalogueChannel, country: string, currency: string): boolean {
  const { countries, currencies } = channel.data;
  const inCountry = countries === '*' || countries.includes(country);
  return inCountry && (currencies === '*' || currencies.includes(currency));
}
