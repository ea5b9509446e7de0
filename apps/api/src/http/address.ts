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
