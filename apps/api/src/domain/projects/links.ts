/**
 * C02: a banner leads to a page of its own shop, or over https to a host that the project allows.
 * @returns the address, or '' for anything else: the picture is shown and leads nowhere
 */
export function allowedLink(code: string, hosts: readonly string[], link: string): string {
  if (link === `/${code}` || link.startsWith(`/${code}/`)) return link;
  // What a URL parser repairs (spaces, backslashes, a second slash) is nonsense in a catalogue.
  if (!/^https:\/\/[a-z0-9]/.test(link) || /[\s\\@]/.test(link) || !URL.canParse(link)) return '';
  const { hostname, port } = new URL(link);
  return port === '' && hosts.includes(hostname) ? link : '';
}
