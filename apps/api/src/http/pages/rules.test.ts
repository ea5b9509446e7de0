import { expect, it } from 'vitest';
import { createLru } from './lru.ts';
import { encodingFor } from './send-page.ts';
import { visitorOf, wantedLanguages } from './visitor.ts';

it('reads Accept-Language by its weights', () => {
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

it('caches the most recently used pages, and no failure', async () => {
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
