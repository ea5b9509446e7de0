import { BlockList, isIP } from 'node:net';

type Range = { readonly net: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' };

/** `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/32`; null for anything else. */
export function readRange(range: string): Range | null {
  const [net = '', bits, ...more] = range.split('/');
  const version = isIP(net);
  if (version === 0 || more.length > 0) return null;
  const most = version === 6 ? 128 : 32;
  const given = bits ?? String(most);
  if (!/^\d{1,3}$/.test(given) || Number(given) > most) return null;
  return { net, bits: Number(given), family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** Whether an address lies in one of the ranges, which were checked before. */
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

/** Without the zone of a link, and an IPv4 address as such. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return plain.replace(/^::ffff:(?=\d+\.)/i, '');
}
