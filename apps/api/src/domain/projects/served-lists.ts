import { networkOf, readRange } from '../../platform/network-ranges.ts';

const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Codes that Intl names although they are no countries: unions, test codes, the unknown region. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Why an entry is no country, as a sentence without its end; null: it is one. */
export function countryProblem(entry: string): string | null {
  if (!/^[A-Z]{2}$/.test(entry)) return 'a country is two capital letters, such as US';
  // Proxies never send former codes or aliases such as UK.
  const today = new Intl.Locale(`und-${entry}`).region ?? entry;
  if (NAMES.of(entry) === undefined || NO_COUNTRY.has(entry)) return 'there is no such country';
  return today === entry ? null : `that is ${today} by its standard, ISO 3166`;
}

/** Why an entry is no network that can be refused; null: it is one. */
export function networkProblem(entry: string): string | null {
  const range = readRange(entry);
  const network = range === null ? null : networkOf(range);
  if (range === null || network === null) {
    return 'a network is an address or a range, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
  }
  if (range.bits === 0) return 'that is every address: use close to close a project';
  // An address inside a range, written with its bits, may mean either.
  if (network.isExact) return null;
  return `its network is ${network.net}/${range.bits}: give that, or ${range.net} for the single address`;
}
