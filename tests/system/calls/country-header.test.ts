import { createStoreClient } from '@webpay/contract/client';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { MINIFLIX, want } from '../../support/shopper.ts';

const withCountry = v.object({ configs: v.object({ country: v.string() }) });
const HEADERS = { 'x-country': 'JP', 'x-forwarded-for': '203.0.113.9' };

describe.each([
  ['a trusted proxy', '127.0.0.0/8,::1', true],
  ['a client, or a proxy that is not named', '10.9.8.7', false],
])('the headers of %s', (_from, proxies, isBelieved) => {
  const environment = sharedEnvironment({ env: { TRUSTED_PROXIES: proxies } });

  it('name the country of a call or do not (14.18)', async () => {
    const settings = { baseUrl: environment().url, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX };
    const configs = async (headers: Readonly<Record<string, string>>) =>
      (await want(createStoreClient({ ...settings, headers }).call('configs', {}))).country;
    expect((await configs(HEADERS)) === 'JP').toBe(isBelieved);
    expect(await configs({})).not.toBe('JP');
  });

  it('[C02] come before the language, and after the choice, in configs', async () => {
    const settings = { baseUrl: environment().url, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX };
    const placeOf = async (headers: Readonly<Record<string, string>>, chosen?: string) => {
      const client = createStoreClient({ ...settings, headers });
      const fields = chosen === undefined ? {} : { country: chosen };
      const { country, country_from } = await want(client.call('configs', fields));
      const { goods } = await want(client.call('productShelf', fields));
      return [country, country_from, goods[0]?.price.currency];
    };
    const korean = { 'accept-language': 'ko-KR,ko;q=0.9,en-US;q=0.8' };
    const byLanguage = ['KR', 'language', 'KRW'];
    const byHeader = isBelieved ? ['JP', 'proxy', 'JPY'] : byLanguage;
    expect(await placeOf({ ...HEADERS, ...korean })).toEqual(byHeader);
    expect(await placeOf({ ...HEADERS, ...korean }, 'DE')).toEqual(['DE', 'chosen', 'EUR']);
    expect(await placeOf(korean)).toEqual(byLanguage);
    expect(await placeOf({ 'accept-language': 'ko' })).toEqual(['US', 'default', 'USD']);
  });

  it('name the country of a page or do not (14.18)', async () => {
    const page = await fetch(`${environment().url}/miniflix`, { headers: HEADERS });
    const inlined = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(
      await page.text(),
    );
    const { configs } = v.parse(withCountry, JSON.parse(inlined?.[1] ?? 'null'));
    expect(configs.country === 'JP').toBe(isBelieved);
    // A cache in between keeps a page for each country that its proxy names.
    expect(page.headers.get('vary')).toContain('X-Country');
  });
});
