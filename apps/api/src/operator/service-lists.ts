import { networkOf, readRange } from '../platform/network-ranges.ts';
import { StartError } from '../platform/start-error.ts';

const NONE = 'none';
const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
/** Intl has names for these, too: unions, tests and what is unknown. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** `CU,IR`, or `none`. @throws StartError with one sentence for the first that is no country */
export function readCountries(text: string): readonly string[] {
  return listOf('countries', text, (entry) => {
    if (!/^[A-Z]{2}$/.test(entry)) return 'a country is two capital letters, such as US';
    // What was a country, or is called otherwise by its standard (UK), would never be told by a proxy.
    const today = new Intl.Locale(`und-${entry}`).region ?? entry;
    if (NAMES.of(entry) === undefined || NO_COUNTRY.has(entry)) return 'there is no such country';
    return today === entry ? null : `that is ${today} by its standard, ISO 3166`;
  });
}

/** `203.0.113.0/24,2001:db8::/32`, or `none`. @throws StartError with one sentence for the first that is no network */
export function readNetworks(text: string): readonly string[] {
  return listOf('networks', text, (entry) => {
    const range = readRange(entry);
    const network = range === null ? null : networkOf(range);
    if (range === null || network === null) {
      return 'a network is an address or a range, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
    }
    if (range.bits === 0) return 'that is everybody: close closes a project';
    // Whoever says one address with a range's bits means one or the other.
    if (network.isExact) return null;
    return `its network is ${network.net}/${range.bits}: say that, or ${range.net} for the one address`;
  });
}

function listOf(
  name: string,
  text: string,
  troubleOf: (entry: string) => string | null,
): readonly string[] {
  if (text === NONE) return [];
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries) {
    const trouble = troubleOf(entry);
    if (trouble !== null) throw new StartError(`--${name} holds "${entry}": ${trouble}.`);
  }
  return [...new Set(entries)];
}
