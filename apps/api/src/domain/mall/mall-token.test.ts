import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readMallToken, signMallToken, type MallClaims } from './mall-token.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../../docs/mall.md'), 'utf8');

function block(kind: string): string {
  const found = new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`docs/mall.md has no ${kind}`);
  return found.trim();
}

describe('[R05] the page for developers of a game', () => {
  const token = block('token');

  it('prints the token its example makes', () => {
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', block('js')]);
    expect(printed.toString().trim()).toBe(token);
  });

  it('prints a token that the shop reads and signs identically', () => {
    const claims = readMallToken('game-key-20', token, 1_795_273_200_000);
    expect(claims).toEqual({
      v: 1,
      website_code: 'miniflix',
      server_id: '112',
      cid: '123456789',
      products: [
        { product_id: 'gems-60', count: 2 },
        { product_id: 'pack-matinee', count: 1 },
      ],
      ref: 'order-2026-000017',
      iat: 1_795_273_200_000,
      exp: 1_795_276_800_000,
    });
    if (claims !== null) expect(signMallToken('game-key-20', claims)).toBe(token);
    expect(readMallToken('game-key-21', token, 1_795_273_200_000)).toBeNull();
  });
});

describe('[R05] the longest order a token may carry', () => {
  it('fits into the longest token', () => {
    const claims: MallClaims = {
      v: 1,
      website_code: 'w'.repeat(20),
      server_id: 's'.repeat(20),
      cid: 'c'.repeat(32),
      products: Array.from({ length: 20 }, (_, index) => ({
        product_id: `${index}`.padEnd(64, 'p'),
        count: 9999,
      })),
      ref: 'r'.repeat(64),
      iat: 1_795_273_200_000,
      exp: 1_795_276_800_000,
    };
    const token = signMallToken('k', claims);
    expect(token.length).toBeLessThanOrEqual(4096);
    expect(readMallToken('k', token, claims.iat)).toEqual(claims);
  });
});
