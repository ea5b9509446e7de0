import { describe, expect, it } from 'vitest';
import { createLru } from './lru.ts';
import { packInHaste, packPage } from './pack-page.ts';
import { createRenderLane } from './render-lane.ts';
import { encodingFor } from './send-page.ts';
import { regionsOf, wantedLanguages } from '../wanted-languages.ts';
import { visitorOf } from './visitor.ts';

it('reads Accept-Language by its weights', () => {
  expect(wantedLanguages('en;q=0.5, de-CH, fr;q=0.9, *;q=0.1')).toEqual(['de-CH', 'fr', 'en']);
  expect(wantedLanguages('')).toEqual([]);
  expect(wantedLanguages('de;q=0, <script>, zh-Hant-HK')).toEqual(['zh-Hant-HK']);
  expect(wantedLanguages('a,'.repeat(5000))).toEqual([]);
});

it.each([
  ['ko-KR,ko;q=0.9,en-US;q=0.8', ['KR']],
  ['zh-Hant-TW,zh-TW;q=0.9', ['TW', 'TW']],
  ['pt_br', ['BR']],
  ['de-CH,de-AT;q=0.9', ['CH', 'AT']],
  // A German Firefox: English comes with every browser.
  ['de,en-US;q=0.7,en;q=0.3', []],
  ['es-419', []],
  ['en-001,en-u-ca-gregory', []],
  ['', []],
])('[C02] the regions of "%s" are %j', (header, regions) => {
  expect(regionsOf(wantedLanguages(header))).toEqual(regions);
});

it('reads cookies, the one of the longest path first', () => {
  expect(visitorOf({ cookie: 'lang=de; known=1; lang=fr; x' }, false)).toMatchObject({
    lang: 'de',
    known: true,
    project: null,
  });
  expect(visitorOf({}, false).known).toBe(false);
});

it.each([
  ['br', 'br'],
  ['gzip, deflate, br;q=0.9', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['gzip;q=0.000', null],
  ['', null],
])('for "%s" compresses as %s', (accepted, encoding) => {
  expect(encodingFor(accepted, { br: Buffer.of(1) })).toBe(encoding);
});

it('sends a page made in haste without brotli', () => {
  expect(encodingFor('gzip, br', { br: null })).toBe('gzip');
  expect(encodingFor('br', { br: null })).toBeNull();
});

it('only a trusted proxy may name the country of a page', () => {
  const headers = { 'x-country': 'JP', cookie: 'country=DE' };
  expect(visitorOf(headers, true)).toMatchObject({ country: 'DE', countryHint: 'JP' });
  expect(visitorOf(headers, false)).toMatchObject({ country: 'DE', countryHint: null });
});

it('pages are stored by their size, the most recently used ones (14.10)', () => {
  const lru = createLru<string>(10, (text) => text.length);
  lru.set('a', 'aaaa');
  lru.set('b', 'bbbb');
  expect(lru.get('a')).toBe('aaaa');
  lru.set('c', 'cccc');
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual(['aaaa', null, 'cccc']);
  lru.set('a', 'a');
  expect(lru.bytes()).toBe(5);
  lru.set('d', 'd'.repeat(11));
  expect([lru.bytes(), lru.get('d')]).toEqual([0, null]);
});

it('a stored page holds no more memory than its size (14.10)', async () => {
  const text = 'A page. '.repeat(1_000);
  const { br, gzip } = await packPage(text);
  for (const each of [br, gzip, packInHaste(text).gzip]) {
    expect(each?.buffer.byteLength).toBe(each?.length);
  }
});

describe('the lane of pages to be made (14.10)', () => {
  const RULES = { atOnce: 1, waiting: 2, ofNetwork: 2 };

  function open() {
    const lane = createRenderLane(RULES);
    const begun: string[] = [];
    const ends = new Map<string, PromiseWithResolvers<void>>();
    const enter = (network: string, id: string) => {
      const entered = lane.enter(network, () => {
        begun.push(id);
        const end = Promise.withResolvers<void>();
        ends.set(id, end);
        return end.promise;
      });
      if (typeof entered === 'string') return entered;
      entered.catch(() => undefined);
      return 'entered';
    };
    return { lane, begun, ends, enter };
  }

  it('makes one page at a time, also after one that fails', async () => {
    const { begun, ends, enter } = open();
    for (const id of ['1', '2', '3']) enter(`n${id}`, id);
    expect(begun).toEqual(['1']);
    ends.get('1')?.reject(new Error('broken'));
    await expect.poll(() => begun).toEqual(['1', '2']);
    ends.get('2')?.resolve();
    await expect.poll(() => begun).toEqual(['1', '2', '3']);
  });

  it('keeps room for others when one network asks for many pages', () => {
    const { enter } = open();
    expect(['1', '2', '3'].map((id) => enter('greedy', id))).toEqual([
      'entered',
      'entered',
      'network',
    ]);
    expect([enter('b', '4'), enter('c', '5')]).toEqual(['entered', 'full']);
  });

  it('has room again when its work has ended', async () => {
    const { lane, ends, enter } = open();
    for (const id of ['1', '2']) enter('a', id);
    ends.get('1')?.resolve();
    await expect.poll(() => ends.has('2')).toBe(true);
    ends.get('2')?.resolve();
    await expect.poll(() => enter('a', '3')).toBe('entered');
    expect([enter('a', '4'), enter('a', '5')]).toEqual(['entered', 'network']);
    expect(lane.waiting()).toBe(1);
  });
});
