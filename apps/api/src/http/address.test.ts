import type { Socket } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { insideOf } from '../platform/network-ranges.ts';
import { addressOf, blockOf, limitedAddress } from './address.ts';

describe('[V06] the address that limits count', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000::2', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, counted) => {
    expect(limitedAddress(address)).toBe(counted);
  });

  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('%s is in the block %s (14.15)', (address, block) => {
    expect(blockOf(address)).toBe(block);
  });

  it('all addresses of a customer’s IPv6 network count as one', () => {
    const counted = Array.from({ length: 5_000 }, (_, n) =>
      limitedAddress(`2001:db8:7:8:${((n * 7919) % 65_536).toString(16)}:${n.toString(16)}::1`),
    );
    expect(new Set(counted)).toEqual(new Set(['2001:db8:7:8::/64']));
  });
});

describe('X-Forwarded-For', () => {
  test.each([
    [['127.0.0.0/8', '::1'], '127.0.0.1', true],
    [['127.0.0.0/8', '::1'], '::ffff:127.0.0.1', true],
    [['127.0.0.0/8', '::1'], '::1', true],
    [['127.0.0.0/8', '::1'], '10.0.0.1', false],
    [['10.1.0.0/16'], '10.1.255.3', true],
    [['10.1.0.0/16'], '10.2.0.1', false],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [[], '127.0.0.1', false],
    [['10.0.0.1'], 'nonsense', false],
  ])('a proxy among %j: %s is %s', (ranges, address, isTrusted) => {
    expect(insideOf(ranges)(address)).toBe(isTrusted);
  });

  it('is ignored when it contains no address', () => {
    // Verified edge: only this field of a socket is read.
    const socket = { remoteAddress: '::ffff:10.0.0.9' } as Socket;
    expect(addressOf({ ip: 'x'.repeat(9_000), socket })).toBe('10.0.0.9');
    expect(addressOf({ ip: '203.0.113.7:4711', socket })).toBe('10.0.0.9');
    expect(addressOf({ ip: '::ffff:203.0.113.7', socket })).toBe('203.0.113.7');
  });
});
