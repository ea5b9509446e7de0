import { describe, expect, it } from 'vitest';
import { CODES } from '@webpay/contract/codes';
import { readForm } from './form.ts';

const fields = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, n) => `f${n}=${n}`).join('&'));

describe('a form of a store call', () => {
  it('has at most 100 fields: thousands cost a flood more than their sender', () => {
    expect(readForm(fields(100)).fields.size).toBe(100);
    const refused = { code: CODES.PARAMETER_ERROR };
    expect(() => readForm(fields(101))).toThrow(expect.objectContaining(refused));
    expect(() => readForm(fields(13_000))).toThrow(expect.objectContaining(refused));
  });

  it('has each field once; empty parts are none', () => {
    expect(readForm(Buffer.from('&a=1&&b=&c&')).pairs).toEqual([
      ['a', '1'],
      ['b', ''],
      ['c', ''],
    ]);
    expect(() => readForm(Buffer.from('a=1&%61=2'))).toThrow();
  });
});
