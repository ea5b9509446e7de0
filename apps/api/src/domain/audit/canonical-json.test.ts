import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it.each([
  [
    'names in the order of their UTF-16 units',
    { b: 1, a: 2, '€': 3, '\u{1F600}': 4, '\u{FB33}': 5 },
  ],
  ['names of nested values', { z: { y: [{ d: 1, c: 2 }], x: null } }],
])('canonical JSON writes %s', (_, value) => {
  const text = canonicalJson(value);
  const names = [...text.matchAll(/"([^"]+)":/g)].map(([, name]) => name);
  expect(names).toEqual(
    'b' in value ? ['a', 'b', '€', '\u{1F600}', '\u{FB33}'] : ['z', 'x', 'y', 'c', 'd'],
  );
});

// The example of RFC 8785, section 3.2.2.
it('canonical JSON is that of RFC 8785', () => {
  const value: unknown = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`);
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it.each([
  ['a Date is its text', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ['undefined is left out', { a: undefined, b: 1 }, '{"b":1}'],
  ['minus zero is zero', [-0], '[0]'],
  ['a zero character is replaced', ['a\0b'], '["a\u{FFFD}b"]'],
  ['half a surrogate pair is replaced', ['a\u{D800}'], '["a\u{FFFD}"]'],
])('canonical JSON: %s', (_, value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [() => 1], [1n]])(
  'canonical JSON refuses %s',
  (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  },
);
