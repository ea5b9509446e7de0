import { httpsHost, isOwnPath } from '@webpay/contract/addresses';

/**
 * C02: a banner leads to a page of its own shop, or over https to a host that the project allows.
 * @returns the address, or '' for anything else: the picture is shown and leads nowhere
 */
export function allowedLink(code: string, hosts: readonly string[], link: string): string {
  const home = `/${code}`;
  if (link === home || link.startsWith(`${home}/`)) return isOwnPath(link) ? link : '';
  const host = httpsHost(link);
  return host !== null && hosts.includes(host) ? link : '';
}
