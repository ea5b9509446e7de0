import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/test-database.ts';
import { createCatalogueCache, type Project } from './catalogue-cache.ts';
import { servedCountries, servedCountry } from './served-country.ts';

let project: Project;

beforeAll(async () => {
  const { db } = await testDatabase('seeded');
  const found = (await createCatalogueCache(db)).project('dr2');
  if (found === null) throw new Error('no project dr2');
  project = found;
});

describe('[C02, F04] the country of a visitor', () => {
  it.each([
    ['JP', 'GB', ['KR'], 'JP', 'chosen'],
    ['AQ', 'GB', ['KR'], 'GB', 'proxy'],
    [null, 'AQ', ['KR'], 'KR', 'language'],
    [null, null, ['AQ', 'KR'], 'KR', 'language'],
    [null, null, ['AQ'], 'DE', 'default'],
    [null, null, [], 'DE', 'default'],
  ] as const)(
    'chosen %s, proxy %s, regions %j: %s (%s)',
    (chosen, proxy, regions, country, from) => {
      expect(servedCountry(project, { chosen, proxy, regions })).toEqual({ country, from });
    },
  );

  it('is one with a price and a method', () => {
    const codes = (of: Project) => servedCountries(of).map(({ country }) => country);
    expect(codes(project)).toEqual(project.countries.map(({ country }) => country));
    const onlyEuro = project.channels.slice(0, 1).map((channel) => ({
      ...channel,
      data: { ...channel.data, countries: '*' as const, currencies: ['EUR'] },
    }));
    expect(codes({ ...project, channels: onlyEuro })).toEqual(['DE', 'FR', 'IT', 'ES', 'AT']);
    const unpriced = [...project.products].map(([id, product]) => {
      const prices = new Map([...product.prices].filter(([currency]) => currency !== 'KRW'));
      return [id, { ...product, prices }] as const;
    });
    const withoutWon = { ...project, products: new Map(unpriced) };
    expect(codes(withoutWon)).not.toContain('KR');
    expect(codes(withoutWon)).toContain('JP');
    const hints = { chosen: 'KR', proxy: null, regions: ['KR'] };
    expect(servedCountry(withoutWon, hints)).toEqual({ country: 'DE', from: 'default' });
  });
});
