/** A country code of a header or cookie. Proxies say XX where they know no country. */
export function countryIn(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' && /^(?!XX)[A-Z]{2}$/.test(value) ? value : null;
}
