import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../platform/network-ranges.ts';

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
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    // A trailing IPv4 address counts as two groups.
    const length = after.length + (tail.includes('.') ? 1 : 0);
    const zeros = Math.max(0, 8 - groups.length - length);
    groups.push(...Array.from({ length: zeros }, () => '0'), ...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
