import { randomUUID } from 'node:crypto';
import { signLink, type LinkClaims } from '../../apps/api/src/domain/access/links/access-link.ts';
import { SANDBOX_KEY } from './mall-buyer.ts';
import { freshCid, MINIFLIX } from './shopper.ts';

/** Claims that miniflix would sign now for a new character. */
export function linkClaims(overrides: Partial<LinkClaims> = {}): LinkClaims {
  const iat = Date.now();
  return {
    v: 1,
    use: 'link',
    website_code: MINIFLIX.websiteCode,
    server_id: '112',
    cid: freshCid(),
    ref: randomUUID(),
    iat,
    exp: iat + 600_000,
    ...overrides,
  };
}

export function accessLink(overrides: Partial<LinkClaims> = {}): string {
  return signLink(SANDBOX_KEY, linkClaims(overrides));
}
