import { BlockList, isIP } from 'node:net';

type Range = { readonly net: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

/** Parses `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`; null for anything else. */
export function readRange(range: string): Range | null {
  const [net = '', bits, ...more] = range.split('/');
  const version = isIP(net);
  if (version === 0 || more.length > 0) return null;
  const most = version === 6 ? 128 : 32;
  const given = bits ?? String(most);
  if (!/^\d{1,3}$/.test(given) || Number(given) > most) return null;
  return { net, bits: Number(given), family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** The network address of a range, and whether the range was written with it; null for a link-local zone. */
export function networkOf({
  net,
  bits,
  family,
}: Range): { readonly net: string; readonly isExact: boolean } | null {
  const width = family === 'ipv6' ? 16 : 8;
  if (net.includes('%')) return null;
  const parts = family === 'ipv6' ? groupsOf(net) : net.split('.').map(Number);
  const kept = parts.map((part, n) => {
    const free = Math.min(Math.max((n + 1) * width - bits, 0), width);
    return part - (part % 2 ** free);
  });
  const isExact = kept.every((part, n) => part === parts[n]);
  if (family === 'ipv4') return { net: kept.join('.'), isExact };
  const full = kept.map((part) => part.toString(16)).join(':');
  return { net: new URL(`http://[${full}]`).hostname.slice(1, -1), isExact };
}

/** The eight groups of an IPv6 address without a zone. */
export function groupsOf(address: string): number[] {
  // Normalises to the form without dots.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** Whether an address is in one of the validated ranges. */
export function insideOf(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const read = readRange(range);
    if (read !== null) list.addSubnet(read.net, read.bits, read.family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** The address without its zone, with a mapped IPv4 address unwrapped. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return plain.replace(/^::ffff:(?=\d+\.)/i, '');
}
