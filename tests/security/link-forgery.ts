import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { signLink, type LinkClaims } from '../../apps/api/src/domain/access/links/access-link.ts';
import {
  linkClaims,
  mallClaims,
  mallToken,
  SANDBOX_KEY,
  signedText,
} from '../support/mall-buyer.ts';
import { expectNoEntry, openLink } from './links.ts';
import { call, count, expectCode, type Attacks, type Target } from './target.ts';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const decoded = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');
const hmac = (key: string, text: string, algorithm = 'sha256'): string =>
  createHmac(algorithm, key).update(text).digest('base64url');

function partsOf(claims: LinkClaims): { readonly text: string; readonly signature: string } {
  const [text = '', signature = ''] = signLink(SANDBOX_KEY, claims).split('.');
  return { text, signature };
}

const KEYS: readonly (readonly [string, string])[] = [
  ['the secret of every page', DEFAULT_SIGN_SECRET],
  ['another game’s key', 'game-key-10'],
  ['an empty key', ''],
  ['the game’s number', '20'],
  ['the key in capitals', SANDBOX_KEY.toUpperCase()],
  ['the key with a line feed', `${SANDBOX_KEY}\n`],
];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const after = (letter: string): string => ALPHABET[ALPHABET.indexOf(letter) + 1] ?? 'A';

const SIGNATURES: readonly (readonly [string, (text: string, own: string) => string])[] = [
  ['absent', () => ''],
  ['cut by one letter', (_, own) => own.slice(0, -1)],
  ['cut to half', (_, own) => own.slice(0, 21)],
  ['longer by one letter', (_, own) => `${own}A`],
  ['in capitals', (_, own) => own.toUpperCase()],
  ['with "="', (_, own) => `${own}=`],
  // Two bits of the last of 43 letters are unused: a lenient decoder accepts four spellings.
  ['with another spelling of its last letter', (_, own) => own.slice(0, -1) + after(own.slice(-1))],
  ['in hexadecimal', (text) => createHmac('sha256', SANDBOX_KEY).update(text).digest('hex')],
  ['a hash without a key', (text) => createHash('sha256').update(text).digest('base64url')],
  ['of SHA-1', (text) => hmac(SANDBOX_KEY, text, 'sha1')],
  ['of SHA-512, cut', (text) => hmac(SANDBOX_KEY, text, 'sha512').slice(0, 43)],
  ['of the JSON instead of its text', (text) => hmac(SANDBOX_KEY, decoded(text))],
  ['the store’s own, of MD5', (text) => createHash('md5').update(text).digest('hex')],
  ['all zeros', () => 'A'.repeat(43)],
];

/** Changes to a text after the game signed it. */
const CHANGES: readonly (readonly [string, (claims: LinkClaims, cid: string) => string])[] = [
  ['another character', (claims, cid) => JSON.stringify({ ...claims, cid })],
  ['another server', (claims) => JSON.stringify({ ...claims, server_id: '113' })],
  ['another project', (claims) => JSON.stringify({ ...claims, website_code: 'cgg' })],
  ['another number', (claims) => JSON.stringify({ ...claims, ref: crypto.randomUUID() })],
  ['a later end', (claims) => JSON.stringify({ ...claims, exp: claims.exp + 60_000 })],
  ['an earlier beginning', (claims) => JSON.stringify({ ...claims, iat: claims.iat - 1 })],
  ['one more field', (claims) => JSON.stringify({ ...claims, admin: true })],
  ['a repeated field', (claims, cid) => JSON.stringify(claims).replace('}', `,"cid":"${cid}"}`)],
  [
    'another order of fields',
    (claims) => JSON.stringify(Object.fromEntries(Object.entries(claims).toReversed())),
  ],
  ['a space', (claims) => `${JSON.stringify(claims)} `],
  ['"alg": "none"', (claims) => JSON.stringify({ ...claims, alg: 'none' })],
];

const LATER_MS = 600_000;

/** Texts signed with the game's own key that are not links. */
const NOT_LINKS: readonly (readonly [string, (claims: LinkClaims) => object])[] = [
  ['of another version', (claims) => ({ ...claims, v: 2 })],
  ['with a version that is a text', (claims) => ({ ...claims, v: '1' })],
  ['without a use', ({ use: _, ...claims }) => claims],
  ['for another use', (claims) => ({ ...claims, use: 'order' })],
  ['without a number', ({ ref: _, ...claims }) => claims],
  ['without an end', ({ exp: _, ...claims }) => claims],
  ['with a null end', (claims) => ({ ...claims, exp: null })],
  ['valid for a year', (claims) => ({ ...claims, exp: claims.iat + 31_536_000_000 })],
  ['valid a millisecond too long', (claims) => ({ ...claims, exp: claims.iat + 3_600_001 })],
  ['that ends before it begins', (claims) => ({ ...claims, exp: claims.iat - 1 })],
  [
    'of the future',
    ({ iat, exp, ...claims }) => ({ ...claims, iat: iat + LATER_MS, exp: exp + LATER_MS }),
  ],
  ['for two characters', (claims) => ({ ...claims, cid: [claims.cid, '123456'] })],
  ['for any character', (claims) => ({ ...claims, cid: '%' })],
  ['in a list', (claims) => [claims]],
];

/** Forms of a JSON web token and other splits of text and signature. */
function splits(claims: LinkClaims): string[] {
  const { text, signature } = partsOf(claims);
  const header = base64url(JSON.stringify({ alg: 'none', typ: 'JWT' }));
  const signed = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }));
  return [
    `${header}.${text}.`,
    `${header}.${text}`,
    `${signed}.${text}.${hmac(SANDBOX_KEY, `${signed}.${text}`)}`,
    `${text}.${signature}.${signature}`,
    `${text}.${signature}.`,
    `.${signature}`,
    `.${hmac(SANDBOX_KEY, '')}`,
    `${text}..${signature}`,
    ` ${text}.${signature}`,
    `${text}\n.${signature}`,
    `${text}=.${signature}`,
    text,
  ];
}

/** Each is refused, its character stays unknown, and the true link stays valid. */
async function expectForged(shop: Target, claims: LinkClaims, links: readonly string[]) {
  const all = await Promise.all(links.map((link) => openLink(shop, link)));
  await expectNoEntry(shop, all, claims.cid, 10001);
  expectCode(await openLink(shop, signLink(SANDBOX_KEY, claims)), 200);
}

const namesOf = (list: readonly (readonly [string, unknown])[]): string =>
  list.map(([what]) => what).join(', ');

export const FORGED_LINKS: Attacks = {
  [`a link signed with a key that is not the game’s, ${namesOf(KEYS)}: 10001, the game’s own link stays valid`]:
    async (shop) => {
      const claims = linkClaims();
      const links = KEYS.map(([, key]) => signLink(key, claims));
      await expectForged(shop, claims, links);
    },
  [`a link with a signature ${namesOf(SIGNATURES)}: 10001, the game’s own link stays valid`]:
    async (shop) => {
      const claims = linkClaims();
      const { text, signature } = partsOf(claims);
      const links = SIGNATURES.map(([, of]) => `${text}.${of(text, signature)}`);
      await expectForged(shop, claims, links);
    },
  'a link split like a JSON web token, with a header, "none", an empty part: 10001, the game’s own link stays valid':
    async (shop) => {
      const claims = linkClaims();
      await expectForged(shop, claims, splits(claims));
    },
  [`a signed link changed to ${namesOf(CHANGES)}: 10001, no session for either character`]: async (
    shop,
  ) => {
    const [claims, other] = [linkClaims(), linkClaims()];
    const { text, signature } = partsOf(claims);
    const links = CHANGES.map(([, to]) => `${base64url(to(claims, other.cid))}.${signature}`);
    // Text and signature of two links that are both true.
    links.push(`${partsOf(other).text}.${signature}`, `${text}.${partsOf(other).signature}`);
    await expectForged(shop, claims, links);
    expect(await count(shop, 'players where cid = $1', [other.cid])).toBe(0);
  },
  [`a text signed by the game ${namesOf(NOT_LINKS)}: 10001, no session`]: async (shop) => {
    const claims = linkClaims();
    const links = NOT_LINKS.map(([, change]) =>
      signedText(SANDBOX_KEY, JSON.stringify(change(claims))),
    );
    await expectForged(shop, claims, links);
  },
  'an order signed by the game opened as a link, and a link paid as an order: 10001, and 20010':
    async (shop) => {
      const claims = mallClaims({});
      const link = linkClaims();
      const token = signLink(SANDBOX_KEY, link);
      const opened = await openLink(shop, mallToken(claims));
      const paid = [
        await call(shop, 'mallOrder', { token }),
        await call(shop, 'mallPay', { token, pay_id: 'card', country: 'US' }),
      ];
      await expectNoEntry(shop, [opened], claims.cid, 10001);
      await expectNoEntry(shop, paid, link.cid, 20010);
    },
};
