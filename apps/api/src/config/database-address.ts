import { isLoopback } from '../platform/loopback.ts';

/**
 * The hosts that a connection goes to, in every form of a database's address: before the path,
 * several with commas, or in the query, which wins. A folder is a socket.
 */
function databaseHosts(url: string): readonly string[] {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  const named = queryOf(url).getAll('host').at(-1) ?? '';
  const hosts = named === '' ? authority.slice(authority.lastIndexOf('@') + 1) : named;
  return hosts.split(',').map((each) => decoded(withoutPort(each.trim())));
}

/** Whether every host of the address is this machine; an address without a host names none. */
export function isDatabaseHere(url: string): boolean {
  return databaseHosts(url).every((host) => host.startsWith('/') || isLoopback(host));
}

/** Every password in the address, as written and decoded, for a log to redact. */
export function databasePasswords(url: string): readonly string[] {
  const [, inAuthority = ''] = /^[a-z]+:\/\/[^/?#:]*:([^/?#]*)@/i.exec(url) ?? [];
  const [, inQuery = ''] = /[?&]password=([^&#]*)/.exec(url) ?? [];
  return [inAuthority, inQuery].flatMap((each) => [each, decoded(each)]);
}

/** Whether TLS with a verified name is asked for, and nothing contradicts it. */
export function isTlsVerified(url: string): boolean {
  return queryOf(url).getAll('sslmode').join() === 'verify-full';
}

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
}

function withoutPort(host: string): string {
  const [, inBrackets] = /^\[([^\]]+)\](?::\d*)?$/.exec(host) ?? [];
  // An IPv6 address in the query has no brackets and no port.
  return inBrackets ?? (/:.*:/.test(host) ? host : host.replace(/:\d*$/, ''));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
