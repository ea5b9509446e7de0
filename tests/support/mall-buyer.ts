import { createHmac, randomUUID } from 'node:crypto';
import type { CallResult } from '@webpay/contract/calls';
import { createStoreClient } from '@webpay/contract/client';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { signMallToken, type MallClaims } from '../../apps/api/src/domain/mall/mall-token.ts';
import {
  approveWallet,
  freshCid,
  mailsOf,
  MINIFLIX,
  payCard,
  untilOrder,
  want,
  type Outside,
  type SandboxMail,
} from './shopper.ts';
import { signLink, type LinkClaims } from '../../apps/api/src/domain/access/links/access-link.ts';

export const SANDBOX_KEY = 'game-key-20';
const SERVER = '112';

/** Claims that miniflix would sign now for 60 gems and a new character. */
export function mallClaims(overrides: Partial<MallClaims>): MallClaims {
  const iat = Date.now();
  return {
    v: 1,
    website_code: MINIFLIX.websiteCode,
    server_id: SERVER,
    cid: freshCid(),
    products: [{ product_id: 'gems-60', count: 1 }],
    ref: randomUUID(),
    iat,
    exp: iat + 3_600_000,
    ...overrides,
  };
}

export function mallToken(overrides: Partial<MallClaims>): string {
  return signMallToken(SANDBOX_KEY, mallClaims(overrides));
}

export function signedText(key: string, text: string): string {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}

/** A payer with a token and no session, and the mailbox that receives the goods. */
export function mallBuyer(outside: Outside) {
  const cid = freshCid();
  const settings = { baseUrl: outside.url, secret: DEFAULT_SIGN_SECRET, ...MINIFLIX };
  const client = createStoreClient(settings);
  const inquire = (token: string) => want(client.call('orderInquire', { token }));
  return {
    cid,
    client,
    /** A client whose clock runs ahead, for shops after PUT /clock. */
    clientAt: (offsetMs: number) =>
      createStoreClient({ ...settings, now: () => Date.now() + offsetMs }),
    /** For 60 gems; valid for an hour. */
    token: mallToken({ cid }),
    payByCard: (opened: CallResult<'mallPay'>, number: string) =>
      payCard(outside, client, opened, number),
    approve: (order_id: string) => approveWallet(outside, order_id),
    until: (token: string, holds: (order: CallResult<'orderInquire'>) => boolean) =>
      untilOrder(() => inquire(token), holds),
    mails: (): Promise<readonly SandboxMail[]> =>
      mailsOf(outside, { gameId: MINIFLIX.gameId, serverId: SERVER, cid }),
  };
}

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
