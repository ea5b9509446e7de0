import { expect, it } from 'vitest';
import { createLru } from './lru.ts';
import { gatewayHosts, securityPolicy } from './policy.ts';
import { encodingFor } from './send-page.ts';
import { visitorOf, wantedLanguages } from './visitor.ts';

it('reads Accept-Language by its weights, and little else', () => {
  expect(wantedLanguages('en;q=0.5, de-CH, fr;q=0.9, *;q=0.1')).toEqual(['de-CH', 'fr', 'en']);
  expect(wantedLanguages('')).toEqual([]);
  expect(wantedLanguages('de;q=0, <script>, zh-Hant-HK')).toEqual(['zh-Hant-HK']);
  expect(wantedLanguages('a,'.repeat(5000))).toEqual([]);
});

it('reads cookies, the one of the longest path first', () => {
  expect(visitorOf({ cookie: 'lang=de; known=1; lang=fr; x' })).toMatchObject({
    lang: 'de',
    known: true,
    project: null,
  });
  expect(visitorOf({}).known).toBe(false);
});

it.each([
  ['br', 'br'],
  ['gzip, deflate, br;q=0.9', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['gzip;q=0.000', null],
  ['', null],
])('for "%s" compresses as %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

it('keeps the pages used last, and no failure', async () => {
  const lru = createLru<Promise<number>>(2);
  let made = 0;
  const make = () => Promise.resolve((made += 1));
  await lru.get('a', make);
  await lru.get('b', make);
  await lru.get('a', make);
  await lru.get('c', make);
  expect(await lru.get('a', make)).toBe(1);
  expect(await lru.get('b', make)).toBe(4);
  await expect(lru.get('d', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(lru.get('d', make)).resolves.toBe(5);
});

const LIVE = {
  payermax: { sdkUrl: 'https://cdn.payermax.com/dropin/js/pmdropin.min.js' },
  paypal: { sdkUrl: 'https://www.paypal.com/sdk/js' },
} as const;

it('lets the live gateways in by the hosts they publish', () => {
  const policy = securityPolicy({
    hosts: gatewayHosts(LIVE),
    apiHosts: ['https://shop.example', 'https://mirror.example'],
    configs: null,
    countingHosts: ['https://*.numbers.example'],
    styles: ['a{}'],
    isSecure: true,
  });
  const directive = (name: string) =>
    policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? '';
  expect(directive('script-src')).toBe(
    "script-src 'self' https://cdn.payermax.com https://*.paypal.com https://*.paypalobjects.com https://*.numbers.example",
  );
  expect(directive('frame-src')).toContain('https://*.payermax.com');
  expect(directive('connect-src')).toContain('https://mirror.example');
  expect(policy).toContain('upgrade-insecure-requests');
});

it('lets only the sandbox in where the gateways are the sandbox’s', () => {
  const { scripts, all, wallets } = gatewayHosts({
    payermax: { sdkUrl: 'http://localhost:4090/payermax/dropin.js' },
    paypal: { sdkUrl: 'http://localhost:4090/paypal/sdk/js' },
  });
  expect([scripts, all, wallets]).toEqual(
    Array.from({ length: 3 }, () => ['http://localhost:4090']),
  );
});

it('is not fooled by a host that only looks like a gateway’s', () => {
  const { scripts } = gatewayHosts({
    payermax: { sdkUrl: 'https://evilpayermax.com/x.js' },
    paypal: { sdkUrl: 'https://paypal.com.evil.example/x.js' },
  });
  expect(scripts).toEqual(['https://evilpayermax.com', 'https://paypal.com.evil.example']);
});
