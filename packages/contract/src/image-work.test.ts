import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { searchWork } from './image-work.ts';

const SALT = 'c2FsdCBvZiBhIHBpY3R1cmUgb2YgdGVz';

/** The hash as text of zeros and ones. */
function bitsOf(answer: string): string {
  const hash = createHash('sha256')
    .update(SALT + answer)
    .digest();
  return [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

describe('the search for the work of an image code (14.12)', () => {
  it.each([1, 4, 8, 11])('finds an answer whose hash begins with %i zero bits', (bits) => {
    const answer = searchWork({ salt: SALT, bits })(1_000_000) ?? '';
    expect(bitsOf(answer).slice(0, bits)).toBe('0'.repeat(bits));
  });

  it('continues where its last tries ended', () => {
    const whole = searchWork({ salt: SALT, bits: 11 })(1_000_000);
    const search = searchWork({ salt: SALT, bits: 11 });
    let found: string | null = null;
    for (let slice = 0; slice < 100_000 && found === null; slice += 1) found = search(10);
    expect(found).toBe(whole);
  });

  it('returns nothing when no tried answer fits', () => {
    expect(searchWork({ salt: SALT, bits: 32 })(10)).toBeNull();
  });
});
