import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { groupsOf, plainAddress } from '../platform/network-ranges.ts';

/**
 * The client's address: the nearest trusted proxy's value, else the connection's. A proxy's invalid
 * value is replaced by its own address, so that nobody invents one for each call.
 */
export function addressOf(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const said = plainAddress(request.ip);
  return isIP(said) === 0 ? plainAddress(request.socket.remoteAddress ?? '') : said;
}

/** The address as limits count it: an IPv6 customer has 2^64 addresses at least, so a /64 is one. */
export function limitedAddress(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const network = groupsOf(plain).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The block around a network: an IPv4 /24 or an IPv6 /48, the most that a usual customer owns. */
export function blockOf(address: string): string {
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (version !== 6) return plain;
  const site = groupsOf(plain).slice(0, 3);
  return `${site.map((group) => group.toString(16)).join(':')}::/48`;
}
