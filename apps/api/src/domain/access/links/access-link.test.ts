import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMallToken } from '../../mall/mall-token.ts';
import { LONGEST_LINK_MS, readLink, signLink, type LinkClaims } from './access-link.ts';

const PAGE = readFileSync(
  path.join(import.meta.dirname, '../../../../../../docs/access-link.md'),
  'utf8',
);
const KEY = 'game-key-20';
const MADE_MS = 1_795_273_200_000;

function block(kind: string): string {
  const found = new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`docs/access-link.md has no ${kind}`);
  return found.trim();
}

const claims: LinkClaims = {
  v: 1,
  use: 'link',
  website_code: 'miniflix',
  server_id: '112',
  cid: '123456789',
  ref: '0f8fad5b-d9cb-469f-a165-70867728950e',
  iat: MADE_MS,
  exp: MADE_MS + 600_000,
};

describe('[F18] the access link page for game developers', () => {
  const link = block('link');

  it('prints the link its example makes', () => {
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', block('js')]);
    expect(printed.toString().trim()).toBe(link);
  });

  it('prints a link that the shop reads and signs identically', () => {
    expect(readLink(KEY, link, MADE_MS)).toEqual(claims);
    expect(signLink(KEY, claims)).toBe(link);
    expect(readLink('game-key-21', link, MADE_MS)).toBeNull();
    expect(readMallToken(KEY, link, MADE_MS)).toBeNull();
  });
});

describe('[F18] an access link', () => {
  const read = (changed: Partial<LinkClaims>) => {
    const signed = { ...claims, ...changed };
    return readLink(KEY, signLink(KEY, signed), MADE_MS);
  };

  it.each<[string, Partial<LinkClaims>, boolean]>([
    ['is valid for an hour', { exp: MADE_MS + LONGEST_LINK_MS }, true],
    ['is refused with a longer validity', { exp: MADE_MS + LONGEST_LINK_MS + 1 }, false],
    ['must end after its creation', { exp: MADE_MS }, false],
    ['may come from a clock 5 minutes ahead', { iat: MADE_MS + 300_000 }, true],
    ['may not come from a clock further ahead', { iat: MADE_MS + 300_001 }, false],
  ])('%s', (_what, changed, isGood) => {
    expect(read(changed) !== null).toBe(isGood);
  });

  it('fits into the call with the longest values', () => {
    const longest = {
      ...claims,
      website_code: 'w'.repeat(64),
      server_id: 's'.repeat(64),
      cid: 'c'.repeat(32),
      ref: 'r'.repeat(64),
    };
    expect(signLink(KEY, longest).length).toBeLessThanOrEqual(1024);
    expect(read(longest)).toEqual(longest);
  });
});
