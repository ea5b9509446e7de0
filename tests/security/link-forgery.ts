import { createHash, createHmac } from 'node:crypto';
import { DEFAULT_SIGN_SECRET } from '../../apps/api/src/config/config.ts';
import { signLink, type LinkClaims } from '../../apps/api/src/domain/access/links/access-link.ts';
import { linkClaims } from '../support/link-holder.ts';
import { mallClaims, mallToken, SANDBOX_KEY, signedText } from '../support/mall-buyer.ts';
import { mustEqual, tally } from './expect.ts';
import { call, count, type Attack, type Field } from './field.ts';
import { mustStayOut, openLink } from './link-opening.ts';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** P and S of what the game itself would sign. */
function partsOf(claims: LinkClaims): { readonly text: string; readonly signature: string } {
  const [text = '', signature = ''] = signLink(SANDBOX_KEY, claims).split('.');
  return { text, signature };
}

const hmac = (key: string, text: string, algorithm = 'sha256'): string =>
  createHmac(algorithm, key).update(text).digest('base64url');

/** Keys that somebody without the game's own might try. */
const KEYS: readonly (readonly [string, string])[] = [
  ['the secret that stands in every page', DEFAULT_SIGN_SECRET],
  ['another game’s key', 'game-key-10'],
  ['no key at all', ''],
  ['the game’s number', '20'],
  ['the key in capitals', SANDBOX_KEY.toUpperCase()],
  ['the key with a line feed', `${SANDBOX_KEY}\n`],
];

/** What stands behind the dot, where the game's signature should. */
const SIGNATURES: readonly (readonly [string, (text: string, own: string) => string])[] = [
  ['absent', () => ''],
  ['cut by one letter', (_, own) => own.slice(0, -1)],
  ['half of it', (_, own) => own.slice(0, 21)],
  ['longer by one letter', (_, own) => `${own}A`],
  ['in capitals', (_, own) => own.toUpperCase()],
  ['with "="', (_, own) => `${own}=`],
  // The last letter of 43 holds two bits that mean nothing: read leniently, four spellings are one signature.
  ['spelled otherwise in its last letter', (_, own) => own.slice(0, -1) + after(own.at(-1) ?? '')],
  ['in hexadecimal', (text) => createHmac('sha256', SANDBOX_KEY).update(text).digest('hex')],
  ['a hash without a key', (text) => createHash('sha256').update(text).digest('base64url')],
  ['of SHA-1', (text) => hmac(SANDBOX_KEY, text, 'sha1')],
  ['of SHA-512, cut', (text) => hmac(SANDBOX_KEY, text, 'sha512').slice(0, 43)],
  ['of the JSON instead of its text', (text) => hmac(SANDBOX_KEY, decoded(text))],
  ['the store’s own, of MD5', (text) => createHash('md5').update(text).digest('hex')],
  ['nothing but zeros', () => 'A'.repeat(43)],
];

const decoded = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const after = (letter: string): string => ALPHABET[ALPHABET.indexOf(letter) + 1] ?? 'A';

/** What is written into a link that the game had signed as it was. */
const CHANGES: readonly (readonly [string, (claims: LinkClaims, cid: string) => string])[] = [
  ['another character', (claims, cid) => JSON.stringify({ ...claims, cid })],
  ['another server', (claims) => JSON.stringify({ ...claims, server_id: '113' })],
  ['another project', (claims) => JSON.stringify({ ...claims, website_code: 'cgg' })],
  ['another number', (claims) => JSON.stringify({ ...claims, ref: crypto.randomUUID() })],
  ['a later end', (claims) => JSON.stringify({ ...claims, exp: claims.exp + 60_000 })],
  ['an earlier beginning', (claims) => JSON.stringify({ ...claims, iat: claims.iat - 1 })],
  ['one field more', (claims) => JSON.stringify({ ...claims, admin: true })],
  ['one field twice', (claims, cid) => JSON.stringify(claims).replace('}', `,"cid":"${cid}"}`)],
  ['its fields in another order', (claims) => JSON.stringify(reversed(claims))],
  ['a space', (claims) => `${JSON.stringify(claims)} `],
  ['"alg": "none"', (claims) => JSON.stringify({ ...claims, alg: 'none' })],
];

const reversed = (claims: LinkClaims): object =>
  Object.fromEntries(Object.entries(claims).toReversed());

const later = 600_000;

/** What the game's own key signed, and is no link all the same. */
const NO_LINKS: readonly (readonly [string, (claims: LinkClaims) => object])[] = [
  ['of another version', (claims) => ({ ...claims, v: 2 })],
  ['whose version is a text', (claims) => ({ ...claims, v: '1' })],
  ['without a use', ({ use: _, ...claims }) => claims],
  ['for another use', (claims) => ({ ...claims, use: 'order' })],
  ['without a number', ({ ref: _, ...claims }) => claims],
  ['without an end', ({ exp: _, ...claims }) => claims],
  ['whose end is null', (claims) => ({ ...claims, exp: null })],
  ['that lives a year', (claims) => ({ ...claims, exp: claims.iat + 31_536_000_000 })],
  ['that lives a millisecond too long', (claims) => ({ ...claims, exp: claims.iat + 3_600_001 })],
  ['that ends before it begins', (claims) => ({ ...claims, exp: claims.iat - 1 })],
  ['of tomorrow', ({ iat, exp, ...claims }) => ({ ...claims, iat: iat + later, exp: exp + later })],
  ['for two characters', (claims) => ({ ...claims, cid: [claims.cid, '123456'] })],
  ['for anybody', (claims) => ({ ...claims, cid: '%' })],
  ['in a list', (claims) => [claims]],
];

/** The parts of a JSON web token, which this is none of. */
function webTokens(claims: LinkClaims): string[] {
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

/** Every one of these is refused, its character stays unknown, and the true link is as good as before. */
async function mustAllFail(
  field: Field,
  claims: LinkClaims,
  links: readonly string[],
): Promise<string> {
  const all = await Promise.all(links.map((link) => openLink(field, link)));
  const outcome = await mustStayOut(field, all, claims.cid, 10001);
  mustEqual('the true one', (await openLink(field, signLink(SANDBOX_KEY, claims))).code, 200);
  return outcome;
}

export const FORGERIES: readonly Attack[] = [
  {
    name: `a link signed with ${KEYS.length} keys that are not the game’s: ${KEYS.map(([what]) => what).join(', ')}`,
    must: '10001; the game’s own link is still good',
    run: (field) => {
      const claims = linkClaims();
      return mustAllFail(
        field,
        claims,
        KEYS.map(([, key]) => signLink(key, claims)),
      );
    },
  },
  {
    name: `a link whose signature is ${SIGNATURES.map(([what]) => what).join(', ')}`,
    must: '10001; the game’s own link is still good',
    run: (field) => {
      const claims = linkClaims();
      const { text, signature } = partsOf(claims);
      return mustAllFail(
        field,
        claims,
        SIGNATURES.map(([, of]) => `${text}.${of(text, signature)}`),
      );
    },
  },
  {
    name: 'a link taken apart as a JSON web token is: with a header, with "none", with an empty part',
    must: '10001; the game’s own link is still good',
    run: (field) => {
      const claims = linkClaims();
      return mustAllFail(field, claims, webTokens(claims));
    },
  },
  {
    name: `a signed link that says ${CHANGES.map(([what]) => what).join(', ')}`,
    must: '10001; nobody is let in, as neither character',
    run: async (field) => {
      const [claims, other] = [linkClaims(), linkClaims()];
      const { signature } = partsOf(claims);
      const links = CHANGES.map(
        ([, change]) => `${base64url(change(claims, other.cid))}.${signature}`,
      );
      // The text of one link under the signature of another that is as true.
      links.push(
        `${partsOf(other).text}.${signature}`,
        `${partsOf(claims).text}.${partsOf(other).signature}`,
      );
      const outcome = await mustAllFail(field, claims, links);
      mustEqual('the other', await count(field, 'players where cid = $1', [other.cid]), 0);
      return outcome;
    },
  },
  {
    name: `what the game’s key signed, ${NO_LINKS.map(([what]) => what).join(', ')}`,
    must: '10001; nobody is let in',
    run: (field) => {
      const claims = linkClaims();
      const texts = NO_LINKS.map(([, change]) => JSON.stringify(change(claims)));
      return mustAllFail(
        field,
        claims,
        texts.map((text) => signedText(SANDBOX_KEY, text)),
      );
    },
  },
  {
    name: 'an order that the game signed opened as a link, and a link paid as an order',
    must: '10001, and 20010',
    run: async (field) => {
      const claims = mallClaims({});
      const link = linkClaims();
      const token = signLink(SANDBOX_KEY, link);
      const opened = await openLink(field, mallToken(claims));
      const paid = [
        await call(field, 'mallOrder', { token }),
        await call(field, 'mallPay', { token, pay_id: 'card', country: 'US' }),
      ];
      await mustStayOut(field, [opened], claims.cid, 10001);
      await mustStayOut(field, paid, link.cid, 20010);
      return tally([opened, ...paid]);
    },
  },
];
