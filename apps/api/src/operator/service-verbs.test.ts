import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClock } from '../platform/clock.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { readService, runService } from './service-verbs.ts';

const { db } = await testDatabase('seeded');

const refuse = (...lists: readonly string[]) =>
  readService(['refuse', 'all', ...lists, '--because', 'so']);

test.each([
  ['countries', 'us', 'holds "us": a country is two capital letters, such as US.'],
  ['countries', 'CU,', 'holds "": a country is two capital letters, such as US.'],
  ['countries', 'CU,XX', 'holds "XX": there is no such country.'],
  ['countries', 'EU', 'holds "EU": there is no such country.'],
  ['countries', 'ZZ', 'holds "ZZ": there is no such country.'],
  ['countries', 'UK', 'holds "UK": that is GB by its standard, ISO 3166.'],
  [
    'networks',
    '203.0.113.256',
    'holds "203.0.113.256": a network is an address or a range, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
  ],
  [
    'networks',
    'fe80::1%eth0/64',
    'holds "fe80::1%eth0/64": a network is an address or a range, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
  ],
  [
    'networks',
    '0.0.0.0/0',
    'holds "0.0.0.0/0": that is every address: use close to close a project.',
  ],
  [
    'networks',
    '203.0.113.5/24',
    'holds "203.0.113.5/24": its network is 203.0.113.0/24: give that, or 203.0.113.5 for the single address.',
  ],
  [
    'networks',
    '198.51.100.0/24,10.9.8.7/12',
    'holds "10.9.8.7/12": its network is 10.0.0.0/12: give that, or 10.9.8.7 for the single address.',
  ],
  [
    'networks',
    '2001:db8:ffff::1/33',
    'holds "2001:db8:ffff::1/33": its network is 2001:db8:8000::/33: give that, or 2001:db8:ffff::1 for the single address.',
  ],
])('service refuses --%s %s with one sentence', (name, list, sentence) => {
  expect(() => refuse(`--${name}`, list)).toThrow(`--${name} ${sentence}`);
});

test('service takes countries, networks, single addresses and none, each once', () => {
  expect(refuse('--countries', 'CU,IR,CU,XK', '--networks', 'none')).toMatchObject({
    countries: ['CU', 'IR', 'XK'],
    networks: [],
  });
  const networks = '203.0.113.0/24,203.0.113.7,2001:db8::/32,::ffff:203.0.113.0/120,2001:db8::1';
  expect(refuse('--networks', networks)).toMatchObject({ networks: networks.split(',') });
});

test('service prints a reason with line ends in one line', async () => {
  const because = 'all fine\npoi_mbo  closed, refuses nobody\r\n\tsince long';
  const ctx = { db, clock: createClock(), randomBytes };
  const codes = async () =>
    (await runService(ctx, ['list'])).split('\n').map((line) => line.split(' ')[0]);
  const before = await codes();
  expect(before).toContain('cgg');
  const printed = await runService(ctx, ['open', 'cgg', '--because', because]);
  expect(printed).toMatch(
    /^cgg {2}open, refuses nobody {2}since \S+: all fine poi_mbo closed, refuses nobody since long$/,
  );
  expect(await codes()).toEqual(before);
});
