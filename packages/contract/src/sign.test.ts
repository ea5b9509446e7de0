import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { md5Hex, sign, signEnvelope, signingText, signTimestamp } from './sign.ts';

// Expected hashes: printf '%s' "<text>" | md5sum
describe('signing', () => {
  it('[C13] signs the sorted pairs with the secret appended', () => {
    const pairs = [
      ['website_code', 'miniflix'],
      ['game_id', ''],
      ['lang', 'en'],
      ['sign', 'ignored'],
      ['timestamp', '1767225600000'],
      ['ver', 'v1'],
    ] as const;
    expect(signingText(pairs, 'secret')).toBe(
      'game_id=&lang=en&timestamp=1767225600000&ver=v1&website_code=miniflixsecret',
    );
    expect(sign(pairs, 'secret')).toBe('88836547bd59423e9077290c1a08c8d1');
  });

  it('[C13] sorts by code unit, capitals before small letters', () => {
    expect(
      signingText(
        [
          ['b', '1'],
          ['B', '2'],
          ['a', '3'],
        ],
        '',
      ),
    ).toBe('B=2&a=3&b=1');
  });

  it('[C13] agrees with an independent MD5 for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(md5Hex(wellFormed)).toBe(createHash('md5').update(wellFormed).digest('hex'));
      }),
    );
  });

  it('[C14] signs a timestamp alone', () => {
    expect(signTimestamp('1767225600000', 'secret')).toBe('98372c4870cc095d51d0f4bb8571a50a');
  });

  it("[C15] signs the game gateway's envelope", () => {
    const envelope = {
      userid: '123456',
      channelid: 'web',
      vc: '1',
      unixtime: '1767225600',
      params: '["s1","123456"]',
    };
    expect(signEnvelope(envelope)).toBe('8ff785b83528f21a2c9492536c680034');
  });
});
