import { expect, it } from 'vitest';
import { countryIn } from './country-code.ts';

it.each([
  ['KR', 'KR'],
  // A proxy that does not know says XX, and T1 for the Tor network.
  ['XX', null],
  ['T1', null],
  ['kr', null],
  ['KR, JP', null],
  [['KR', 'JP'], null],
  [undefined, null],
])('the country header %j names %j', (value, country) => {
  expect(countryIn(value)).toBe(country);
});
